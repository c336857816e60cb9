"""What a function needs to stand in the place of a call: arguments, other names, other lines."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Block, Expression, at, clone, has_star, is_string, rebuild, walk

INNER = (gast.FunctionDef, gast.ClassDef, gast.Lambda)


def arguments(
    function: FunctionType, parts: list[Any], node: gast.Call, title: str
) -> dict[str, Any]:
    """Return what each parameter of a function is: an expression, or a value by default.

    Raises UnsupportedSyntax where the arguments do not fit.
    """
    words = {part.arg: part.value for part in parts if isinstance(part, gast.keyword)}
    plain = [part for part in parts if not isinstance(part, gast.keyword)]
    starred = None in words or has_star(plain)
    shape = inspect.signature(function)
    kinds = {parameter.kind for parameter in shape.parameters.values()}
    if starred or kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
        raise UnsupportedSyntax(
            f"`{title}` uses `cuda`, and is called with starred arguments",
            node,
            "write out the arguments",
        )
    try:
        found = shape.bind(*plain, **words)
    except TypeError as error:
        raise UnsupportedSyntax(f"`{title}`: {error}", node, "pass what it takes") from None
    names = {id(value): n for n, value in found.arguments.items()}
    passed = {names[id(value)]: value for value in (*plain, *words.values())}  # as evaluated
    return {**passed, **{n: p.default for n, p in shape.parameters.items() if n not in passed}}


def check_no_functions(tree: gast.FunctionDef) -> None:
    """Refuse functions with functions inside."""
    for node in (part for statement in tree.body for part in walk(statement)):
        if isinstance(node, INNER):
            raise UnsupportedSyntax(
                f"`{tree.name}` uses `cuda`, and has a function inside", node, "write it beside it"
            )


def has_docstring(body: Block) -> bool:
    """Return True if the first statement of a function is its docstring."""
    value = getattr(body[0], "value", None) if body and isinstance(body[0], gast.Expr) else None
    return is_string(value)


def is_same(first: Any, second: Any) -> bool:
    """Return True if a name with one of two values may as well have the other.

    >>> is_same(2.0, 2.0), is_same(0.0, -0.0), is_same(1, True)
    (True, False, False)
    """
    plain = type(first) is type(second) and isinstance(first, (bool, int, float, str))
    return first is second or bool(plain and repr(first) == repr(second))


def with_names(tree: Any, names: Mapping[str, str], values: Mapping[str, Expression]) -> Any:
    """Return a tree with other names, and with values for some that it reads.

    >>> from srcdiff.syntax import name, statements, unparse
    >>> tree = statements("y = x * a")[0]
    >>> unparse(with_names(tree, {"y": "x"}, {"x": name("a"), "a": name("y")}))
    'x = a * y'
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Name) and node.id in values:
            return at(node, clone(values[node.id]))
        if isinstance(node, gast.Name):
            new = gast.Name(names.get(node.id, node.id), node.ctx, None, None)
            return gast.copy_location(new, node)
        return rebuild(node, change)

    return change(tree)

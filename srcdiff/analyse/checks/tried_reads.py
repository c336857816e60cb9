"""Refuse `try` around what raises for some classes of numbers only, or is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import gast
import numpy as np

from srcdiff.analyse.types.types import Type, is_array
from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Statement, callee_of, dotted, own_nodes, walk, walk_statements, writes

OF_NUMPY = frozenset(  # what Python's numbers do not have
    title
    for title in {*dir(np.float64)} - {*dir(float)}
    if not title.startswith("__") or title.startswith("__array")
)
MODULES = {"np", "numpy", "math"}
KEPT = (gast.Call, gast.Constant, gast.Name, gast.Yield)


@needs(gast.Try, "getattr")
def check_tried_reads(tree: gast.FunctionDef, kinds: Mapping[str, Type]) -> None:
    """Refuse attributes that numbers of NumPy have and others have not, where that is caught.

    Nor may such an attribute have a default. Expressions that are only evaluated are refused, too:
    they are left out, whatever they raise. `kinds` are the types of the parameters. Raises
    UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_tried_reads(function('''
    ... def f(x):
    ...     try:
    ...         n = x.size
    ...     except AttributeError:
    ...         n = 1
    ...     return n
    ... '''), {})
    Traceback (most recent call last):
    srcdiff.UnsupportedSyntax: whether there is an attribute `size` depends on the type of `x`
      = ask for it: `if isinstance(x, np.ndarray)`
    """
    arrays = {n for n, kind in kinds.items() if is_array(kind)} - writes(tree.body)
    for statement in walk_statements(tree.body):
        if not isinstance(statement, gast.Try) or not statement.handlers:
            continue
        caught = {name for handler in statement.handlers for name in named(handler)}
        for inner in walk_statements(statement.body):
            if isinstance(inner, gast.Expr) and not isinstance(inner.value, KEPT):
                raise UnsupportedSyntax(
                    "an expression in a `try` is only evaluated, to see what it raises",
                    inner,
                    "ask before, as in `if isinstance(x, np.ndarray)`",
                )
            for title, attribute, node in tried(inner) if "AttributeError" in caught else ():
                if title not in arrays:
                    raise depends_on_type(title, attribute, node)
    for node in walk(tree):
        title, attribute = with_default(node)
        if title and title not in arrays and attribute in OF_NUMPY:
            raise depends_on_type(title, attribute, node)


def depends_on_type(title: str, attribute: str, node: gast.AST) -> UnsupportedSyntax:
    """Return the refusal of an attribute that some numbers have."""
    return UnsupportedSyntax(
        f"whether there is an attribute `{attribute}` depends on the type of `{title}`",
        node,
        f"ask for it: `if isinstance({title}, np.ndarray)`",
    )


def with_default(node: gast.AST) -> tuple[str, str]:
    """Return the variable and the attribute of `getattr(x, "size", 1)`, "" and "" if it is none.

    >>> from srcdiff.syntax import expression
    >>> with_default(expression("getattr(x, 'size', 1)"))
    ('x', 'size')
    """
    if callee_of(node) != "getattr" or len(node.args) != 3:
        return "", ""
    owner, attribute, _ = node.args
    is_plain = isinstance(owner, gast.Name) and isinstance(attribute, gast.Constant)
    return (owner.id, str(attribute.value)) if is_plain else ("", "")


def named(handler: gast.ExceptHandler) -> Iterator[str]:
    """Return the names of the exceptions that a handler takes."""
    kind = handler.type
    parts = kind.elts if isinstance(kind, gast.Tuple) else [kind]
    yield from (dotted(part) for part in parts if part is not None)


def tried(statement: Statement) -> Iterator[tuple[str, str, gast.AST]]:
    """Return the attributes of variables that only numbers of NumPy have, not those of Python."""
    for node in own_nodes(statement):
        if not isinstance(node, gast.Attribute) or node.attr not in OF_NUMPY:
            continue
        title = dotted(node.value)
        if isinstance(node.value, gast.Name) and title not in MODULES:
            yield title, node.attr, node

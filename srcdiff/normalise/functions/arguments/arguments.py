"""Pass every argument of the user's functions by position, defaults included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.errors import UnsupportedSyntax, WrongCall
from srcdiff.front.callables import own_signature
from srcdiff.normalise.control_flow.comparisons import is_called
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.normalise.functions.standard_names import standard_name
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    bottom_up,
    callee_of,
    constant,
    element,
    expression,
    has_star,
    locate,
    name,
    path,
    rebuild,
)

DEFAULT = f"{SEPARATOR}default"  # ends the name of a default value that is no number


@needs(OWN_FUNCTIONS)
def arguments(tree: gast.FunctionDef, functions: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with positional arguments only, where it calls the user's functions.

    Raises WrongCall for a call that does not fit the called function.

    >>> from srcdiff.syntax import function, unparse
    >>> def g(a, b=2.0, *, c=3): ...
    >>> print(unparse(arguments(function("def f(x): return g(x, c=x) + h(x, c=x)"), {"g": g})))
    def f(x):
        return g(x, 2.0, x) + h(x, c=x)
    """

    naming = Naming(tree)

    def change(node: gast.AST) -> gast.AST:
        called = callee_of(node)
        if called not in functions:
            return node
        if has_star(node.args) or any(word.arg is None for word in node.keywords):
            raise UnsupportedSyntax(
                "starred arguments are not supported yet", node, "pass the arguments one by one"
            )
        new = positional(node, called, functions[called])
        return in_order(node, new, functions, naming)

    return bottom_up(tree, change)


def positional(node: gast.Call, called: str, function: Any) -> gast.AST:
    """Return a call with all arguments in the order of the called function's parameters."""
    # as its own text has it: what a decorator put around a function may take `*args`
    signature = own_signature(function)
    words = {word.arg: word.value for word in node.keywords}
    try:
        bound = signature.bind(*node.args, **words)
    except TypeError as error:
        reason = str(error).replace("'", "`")
        names = ", ".join(f"`{parameter}`" for parameter in signature.parameters)
        raise WrongCall(
            f"`{called}` cannot be called like this: {reason}",
            node,
            f"its parameters are {names}" if names else "it takes no arguments",
        ) from None
    values = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            raise UnsupportedSyntax(
                f"`{called}` takes `**{parameter.name}`, which is not supported",
                node,
                "give it one parameter for each argument",
            )
        if parameter.kind is parameter.VAR_POSITIONAL:
            starred = list(bound.arguments.get(parameter.name, ()))
            values.append(locate(gast.Tuple(starred, gast.Load()), node))
            continue
        if parameter.name in bound.arguments:
            values.append(bound.arguments[parameter.name])
        else:
            value = literal(parameter.default)
            if value is None:  # what it is tells the function itself
                value = name(f"{parameter.name}{DEFAULT}")
            values.append(locate(value, node))
    return gast.copy_location(gast.Call(node.func, values, []), node)


def in_order(
    written: gast.Call, new: gast.Call, functions: Mapping[str, Any], naming: Naming
) -> Expression:
    """Return a call whose arguments are computed in the order in which they are written."""
    values = [*written.args, *(word.value for word in written.keywords)]
    values = [value for value in values if not isinstance(value, (gast.Name, gast.Constant))]
    own = [id(value) for value in values]
    # those for `*args` are in a tuple now
    passed = [p for a in new.args for p in ([a] if id(a) in own else getattr(a, "elts", [a]))]
    ordered = own == [id(part) for part in passed if id(part) in own]
    if ordered or not any(is_called(value, functions) for value in values):
        return new
    named = [twice(value, naming) for value in values]
    again = {id(value): name for value, (_, name) in zip(values, named, strict=True)}

    def change(part: gast.AST) -> gast.AST:
        return again.get(id(part)) or (rebuild(part, change))

    first = [value for value, _ in named]
    whole = gast.Tuple([*first, rebuild(new, change)], gast.Load())
    return locate(element(whole, len(first)), written)


def literal(value: Any) -> Expression | None:
    """Return a default value as an expression; None for one that is no number and no string."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return expression(repr(value)) if is_plain(value) else constant(value)
    if standard_name(value):
        return path(standard_name(value))
    if isinstance(value, tuple):
        parts = [literal(item) for item in value]
        plain = type(value) is tuple and all(part is not None for part in parts)
        return gast.Tuple(parts, gast.Load()) if plain else None
    return None


def is_plain(value: Any) -> bool:
    """Return True if the text of a value is a literal: it is not for inf and nan."""
    return not isinstance(value, float) or value - value == 0.0

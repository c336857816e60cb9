"""Arrays instead of lists and constants that are written out, for functions of arrays."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.normalise.numpy_calls.axes import Arguments
from srcdiff.syntax import Expression, call, dotted, number, tuple_of


def with_tuple(node: gast.Call) -> Expression | None:
    """Return a call that joins arrays, lists and constants as one that joins arrays in a tuple."""
    if not node.args or not is_sequence(node.args[0]):
        return None
    parts = node.args[0].elts
    # `np.stack` gives each part one more dimension: what is a number has to stay one
    is_made = is_sequence if dotted(node.func) == "np.stack" else is_displayed
    if isinstance(node.args[0], gast.Tuple) and not any(map(is_made, parts)):
        return None
    first = tuple_of([as_array(part) if is_made(part) else part for part in parts])
    return gast.Call(node.func, [first, *node.args[1:]], node.keywords)


def is_displayed(part: Expression) -> bool:
    """Return True if one of the joined arrays is a list or tuple, or a constant."""
    return is_sequence(part) or number(part) is not None


def is_sequence(part: Expression) -> bool:
    """Return True if an expression is a list or tuple that is written out."""
    return isinstance(part, (gast.List, gast.Tuple))


def as_array(part: Expression) -> Expression:
    """Return a list that is written out, or a constant, as an array."""
    elements = part.elts if is_sequence(part) else [part]
    return call("np.array", gast.List(elements, gast.Load()))


def of_arrays(node: gast.Call, given: Arguments) -> Expression | None:
    """np.dot([0, 1], x) is np.dot(np.array([0, 1]), x)"""
    if not any(map(is_sequence, given.values())):
        return None
    return call(dotted(node.func), *map(as_operand, given.values()))


def on_arrays(title: str) -> Callable[[gast.Call, Arguments], Expression]:
    """np.quantile([0, x], q) is runtime.quantile(np.array([0, x]), q)"""
    return lambda node, given: call(title, *map(as_operand, given.values()))


def as_operand(value: Expression) -> Expression:
    """Return a list or tuple that is written out as an array, anything else as it is."""
    return call("np.array", value) if is_sequence(value) else value


def polynomial(node: gast.Call, given: Arguments) -> Expression:
    """np.polyval([1, 2], x) is runtime.polyval(np.array([1, 2]), x)"""
    p = given["p"]
    return call("runtime.polyval", as_array(p) if is_displayed(p) else p, given["x"])

"""Calls that functions of srcdiff/library stand for, as these take them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast
import numpy as np

from srcdiff.front.parse import signature
from srcdiff.library import chosen, contraction_along, for_call, scattering
from srcdiff.library.containers import count_of, index_of, to_list
from srcdiff.library.table import IN_PART
from srcdiff.normalise.numpy_calls.einsum_by_rank import einsum_by_rank
from srcdiff.syntax import Expression, call, locate, path

# functions of the library for methods of lists and arrays, with the number of their arguments
OF_CONTAINERS = {"index": (index_of, 1), "count": (count_of, 1), "tolist": (to_list, 0)}


def of_containers(node: gast.Call) -> Any:
    """Return the function for a method of lists or arrays that Numba lacks, None for any other."""
    if not isinstance(node.func, gast.Attribute) or node.keywords:
        return None
    function, count = OF_CONTAINERS.get(node.func.attr, (None, -1))
    is_text = isinstance(node.func.value, gast.Constant)
    return function if len(node.args) == count and not is_text else None


def as_function(node: gast.Call) -> tuple[Any, gast.Call]:
    """Return the function and its call for a method of arrays that Numba has in part.

    The method `sort` is not the function: it sorts in place.

    >>> from srcdiff.syntax import expression, unparse
    >>> function, node = as_function(expression("x.any(axis=1)"))
    >>> function is np.any, unparse(node)
    (True, 'np.any(x, axis=1)')
    >>> as_function(expression("x.any()"))[0] is None
    True
    """
    wanted = f"np.{node.func.attr}"
    is_known = wanted in IN_PART or wanted in METHODS
    function = getattr(np, node.func.attr, None) if is_known else None
    if function is np.sort or function is None or not hasattr(np.ndarray, node.func.attr):
        return None, node
    if wanted in METHODS:
        given = METHODS[wanted](node.func.value, list(node.args))
        own = gast.Call(path(wanted), given, node.keywords)
        return function, locate(own, node)
    own = gast.Call(path(wanted), [node.func.value, *node.args], node.keywords)
    return (None, node) if for_call(function, own) is None else (function, locate(own, node))


# functions of NumPy that others stand for in some calls, with other arguments
OTHERS: dict[Any, Callable[[gast.Call], tuple[Any, gast.Call] | None]] = {
    np.tensordot: contraction_along,
    np.einsum: einsum_by_rank,
}


def is_among(value: Any, known: Mapping[Any, Any]) -> bool:
    """Return True if a value, of whatever kind, is one of some functions."""
    return any(value is function for function in known)


TUPLES = (
    "axis",
    "window_shape",
    "axes",
    "shift",
    "shape",
    "dims",
    "multi_index",
)  # parameters of tuples


TAKE_ARRAYS = (
    *(scattering.add_at, scattering.subtract_at, scattering.multiply_at),
    *(chosen.put, chosen.putmask, chosen.place, chosen.reduceat),
)


def with_tuples(node: gast.Call, function: Any) -> gast.Call:
    """Return a call of a function of the library with tuples for lists of axes and the like.

    Functions that take places, and values for them, get arrays for lists that are written out.
    """
    known = dict(zip(signature(function).parameters, node.args, strict=False))
    wanted = {id(known[title]) for title in TUPLES if title in known}
    wanted |= {id(word.value) for word in node.keywords if word.arg in TUPLES}
    takes_arrays = function in TAKE_ARRAYS

    def change(part: Expression) -> Expression:
        if takes_arrays and isinstance(part, gast.Tuple):
            return gast.copy_location(gast.Tuple(list(map(change, part.elts)), gast.Load()), part)
        if takes_arrays and isinstance(part, gast.List):
            return locate(call("np.array", part), part)
        if id(part) in wanted and isinstance(part, gast.List):
            return gast.copy_location(gast.Tuple(part.elts, gast.Load()), part)
        return part

    words = [gast.keyword(word.arg, change(word.value)) for word in node.keywords]
    return gast.copy_location(gast.Call(node.func, list(map(change, node.args)), words), node)


# the arguments of functions of NumPy for methods of arrays, which are not their first argument
METHODS: dict[str, Callable[[Expression, list[Expression]], list[Expression]]] = {
    "np.compress": lambda array, given: [*given[:1], array, *given[1:]],
}

"""Which numbers of a core form are arrays without dimensions in NumPy.

They do what numbers do, but for what asks for their type, and what is written to them
(analyse/checks/zero_d_arrays.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast
import numpy as np

from srcdiff.core.operations import standard
from srcdiff.library.table import IN_PART, LIBRARY
from srcdiff.normalise.functions.mapped import Mapped
from srcdiff.normalise.functions.specialise import Flat, is_opaque
from srcdiff.runtime import without_dimensions
from srcdiff.syntax import Expression, callee_of, dotted, is_ellipsis, members

MARK = "array·of_number"  # what calls of it are named before names are resolved
MARKS: Mapping[str, Any] = {MARK: without_dimensions}
MARKED = "runtime.without_dimensions"

ALWAYS = {"asarray", "array", "copy", "where", "select", "isin", "full", "i0", "cov"}
ALWAYS |= {"squeeze", "cross_of_pairs", "without_dimensions", "broadcast_to", "reshape"}
SAME = {"real", "imag", "T"}  # what an array without dimensions has that is one, too
# functions of NumPy that give numbers where their results have no dimensions, as ufuncs do
NUMBERS = {
    *("sum", "prod", "mean", "std", "var", "ptp", "min", "max", "amin", "amax", "trace", "any"),
    *("all", "argmin", "argmax", "count_nonzero", "cumsum", "nansum", "nanprod", "nanmean"),
    *("nanstd", "nanvar", "nanmin", "nanmax", "nanargmin", "nanargmax", "median", "nanmedian"),
    *("average", "percentile", "quantile", "nanpercentile", "nanquantile", "dot", "vdot", "inner"),
    *("einsum", "interp", "trapezoid", "trapz", "searchsorted", "digitize", "take", "clip"),
    *("round", "around", "sinc", "angle", "nan_to_num", "iscomplexobj", "isclose", "allclose"),
    *("array_equal", "sign", "size", "ndim", "isreal", "iscomplex", "fix", "isscalar"),
    *("abs", "absolute", "item", "dtype", "pow", "acos", "asin", "atan", "atan2", "tolist"),
}


def number_or_array(value: Expression | None, functions: Mapping[str, Any]) -> frozenset[bool]:
    """Return whether a value without dimensions is an array in NumPy; both if nothing tells.

    `functions` are what names of functions stand for. Those of the user are asked elsewhere.

    >>> from srcdiff.syntax import expression
    >>> texts = ("np.where(c, x, 0.0)", "x[0, ...]", "x[0]", "np.sin(x)", "x.sum()", "a * b")
    >>> [[*number_or_array(expression(text), {})] for text in texts]
    [[True], [True], [False], [False], [False], [False]]
    >>> sorted(number_or_array(expression("np.polyval(c, x)"), {}))
    [False, True]
    """
    if isinstance(value, gast.Subscript):
        return frozenset([any(map(is_ellipsis, members(value.slice)))])
    if not isinstance(value, gast.Call):
        return frozenset([False])
    owner, _, word = callee_of(value).rpartition(".")
    if not owner:
        if word not in functions or not is_of_library(functions[word]):
            return frozenset([False])  # a builtin function, or one that is looked at by itself
        word = stands_for(functions[word])
    elif owner in ("math", "cmath", "operator"):
        return frozenset([False])
    if word in ALWAYS:
        return frozenset([True])
    function = standard(callee_of(value))
    is_number = word in NUMBERS or isinstance(function, (np.ufunc, type))
    is_number |= owner in ("np.linalg", "np.random")
    is_number |= owner == "runtime" and not hasattr(np, word)
    return frozenset([False]) if is_number else frozenset([False, True])


def is_by_element(function: Any) -> bool:
    """Return True for what np.vectorize makes: it calls a function with elements of arrays.

    >>> is_by_element(np.vectorize(abs)), is_by_element(abs)
    (True, False)
    """
    return isinstance(function, (Mapped, np.vectorize))


def is_of_library(function: Any) -> bool:
    """Return True for a function that stands for one of NumPy."""
    plain = function.function if isinstance(function, Flat) else function
    return str(getattr(plain, "__module__", "")).startswith("srcdiff.library")


def stands_for(function: Any) -> str:
    """Return the name in NumPy that a function of the library stands for, "" if it has none.

    >>> from srcdiff.library import from_library
    >>> stands_for(from_library(np.average)), stands_for(len)
    ('average', '')
    """
    plain = function.function if isinstance(function, Flat) else function
    if not is_opaque(plain):
        for title, one in [*LIBRARY.items(), *((t, e.function) for t, e in IN_PART.items())]:
            if one is plain:
                return title.rpartition(".")[2]
    return ""


def same_as(value: Expression | None) -> str:
    """Return the name of what is an array without dimensions if an expression is one, or "".

    >>> from srcdiff.syntax import expression
    >>> [same_as(expression(text)) for text in ("z.real", "np.real(z)", "operator.iadd(z, x)")]
    ['z', 'z', 'z']
    """
    if isinstance(value, gast.Attribute) and value.attr in SAME:
        return dotted(value.value)
    called = callee_of(value)
    changes = called.startswith("operator.i") and called not in ("operator.inv", "operator.is_")
    if isinstance(value, gast.Call) and value.args:
        return dotted(value.args[0]) if changes or called in ("np.real", "np.imag") else ""
    return ""

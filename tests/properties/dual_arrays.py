"""NumPy for arrays of dual numbers: arrays of objects, with what NumPy cannot do on them.

A function that is not here is NumPy's own: sums, products, copies, views, joined and sorted
arrays need only the arithmetic and the comparisons of their elements.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from .dual import SMOOTH, Dual, away_from_zero, maximum, minimum
from .dual_library import LINALG, SCALARS, WHOLE


def array_of(shape: Any, dtype: Any, value: Any) -> Any:
    """Return an array, of objects unless its elements are integers or booleans."""
    if dtype is not None and np.dtype(dtype).kind in "iub":
        return np.full(shape, 0 if value is None else value, dtype)
    made = np.empty(shape, dtype=object)
    made[...] = value
    return made


def like(value: Any) -> Callable[..., Any]:
    """Return a function that makes arrays of the shape of others."""

    def make(array: Any, dtype: Any = None) -> Any:
        return array_of(np.shape(array), dtype or np.asarray(array).dtype, value)

    return make


def shaped(value: Any) -> Callable[..., Any]:
    """Return a function that makes arrays of a shape."""
    return lambda shape, dtype=None: array_of(shape, dtype, value)


def objects(made: Any) -> Any:
    """Return an array of floats as one of objects, so that dual numbers can be written to it."""
    is_float = isinstance(made, np.ndarray) and made.dtype.kind == "f"
    return made.astype(object) if is_float else made


def made_by(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of NumPy that makes an array, made of objects."""
    return lambda *given, **words: objects(function(*given, **words))


def each(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Return a function of numbers that takes arrays, too, element by element."""
    elementwise = np.frompyfunc(function, count, 1)

    def apply(*given: Any) -> Any:
        if any(isinstance(part, np.ndarray) for part in given):
            return elementwise(*given)
        return function(*given)

    return apply


def linspace(start: Any, stop: Any, num: int = 50) -> Any:
    """Return numbers at equal distances."""
    if num == 1:
        return array_of(1, None, start)
    return start + (stop - start) * objects(np.arange(num) / (num - 1))


def var(array: Any, axis: int | None = None, ddof: int = 0) -> Any:
    """Return the variance."""
    array = np.asarray(array)
    gaps = array - np.mean(array, axis=axis, keepdims=True)
    count = array.size if axis is None else array.shape[axis]
    return np.sum(gaps * gaps, axis=axis) / (count - ddof)


def std(array: Any, axis: int | None = None, ddof: int = 0) -> Any:
    """Return the standard deviation."""
    return each(away_from_zero, 1)(NUMPY.sqrt(var(array, axis, ddof)))


def norm(array: Any) -> Any:
    """Return the root of the sum of squares."""
    return SMOOTH["sqrt"](np.sum(array * array))


def solve(matrix: Any, right: Any) -> Any:
    """Return the solution of a system of linear equations, by elimination with pivots."""
    rows, count = np.column_stack((matrix, right)).astype(object), len(matrix)
    for k in range(count):
        pivot = k + int(np.argmax([builtins.abs(float(lifted)) for lifted in values(rows[k:, k])]))
        rows[[k, pivot]] = rows[[pivot, k]]
        rows[k] = rows[k] / rows[k, k]
        for i in range(count):
            if i != k:
                rows[i] = rows[i] - rows[i, k] * rows[k]
    return rows[:, count] if np.ndim(right) == 1 else rows[:, count:]


def values(column: Any) -> list[float]:
    """Return numbers without their derivatives."""
    return [item.value if isinstance(item, Dual) else item for item in column]


def choose(condition: Any, first: Any, second: Any) -> Any:
    """Return elements of one of two arrays."""
    if isinstance(condition, (bool, np.bool_)) and np.ndim(first) == np.ndim(second) == 0:
        return first if condition else second
    return np.where(condition, first, second)


ELEMENTWISE: dict[str, tuple[Callable[..., Any], int]] = {
    **{name: (SMOOTH[name], 1) for name in ("sin", "cos", "tanh", "exp", "log", "sqrt")},
    **{name: (SMOOTH[name], 1) for name in ("expm1", "log1p", "cosh")},
    "arctan": (SMOOTH["atan"], 1),
    "arctan2": (SMOOTH["atan2"], 2),
    "hypot": (SMOOTH["hypot"], 2),
    "square": (lambda x: x * x, 1),
    **SCALARS,
    "abs": (abs, 1),
    "maximum": (maximum, 2),
    "minimum": (minimum, 2),
    "clip": (lambda x, low, high: minimum(maximum(x, low), high), 3),
}

NUMPY = SimpleNamespace(
    **{
        **vars(np),
        **{name: each(function, count) for name, (function, count) in ELEMENTWISE.items()},
        "zeros": shaped(0.0),
        "ones": shaped(1.0),
        "empty": shaped(None),  # an element that was never written cannot be computed with
        "full": lambda shape, value, dtype=None: array_of(shape, dtype, value),
        "zeros_like": like(0.0),
        "ones_like": like(1.0),
        "empty_like": like(None),
        "full_like": lambda array, value: array_of(array.shape, None, value),
        "array": made_by(np.array),
        "arange": made_by(np.arange),
        "eye": made_by(np.eye),
        "linspace": linspace,
        "where": choose,
        "var": var,
        "std": std,
        "linalg": SimpleNamespace(norm=norm, solve=solve, **LINALG),
        **WHOLE,
    }
)

"""What lets a function of numbers take arrays too, element by element, compiled or not."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import types as numba_types
from numba.extending import overload, register_jitable

types: Any = numba_types  # Numba does not annotate all of it
Function = Callable[..., Any]
Numeric = Callable[..., float]  # also arrays for arrays, which the types do not tell

ELEMENTWISE: set[Function] = set()  # the functions that were made here


def elementwise(function: Numeric) -> Numeric:
    """Return a function of numbers as one of numbers and of arrays, with broadcasting.

    The result is in single precision where all floating-point arguments are. Integers are
    taken for floats, as SciPy takes them: what is computed of them does not wrap.

    >>> @elementwise
    ... def cube(x): return x * x * x
    >>> cube(2.0), cube(np.array([1.0, 2.0]))
    (8.0, array([1., 8.]))
    """
    count = function.__code__.co_argcount
    scalar = register_jitable(OF_REALS[count](register_jitable(function)))

    @functools.wraps(function)
    def each(*arguments: Any) -> Any:
        kind = precision(*(np.asarray(a).dtype for a in arguments))
        if not any(isinstance(a, np.ndarray) for a in arguments):
            return narrowed(scalar(*arguments), kind)
        shape = np.broadcast_shapes(*map(np.shape, arguments))
        result = np.empty(shape, kind)
        parts = [np.broadcast_to(a, shape) for a in arguments]
        for place in np.ndindex(shape):
            result[place] = scalar(*(part[place] for part in parts))
        return result

    compiled(each, scalar, "d" * count)
    return each


def real(value: Any) -> Any:
    """Return a number as one that is not an integer.

    >>> real(np.uint8(3)), real(np.float32(0.5))
    (3.0, np.float32(0.5))
    """
    return float(value) if isinstance(value, (int, np.integer, np.bool_)) else value


@overload(real)  # type: ignore[untyped-decorator]
def compiled_real(value: Any) -> Any:
    """Return what is compiled for `real`."""

    def same(value: Any) -> Any:
        return value

    def cast(value: Any) -> Any:
        return float(value)

    return same if isinstance(types.unliteral(value), types.Float) else cast


def narrowed(value: Any, kind: Any) -> Any:
    """Return a number in single precision if that is asked for."""
    return np.float32(value) if kind is np.float32 else value


def precision(*kinds: Any) -> Any:
    """Return the type of a result: float32 if there are such arguments and none of float64."""
    return np.float32 if np.float32 in kinds and np.float64 not in kinds else np.float64


OF_REALS: dict[int, Callable[[Function], Function]] = {
    1: lambda scalar: lambda a: scalar(real(a)),
    2: lambda scalar: lambda a, b: scalar(real(a), real(b)),
    3: lambda scalar: lambda a, b, c: scalar(real(a), real(b), real(c)),
    4: lambda scalar: lambda a, b, c, d: scalar(real(a), real(b), real(c), real(d)),
}


def compiled(each: Function, scalar: Any, letters: str) -> None:
    """Let compiled code call a function with numbers and with arrays.

    `scalar` is what compiled code calls for numbers; `letters` has an l for each argument
    that has to be an integer.
    """
    ELEMENTWISE.add(each)

    def typed(*given: Any) -> Function | None:
        kinds = [getattr(kind, "dtype", kind) for kind in map(types.unliteral, given)]
        if not all(isinstance(kind, (types.Float, types.Integer)) for kind in kinds):
            return None
        integers = [kind for a, kind in zip(letters, kinds, strict=True) if a == "l"]
        if not all(isinstance(kind, types.Integer) for kind in integers):
            return None
        narrow = types.float32 in kinds and types.float64 not in kinds
        kind = np.float32 if narrow else np.float64
        with_arrays = any(isinstance(k, types.Array) for k in given)
        return (BY_ELEMENT if with_arrays else BY_NUMBER)[len(letters)](scalar, kind)

    overload(each, strict=False)(PARAMETERS[len(letters)](typed))


def one_number(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for one number."""
    return lambda a: kind(scalar(a))


def two_numbers(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for two numbers."""
    return lambda a, b: kind(scalar(a, b))


def three_numbers(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for three numbers."""
    return lambda a, b, c: kind(scalar(a, b, c))


def four_numbers(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for four numbers."""
    return lambda a, b, c, d: kind(scalar(a, b, c, d))


def one_array(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for one array."""

    def implementation(a: Any) -> Any:
        result = np.empty(a.shape, kind)
        for place in np.ndindex(a.shape):
            result[place] = scalar(a[place])
        return result

    return implementation


def two_arrays(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for two arguments, of which one is an array."""

    def implementation(a: Any, b: Any) -> Any:
        shape = np.broadcast_shapes(np.shape(a), np.shape(b))
        of_a, of_b = np.broadcast_to(a, shape), np.broadcast_to(b, shape)
        result = np.empty(shape, kind)
        for place in np.ndindex(shape):
            result[place] = scalar(of_a[place], of_b[place])
        return result

    return implementation


def three_arrays(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for three arguments, of which one is an array."""

    def implementation(a: Any, b: Any, c: Any) -> Any:
        shape = np.broadcast_shapes(np.shape(a), np.shape(b), np.shape(c))
        of_a, of_b = np.broadcast_to(a, shape), np.broadcast_to(b, shape)
        of_c = np.broadcast_to(c, shape)
        result = np.empty(shape, kind)
        for place in np.ndindex(shape):
            result[place] = scalar(of_a[place], of_b[place], of_c[place])
        return result

    return implementation


def four_arrays(scalar: Any, kind: Any) -> Function:
    """Return what is compiled for four arguments, of which one is an array."""

    def implementation(a: Any, b: Any, c: Any, d: Any) -> Any:
        shape = np.broadcast_shapes(np.shape(a), np.shape(b), np.shape(c), np.shape(d))
        of_a, of_b = np.broadcast_to(a, shape), np.broadcast_to(b, shape)
        of_c, of_d = np.broadcast_to(c, shape), np.broadcast_to(d, shape)
        result = np.empty(shape, kind)
        for place in np.ndindex(shape):
            result[place] = scalar(of_a[place], of_b[place], of_c[place], of_d[place])
        return result

    return implementation


BY_NUMBER = {1: one_number, 2: two_numbers, 3: three_numbers, 4: four_numbers}
BY_ELEMENT = {1: one_array, 2: two_arrays, 3: three_arrays, 4: four_arrays}
PARAMETERS: dict[int, Callable[[Function], Function]] = {  # Numba asks for parameters with names
    1: lambda typed: lambda a: typed(a),
    2: lambda typed: lambda a, b: typed(a, b),
    3: lambda typed: lambda a, b, c: typed(a, b, c),
    4: lambda typed: lambda a, b, c, d: typed(a, b, c, d),
}

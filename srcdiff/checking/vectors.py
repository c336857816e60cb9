"""Arguments and results as vectors: random directions, inner products, and comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

SINGLE = (np.float32, np.complex64)


def is_float(value: Any) -> bool:
    """Return True for a floating-point or complex number, or an array of them.

    >>> is_float(1.0), is_float(2), is_float(np.zeros(2)), is_float((1.0, 2.0))
    (True, False, True, False)
    """
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fc"
    return isinstance(value, (float, complex, np.floating, np.complexfloating))


def random_like(value: Any, rng: np.random.Generator) -> Any:
    """Return random numbers in the form of a value, and None for what is not floating-point.

    >>> random_like((2.0, 3), np.random.default_rng(0))[1] is None
    True
    """
    if isinstance(value, tuple):
        parts = [random_like(part, rng) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, list):
        return [random_like(part, rng) for part in value]
    if getattr(getattr(value, "dtype", None), "names", None):
        return random_records(value, rng)
    if not is_float(value):
        return None
    shape = np.shape(value)
    found = rng.uniform(-1.0, 1.0, shape)
    if np.iscomplexobj(value):
        found = found + 1j * rng.uniform(-1.0, 1.0, shape)
    if isinstance(value, np.ndarray):
        return np.asarray(found).astype(value.dtype)
    return type(value)(found)


def random_records(value: Any, rng: np.random.Generator) -> Any:
    """Return records with random numbers in the fields that are floating-point."""
    made = np.zeros(np.shape(value), value.dtype)
    for field in value.dtype.names:
        if made[field].dtype.kind in "fc":
            made[field] = random_like(made[field], rng)
    return made if isinstance(value, np.ndarray) else made[()]


def leaves(value: Any) -> Iterator[Any]:
    """Yield the parts of a value, in order, and None for None.

    >>> list(leaves((1.0, (None, [2.0, 3.0]))))
    [1.0, None, 2.0, 3.0]
    """
    names = getattr(getattr(value, "dtype", None), "names", None)
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from leaves(part)
    elif names:
        for field in names:
            yield from leaves(value[field])
    else:
        yield value


def inner(first: Any, second: Any) -> tuple[float, float]:
    """Return the real inner product of two values of one form, and the sum of its magnitudes.

    What is None in one of them does not count.

    >>> inner((1.0, None), (2.0, 3.0)), inner(1j, 1j), inner((1.0, 2.0), (3.0, -1.0))
    ((2.0, 2.0), (1.0, 1.0), (1.0, 5.0))
    """
    total, size = 0.0, 0.0
    for a, b in zip(leaves(first), leaves(second), strict=True):
        if a is None or b is None:
            continue
        with np.errstate(all="ignore"):
            products = np.real(np.conj(np.asarray(a, complex)) * np.asarray(b, complex))
            total += float(np.sum(products))
            size += float(np.sum(np.abs(products)))
    return total, size


def precision(value: Any) -> float:
    """Return the rounding error of the least precise numbers of a value.

    >>> precision((1.0, 2)) == float(np.finfo(float).eps)
    True
    """
    parts = [getattr(part, "dtype", None) for part in leaves(value)]
    return float(np.finfo(np.float32 if any(d in SINGLE for d in parts) else np.float64).eps)


def is_close(first: Any, second: Any, tolerance: float) -> bool:
    """Return True if two values are the same but for rounding; nan is the same as nan.

    Numbers are compared by their values, whatever their types.

    >>> is_close((1.0, np.nan), (1, np.nan), 1e-9), is_close(np.zeros(2), np.zeros(3), 1e-9)
    (True, False)
    """
    one, other = list(leaves(first)), list(leaves(second))
    return len(one) == len(other) and all(
        same_part(a, b, tolerance) for a, b in zip(one, other, strict=True)
    )


def same_part(first: Any, second: Any, tolerance: float) -> bool:
    """Return True if two parts of values are the same but for rounding."""
    if first is None or second is None or isinstance(first, str) or isinstance(second, str):
        return bool(first is second or first == second)
    try:
        a, b = np.asarray(first, complex), np.asarray(second, complex)
    except (TypeError, ValueError):
        return True  # of what is no number nothing is known
    if a.shape != b.shape:
        return False
    with np.errstate(all="ignore"):
        alike = (a == b) | (np.isnan(a) & np.isnan(b))
        finite = np.isfinite(a) & np.isfinite(b)
        largest = float(np.max(np.abs(a[finite]), initial=0.0))
        near = finite & (np.abs(a - b) <= tolerance * (np.abs(a) + np.abs(b) + largest))
        return bool(np.all(alike | near))

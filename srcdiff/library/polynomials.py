"""Polynomials, with the coefficient of the highest power first."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.library.table import stands_for
from srcdiff.runtime import stop_gradient


@stands_for("np.polynomial.polynomial.polyval")
def polynomial_polyval(x: Any, c: Any) -> Any:
    """Return the value of a polynomial with the constant first: np.polynomial's polyval.

    >>> float(polynomial_polyval(3.0, np.array([2.0, 0.0, 1.0])))
    11.0
    """
    if len(c) == 0:
        raise IndexError("a polynomial has no coefficients")
    return np.polyval(c[::-1], x)


@stands_for("np.polyder")
def polyder(p: Any, m: int = 1) -> Any:
    """Return the m-th derivative of a polynomial: np.polyder.

    >>> polyder(np.array([1.0, 0.0, 2.0]))
    array([2., 0.])
    """
    if m < 1:
        raise ValueError("derivatives of polynomials are supported for m > 0")
    count = len(p) - m
    result = np.zeros(max(count, 0))
    for k in range(count):
        factor = 1.0
        for j in range(m):
            factor *= len(p) - 1 - k - j
        result[k] = factor * p[k]
    return result


@stands_for("np.polyint")
def polyint(p: Any, m: int = 1) -> Any:
    """Return the m-th integral of a polynomial, with zeros as its constants: np.polyint.

    >>> polyint(np.array([2.0, 0.0]))
    array([1., 0., 0.])
    """
    if m < 1:
        raise ValueError("integrals of polynomials are supported for m > 0")
    result = np.zeros(len(p) + m)
    for k in range(len(p)):
        divisor = 1.0
        for j in range(m):
            divisor *= len(p) - k + j
        result[k] = p[k] / divisor
    return result


@stands_for("np.polyadd")
def polyadd(a1: Any, a2: Any) -> Any:
    """Return the sum of two polynomials: np.polyadd.

    >>> polyadd(np.array([1.0, 2.0]), np.array([3.0]))
    array([1., 5.])
    """
    size = max(len(a1), len(a2))
    return lengthened(a1, size) + lengthened(a2, size)


def lengthened(a: Any, size: int) -> Any:
    """Return the coefficients of a polynomial with zeros before them."""
    if a.ndim != 1:
        raise NotImplementedError("coefficients are supported as vectors only")
    result = np.zeros(size, a.dtype)
    result[size - len(a) :] = a
    return result


@stands_for("np.polysub")
def polysub(a1: Any, a2: Any) -> Any:
    """Return the difference of two polynomials: np.polysub."""
    size = max(len(a1), len(a2))
    return lengthened(a1, size) - lengthened(a2, size)


@stands_for("np.polymul")
def polymul(a1: Any, a2: Any) -> Any:
    """Return the product of two polynomials: np.polymul.

    Raises ValueError where one begins with 0, which np.polymul leaves out: the coefficients of the
    product depend on it, and how many they are, only where it is not 0.

    >>> polymul(np.array([1.0, 1.0]), np.array([1.0, -1.0]))
    array([ 1.,  0., -1.])
    """
    for p in (a1, a2):
        if len(p) > 1 and p[0] == 0.0:
            raise ValueError("a polynomial begins with 0: use np.convolve instead of np.polymul")
    return np.convolve(a1, a2)


@stands_for("np.polyfit")
def polyfit(x: Any, y: Any, deg: int) -> Any:
    """Return the polynomial of least squares through points: np.polyfit.

    >>> polyfit(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]), 1).round(12)
    array([2., 1.])
    """
    if len(x) == 0:
        raise TypeError("expected non-empty vector for x")
    powers = np.vander(x, deg + 1)
    scale = np.sqrt(np.sum(powers * powers, 0))
    found, _, _, _ = np.linalg.lstsq(powers / scale, y)
    return found / scale


@stands_for("np.roots")
def roots(p: Any) -> Any:
    """Return the roots of a polynomial as complex numbers: np.roots.

    Each root is corrected by one step of Newton's method, in which only the coefficients have
    derivatives: these are -r^k / p'(r), by the theorem of implicit functions. A root that occurs
    more than once has none: p'(r) is 0, or a number that rounding has left.

    Those of real coefficients come in the order of another algorithm than those of complex ones.

    >>> roots(np.array([1.0, 0.0, 4.0])).imag
    array([ 2., -2.])
    """
    coefficients = np.asarray(p)
    if np.iscomplexobj(p):
        nearly = np.roots(stop_gradient(coefficients))
    else:
        nearly = runtime.real_roots(stop_gradient(coefficients))
    found = nearly.copy()
    value = np.zeros_like(found)
    slope = np.zeros_like(found)
    for k in range(len(coefficients)):
        slope = slope * found + value
        value = value * found + coefficients[k]
    for k in range(len(found)):
        if slope[k] != 0.0:
            found[k] -= value[k] / slope[k]
    return found

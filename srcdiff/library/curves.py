"""Areas below curves, values between points, and functions with rarer arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.trapezoid", positional=3, keywords=("x", "dx"))
def trapezoid(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """Return the areas below values along an axis: np.trapezoid.

    >>> trapezoid(np.array([[1.0, 3.0], [2.0, 2.0]]), axis=1)
    array([2., 2.])
    """
    if x is None and np.ndim(dx) > 0:
        return of_widths(y, dx, axis)
    if y.ndim == 1:
        if x is None:
            return np.trapezoid(y, dx=dx)
        return np.trapezoid(y, x)
    rows = np.moveaxis(y, axis, -1)
    middles = 0.5 * (rows[..., 1:] + rows[..., :-1])
    if x is None:
        return np.sum(middles * dx, -1)
    if x.ndim == 1:
        return np.sum(middles * (x[1:] - x[:-1]), -1)
    places = np.moveaxis(x, axis, -1)
    return np.sum(middles * (places[..., 1:] - places[..., :-1]), -1)


def of_widths(y: Any, dx: Any, axis: int) -> Any:
    """Return the areas below values at distances that differ, which stand beside the last axis."""
    if y.ndim == 1:
        if dx.ndim != 1:
            raise NotImplementedError("`dx` of so many dimensions is not supported")
        return np.sum(0.5 * (y[1:] + y[:-1]) * dx)
    if dx.ndim > y.ndim:
        raise NotImplementedError("`dx` of so many dimensions is not supported")
    rows = np.moveaxis(y, axis, 0)
    middles = np.moveaxis(0.5 * (rows[1:] + rows[:-1]), 0, axis)
    return np.sum(middles * dx, axis)


@stands_for("np.interp", positional=3)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    """Return values between those at some points, and others outside: np.interp.

    >>> interp(np.array([-1.0, 0.5, 3.0]), np.array([0.0, 1.0]), np.array([2.0, 4.0]), left=0.0)
    array([0., 3., 4.])
    """
    inside = np.interp(x, xp, fp)
    if np.ndim(x) == 0:
        if right is not None and x > xp[-1]:  # first, as NumPy does where points are in no order
            return right
        if left is not None and x < xp[0]:
            return left
        return inside
    if left is not None:
        inside = np.where(x < xp[0], left, inside)
    if right is not None:
        inside = np.where(x > xp[-1], right, inside)
    return inside


@stands_for("np.linspace", positional=3, keywords=("num",))
def linspace(
    start: float, stop: float, num: int = 50, endpoint: bool = True, retstep: bool = False
) -> Any:
    """Return numbers at equal distances, also without the last, or with the step: np.linspace.

    >>> linspace(0.0, 1.0, 4, endpoint=False)
    array([0.  , 0.25, 0.5 , 0.75])
    """
    gaps = num - 1 if endpoint else num
    step = (stop - start) / gaps if gaps > 0 else np.nan
    if endpoint:
        numbers: Any = np.linspace(start, stop, num)
    else:
        numbers = start + (stop - start) / max(num, 1) * np.arange(num)
    if retstep:
        return numbers, step
    return numbers


@stands_for("np.vander", positional=2)
def vander(x: Any, N: int, increasing: bool = False) -> Any:
    """Return the powers of the elements of a vector, in rising order too: np.vander.

    >>> vander(np.array([2.0, 3.0]), 3, increasing=True)
    array([[1., 2., 4.],
           [1., 3., 9.]])
    """
    if increasing:
        return np.fliplr(np.vander(x, N))
    return np.vander(x, N)


@stands_for("np.linalg.lstsq", positional=2)
def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """Return the solution of least squares: np.linalg.lstsq.

    Raises LinAlgError where NumPy would take a small singular value for zero, with `rcond`.

    >>> lstsq(np.array([[2.0], [0.0]]), np.array([4.0, 1.0]))[0]
    array([2.])
    """
    found = np.linalg.lstsq(a, b)
    if rcond is not None:
        values = found[3]
        if len(values) > 0 and values[-1] <= rcond * values[0]:
            raise np.linalg.LinAlgError("the matrix has not full rank at this `rcond`")
    return found

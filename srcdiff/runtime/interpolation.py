"""Linear interpolation, and its derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable


@compilable
def interval(x: float, points: Any) -> int:
    """Return the interval between points that x is in, -1 outside of all.

    Raises ValueError where there are no points.
    """
    if len(points) == 0:
        raise ValueError("array of sample points is empty")
    if not points[0] <= x < points[-1]:
        return -1
    return int(np.searchsorted(points, x, side="right")) - 1


@compilable
def check_points(xp: Any, fp: Any) -> None:
    """Raise ValueError for points and values between which np.interp does not interpolate."""
    if len(xp) == 0:
        raise ValueError("array of sample points is empty")
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")


@compilable
def interp_slopes(g: Any, x: Any, xp: Any, fp: Any) -> Any:
    """Return the adjoint of the places of interpolation; 0 where it gives a constant.

    >>> import numpy as np
    >>> knots = np.array([0.0, 1.0, 3.0])
    >>> interp_slopes(np.ones(4), np.array([0.5, 1.0, 2.0, 4.0]), knots, knots**2)
    array([1., 4., 4., 0.])
    """
    check_points(xp, fp)
    result = np.zeros(x.shape, x.dtype)
    for place in np.ndindex(x.shape):
        k = interval(x[place], xp)
        if k >= 0:
            result[place] = g[place] * (float(fp[k + 1]) - fp[k]) / (float(xp[k + 1]) - xp[k])
    return result


@compilable
def interp_points(g: Any, x: Any, xp: Any, fp: Any) -> Any:
    """Return the adjoint of the points between which is interpolated."""
    check_points(xp, fp)
    result = np.zeros(len(xp), xp.dtype)
    for place in np.ndindex(x.shape):
        k = interval(x[place], xp)
        if k >= 0:
            width = xp[k + 1] - xp[k]
            slope = g[place] * (float(fp[k + 1]) - fp[k]) / width
            share = (x[place] - xp[k]) / width
            result[k] -= slope * (1.0 - share)
            result[k + 1] -= slope * share
    return result


@compilable
def interp_values(g: Any, x: Any, xp: Any, fp: Any) -> Any:
    """Return the adjoint of the values between which is interpolated."""
    check_points(xp, fp)
    result = np.zeros(len(fp), fp.dtype)
    for place in np.ndindex(x.shape):
        k = interval(x[place], xp)
        if k >= 0:
            share = (float(x[place]) - xp[k]) / (float(xp[k + 1]) - xp[k])
            result[k] += g[place] * (1.0 - share)
            result[k + 1] += g[place] * share
        elif x[place] < xp[0]:
            result[0] += g[place]
        else:
            result[len(fp) - 1] += g[place]
    return result

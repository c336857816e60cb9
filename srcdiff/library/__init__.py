"""Functions of NumPy that Numba lacks, or takes in part, written as plain functions.

They are differentiated as functions of the user are, so they need no rules. What depends on
the numbers of dimensions is decided before: `x.ndim` is known from the types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from srcdiff.library import grids, polynomials, scattering, statistics

LIBRARY: dict[str, Callable[..., Any]] = {
    "np.average": statistics.average,
    "np.corrcoef": statistics.corrcoef,
    "np.cov": statistics.cov,
    "np.fill_diagonal": scattering.fill_diagonal,
    "np.gradient": grids.gradient,
    "np.insert": grids.insert,
    "np.meshgrid": grids.meshgrid,
    "np.pad": grids.pad,
    "np.polyadd": polynomials.polyadd,
    "np.polyder": polynomials.polyder,
    "np.polyfit": polynomials.polyfit,
    "np.polyint": polynomials.polyint,
    "np.polymul": polynomials.polymul,
    "np.polysub": polynomials.polysub,
    "np.polynomial.polynomial.polyval": polynomials.polynomial_polyval,
    "np.take_along_axis": grids.take_along_axis,
}
AT: dict[Any, Callable[..., Any]] = {  # such as np.add.at
    np.add: scattering.add_at,
    np.subtract: scattering.subtract_at,
    np.multiply: scattering.multiply_at,
}


def from_library(value: Any) -> Callable[..., Any] | None:
    """Return the function that stands for one of NumPy, or None.

    >>> from_library(np.polyder).__name__, from_library(np.add.at).__name__, from_library(np.sin)
    ('polyder', 'add_at', None)
    """
    if not callable(value):
        return None
    owner = getattr(value, "__self__", None)
    if isinstance(owner, np.ufunc):
        return AT.get(owner) if value.__name__ == "at" else None
    for name, function in LIBRARY.items():
        if value is known(name):
            return function
    return None


def known(name: str) -> Any:
    """Return the function of NumPy of some name, None if this version of it has none."""
    found: Any = np
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found

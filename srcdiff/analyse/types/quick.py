"""Functions that are compiled in place of some of NumPy's, for which Numba's code is slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba.np.arraymath import check_axis_bounds

from srcdiff.analyse.types.axes import AXES, check_axis, is_axis_of_array, is_quick
from srcdiff.analyse.types.chosen import chooser, chosen_type


def quick(function: Any, given: Sequence[Any]) -> Callable[..., Any] | None:
    """Return what is compiled in place of a function, for arguments of some types, or None.

    >>> from numba.core import types
    >>> quick(np.swapaxes, (types.float64[:, :], types.int64, types.int64)).__name__
    'swapped_axes'
    >>> quick(np.where, (types.boolean[:], types.float64[:], types.float64)).__name__
    'chosen'
    >>> quick(np.sum, (types.float64[:],))
    """
    if function is np.where:
        result = chosen_type(given)
        return None if result is None else chooser(result.dtype)
    if function is check_axis_bounds:
        return check_axis if is_axis_of_array(given) else None
    return AXES[function] if function in AXES and is_quick(given) else None

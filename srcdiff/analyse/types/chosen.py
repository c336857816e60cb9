"""np.where of arrays, by code that Numba compiles in little time, and that runs faster.

Numba's own code finds the common shape by lists and strings, makes views of that shape, and looks
up each element by a tuple of indices: one to two seconds to compile for each combination of types.
Here one of two numbers is chosen for each element, as a ufunc does it. Compiled derivatives, and
what looks for their types, take that in place of np.where where `chosen_type` gives a type.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import vectorize
from numba.np.numpy_support import as_dtype, from_dtype

from srcdiff.analyse.types.types import types

NUMBERS = (types.Number, types.Boolean)


def chosen_type(given: Sequence[Any]) -> Any:
    """Return the type of np.where for arguments of some types, or None: they are left to Numba.

    >>> x, m = types.float64[::1], types.boolean[:, :]
    >>> chosen_type((m, x, types.int64))
    Array(float64, 2, 'C', False, aligned=True)
    >>> chosen_type((x, x, x)), chosen_type((types.boolean, types.int64, types.int64))
    (None, None)
    """
    if len(given) != 3:
        return None
    arrays = [part for part in given if isinstance(part, types.Array)]
    kinds = {(a.ndim, a.layout) for a in arrays}
    in_fortran_order = "F" in {layout for _, layout in kinds}
    if not arrays or not all(a.ndim for a in arrays):
        return None
    if in_fortran_order and (len(kinds) > 1 or given[0] not in arrays):
        return None
    condition, *values = map(number_in, given)
    if condition != types.boolean or not all(isinstance(v, NUMBERS) for v in values):
        return None
    common = np.promote_types(*map(as_dtype, values))
    rank: int = max(a.ndim for a in arrays)
    return types.Array(from_dtype(common), rank, "F" if in_fortran_order else "C")


def number_in(part: Any) -> Any:
    """Return the type of the elements of an array, and of a number itself."""
    return part.dtype if isinstance(part, types.Array) else types.unliteral(part)


@cache
def chooser(result: Any) -> Any:
    """Return the ufunc that chooses one of two numbers, and gives it a type.

    >>> x = np.array([1.0, 2.0])
    >>> chooser(types.float64)(x > 1.5, x, 0)
    array([0., 2.])
    """

    def chosen(condition: bool, x: Any, y: Any) -> Any:
        return result(x) if condition else result(y)

    return vectorize(chosen)

"""Joins of the arrays in a list, which may have any length."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable


@compilable
def joined(rows: Any) -> Any:
    """Return the arrays in a list one behind the other, along the first dimension.

    >>> import numpy as np
    >>> joined([np.zeros(1), np.ones(2)])
    array([0., 1., 1.])
    """
    count = 0
    for row in rows:
        count += row.shape[0]
    shape = (count,) + rows[0].shape[1:]  # noqa: RUF005 -- Numba compiles no star here
    whole = np.empty(shape, rows[0].dtype)
    begin = 0
    for row in rows:
        whole[begin : begin + row.shape[0]] = row
        begin += row.shape[0]
    return whole


@compilable
def stacked(rows: Any) -> Any:
    """Return the arrays in a list along a new first dimension.

    >>> import numpy as np
    >>> stacked([np.zeros(2), np.ones(2)])
    array([[0., 0.],
           [1., 1.]])
    """
    shape = (len(rows),) + rows[0].shape  # noqa: RUF005 -- Numba compiles no star here
    whole = np.empty(shape, rows[0].dtype)
    for k in range(len(rows)):
        whole[k] = rows[k]
    return whole


@compilable
def joined_along(rows: Any, axis: int) -> Any:
    """Return the arrays in a list one behind the other, along an axis.

    >>> import numpy as np
    >>> joined_along([np.zeros((2, 1)), np.ones((2, 2))], -1)
    array([[0., 1., 1.],
           [0., 1., 1.]])
    """
    place = axis % rows[0].ndim
    whole = joined([np.swapaxes(row, 0, place) for row in rows])
    return np.ascontiguousarray(np.swapaxes(whole, 0, place))


@compilable
def stacked_along(rows: Any, axis: int) -> Any:
    """Return the arrays in a list along a new dimension.

    >>> import numpy as np
    >>> stacked_along([np.zeros(2), np.ones(2)], -1)
    array([[0., 1.],
           [0., 1.]])
    """
    whole = stacked(rows)
    for k in range(axis % whole.ndim):
        whole = np.swapaxes(whole, k, k + 1)
    return np.ascontiguousarray(whole)


@compilable
def in_line(rows: Any) -> Any:
    """Return the arrays in a list side by side: vectors one behind the other.

    >>> import numpy as np
    >>> in_line([np.zeros(1), np.ones(2)]), in_line([np.zeros((1, 1)), np.ones((1, 2))])
    (array([0., 1., 1.]), array([[0., 1., 1.]]))
    """
    return joined_along(rows, min(rows[0].ndim - 1, 1))


@compilable
def side_by_side(rows: Any) -> Any:
    """Return the arrays in a list side by side: a vector is one column.

    >>> import numpy as np
    >>> side_by_side([np.zeros(2), np.ones(2)])
    array([[0., 1.],
           [0., 1.]])
    """
    columns = [np.ascontiguousarray(row).reshape((len(row), row[:1].size)) for row in rows]
    return joined_along(columns, 1)


@compilable
def on_top(rows: Any) -> Any:
    """Return the arrays in a list on top of each other: a vector is one row.

    >>> import numpy as np
    >>> on_top([np.zeros(2), np.ones(2)])
    array([[0., 0.],
           [1., 1.]])
    """
    return joined([np.atleast_2d(row) for row in rows])

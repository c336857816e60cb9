"""Memory: whether arrays share it, new arrays, and what is added to elements and to shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.errors import WrongShape
from srcdiff.runtime.compilable import compilable


@compilable
def overlap(a: Any, b: Any) -> bool:
    """Return True if two arrays may share an element.

    Exact for vectors with the same stride; otherwise their ranges of addresses are
    compared, and interleaved arrays count as sharing.

    >>> import numpy as np
    >>> x = np.zeros(9)
    >>> overlap(x, x[3:]), overlap(x[:3], x[3:]), overlap(x[::2], x[1::2])
    (True, False, False)
    """
    if a.size == 0 or b.size == 0:
        return False
    a_first = a_last = a.ctypes.data
    b_first = b_last = b.ctypes.data
    for k in range(a.ndim):
        step = (a.shape[k] - 1) * a.strides[k]
        a_first += min(step, 0)
        a_last += max(step, 0)
    for k in range(b.ndim):
        step = (b.shape[k] - 1) * b.strides[k]
        b_first += min(step, 0)
        b_last += max(step, 0)
    if a_last + a.itemsize <= b_first or b_last + b.itemsize <= a_first:
        return False
    if a.ndim == 1 and b.ndim == 1 and a.strides[0] == b.strides[0] and a.itemsize == b.itemsize:
        stride = abs(a.strides[0])
        if stride > 0:
            shift = (a.ctypes.data - b.ctypes.data) % stride
            return bool(shift < a.itemsize or stride - shift < a.itemsize)
    return True


@compilable
def collect(shape: Any) -> Any:
    """Return an array for values that are computed one by one.

    It stands for `np.empty` until the type of the values is known (containers/collected.py).
    """
    return np.empty(shape)


@compilable
def listed(count: Any, value: Any = 0.0) -> Any:
    """Return a list for values that are computed one by one; until then it has the same values.

    An array stands for it once the type of the values is known (normalise/containers/collected.py).
    """
    return [value] * count


@compilable
def lengthened(values: Any, value: Any) -> Any:
    """Return a list with one more value; an array stands for it later, as for `listed`."""
    return [*values, value]


@compilable
def nested(shape: Any, value: Any = 0.0) -> Any:
    """Return lists in lists of one value, or for values that are computed one by one.

    An array stands for them once the type of the values is known (containers/collected.py).
    """
    return in_lists(np.full(shape, value))


@compilable
def in_lists(array: Any) -> Any:
    """Return an array of two to four dimensions as lists in lists.

    >>> import numpy as np
    >>> len(in_lists(np.zeros((2, 1))))
    2
    """
    if array.ndim == 2:
        return [[value for value in row] for row in array]
    if array.ndim == 3:
        return [[[value for value in row] for row in rows] for rows in array]
    return [[[[value for value in row] for row in rows] for rows in part] for part in array]


@compilable
def in_array(rows: Any) -> Any:
    """Return an array of the numbers in a list of lists, which must be of one length.

    >>> in_array([[1.0, 2.0], [3.0, 4.0]]).shape
    (2, 2)
    """
    length = width(rows)
    for row in rows:
        if len(row) != length:
            raise ValueError("the lists in a list of lists differ in length")
    return np.array([value for row in rows for value in row]).reshape((len(rows), length))


@compilable
def width(rows: Any) -> int:
    """Return the number of elements in each row of an array, or of a list of lists.

    >>> width([[1.0, 2.0]]), width([])
    (2, 0)
    """
    return len(rows[0]) if len(rows) > 0 else 0


@compilable
def length(rows: Any) -> int:
    """Return the length of a list, which changes, as the length of an array does not.

    >>> length([1.0, 2.0])
    2
    """
    return len(rows)


@compilable
def add_at(array: Any, places: Any, values: Any) -> None:
    """Add values to the elements, or rows, of an array at some places, which may repeat.

    >>> import numpy as np
    >>> a = np.zeros(3)
    >>> add_at(a, np.array([0, 2, 0]), np.array([1.0, 2.0, 3.0]))
    >>> a
    array([4., 0., 2.])
    """
    if places.ndim == 1:
        for i in range(len(places)):
            array[places[i]] += values[i]
    else:  # a row of places may have one twice
        for place in np.ndindex(places.shape):
            array[places[place]] += values[place]


@compilable
def add_elsewhere(array: Any, values: Any) -> None:
    """Add arrays of one shape, unless they are the same array.

    >>> import numpy as np
    >>> a = np.ones(2)
    >>> add_elsewhere(a, a[:])
    >>> add_elsewhere(a, np.ones(2))
    >>> a
    array([2., 2.])
    """
    if array.ctypes.data != values.ctypes.data:
        array += values


@compilable
def add_to_each(arrays: Any, values: Any) -> None:
    """Add arrays in a list to those in another one, each at its place.

    Raises WrongShape where they are more or fewer, or of other shapes.

    >>> import numpy as np
    >>> arrays = [np.ones(2), np.ones(1)]
    >>> add_to_each(arrays, [np.ones(2), np.zeros(1)])
    >>> arrays
    [array([2., 2.]), array([1.])]
    """
    if len(arrays) != len(values):
        raise WrongShape("the cotangent has not the length of the result: pass one that has")
    for k in range(len(arrays)):
        array, value = arrays[k], values[k]
        if array.shape != value.shape:
            raise WrongShape("the cotangent has not the shape of the result: pass one that has")
        array += value


@compilable
def fit(g: Any, x: Any) -> Any:
    """Return the sums of an array over the axes along which another one was broadcast.

    >>> import numpy as np
    >>> fit(np.ones((2, 3)), np.zeros(3)), fit(np.ones((2, 3)), np.zeros((2, 1)))
    (array([2., 2., 2.]), array([[3.],
           [3.]]))
    """
    return fit_shape(g, x.shape)


@compilable
def fit_shape(g: Any, shape: Any) -> Any:
    """Return the sums of an array over the axes along which one of some shape was broadcast.

    Raises ValueError for a shape that is not broadcast to that of the array.

    >>> import numpy as np
    >>> fit_shape(np.ones((2, 3)), (3,))
    array([2., 2., 2.])
    """
    if g.ndim == len(shape) and g.shape == shape:
        return np.reshape(np.ascontiguousarray(g), shape)
    extra = g.ndim - len(shape)
    size = 1
    for k in range(len(shape)):
        size *= shape[k]
        if shape[k] != 1 and (k + extra < 0 or shape[k] != g.shape[k + extra]):
            raise ValueError("these shapes cannot be broadcast")
    flat = np.zeros(size, g.dtype)
    for index in np.ndindex(g.shape):
        place = 0
        for k in range(len(shape)):
            place *= shape[k]
            if shape[k] > 1:
                place += index[k + extra]
        flat[place] += g[index]
    return np.reshape(flat, shape)


@compilable
def of_rule(value: Any, shape: Any) -> Any:
    """Return what a rule gives for an array, if it has the shape of that array.

    Raises WrongShape if it has another one.

    >>> import numpy as np
    >>> of_rule(np.ones(2), (2,))
    array([1., 1.])
    """
    if np.shape(value) != shape:
        raise WrongShape("a rule gives an array of another shape than what it belongs to has")
    return value


@compilable
def shaped(g: Any, x: Any) -> Any:
    """Return an adjoint of zeros in the shape of its array; any other has it already.

    >>> import numpy as np
    >>> shaped(np.zeros(1), np.ones(3)), shaped(np.ones(1), np.ones(1))
    (array([0., 0., 0.]), array([1.]))
    """
    return g if g.shape == x.shape else np.zeros(x.shape, g.dtype)


@compilable
def spread(x: Any, model: Any) -> Any:
    """Return an array repeated along the axes in which another one is larger.

    >>> import numpy as np
    >>> spread(np.array([1.0, 2.0]), np.zeros((2, 2)))
    array([[1., 2.],
           [1., 2.]])
    """
    d = np.empty_like(model)
    d[...] = x
    return d

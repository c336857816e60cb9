"""Methods of lists and tuples, arrays as lists, and arrays without axes of length 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.kinds import widened


def index_of(values: Any, value: Any) -> int:
    """Return the first position of a value in a list: the method `index`.

    >>> index_of([3, 5, 5], 5)
    1
    """
    found = -1
    for k in range(len(values)):
        if found < 0 and values[k] == value:
            found = k
    if found < 0:
        raise ValueError("the value is not in the list")
    return found


def count_of(values: Any, value: Any) -> int:
    """Return how often a value is in a list: the method `count`.

    >>> count_of([3, 5, 5], 5)
    2
    """
    count = 0
    for k in range(len(values)):
        if values[k] == value:
            count += 1
    return count


def to_list(a: Any) -> Any:
    """Return an array as a list, of lists for a matrix: the method `tolist`.

    >>> to_list(np.eye(2, dtype=int))[0] == [1, 0]
    True
    """
    if np.ndim(a) == 0:
        return a
    if a.ndim == 1:
        return [element for element in widened(a)]
    if a.ndim == 2:
        wide = widened(a)
        return [[element for element in row] for row in wide]
    raise NotImplementedError("`tolist` is supported for vectors and matrices")


def squeeze(a: Any) -> Any:
    """Return an array without its axis of length 1: np.squeeze, where no axis is named.

    The rank of the result has to be known beforehand: there has to be one such axis, and in a
    vector none.

    >>> squeeze(np.ones((3, 1))), squeeze(np.ones(2))
    (array([1., 1., 1.]), array([1., 1.]))
    """
    if np.ndim(a) == 0:
        return a
    if a.ndim == 1:
        if len(a) == 1:
            raise NotImplementedError("name the axes of np.squeeze: this vector has one element")
        return a
    single = 0
    for k in range(a.ndim):
        if a.shape[k] == 1:
            single += 1
    if single != 1:
        raise NotImplementedError("name the axes of np.squeeze: not one axis is of length 1")
    if a.ndim == 2:
        return a[0] if a.shape[0] == 1 else a[:, 0]
    if a.ndim == 3:
        return a[0] if a.shape[0] == 1 else (a[:, 0] if a.shape[1] == 1 else a[:, :, 0])
    raise NotImplementedError("np.squeeze without axes is supported for up to three dimensions")


def smallest_by(values: Any, key: Any) -> Any:
    """Return the first value with the smallest key: the built-in `min`.

    >>> smallest_by([3.0, -1.0, 1.0], abs)
    -1.0
    """
    if len(values) == 0:
        raise ValueError("min() iterable argument is empty")
    best = 0
    least = key(values[0])
    for k in range(1, len(values)):
        found = key(values[k])
        if found < least:
            best, least = k, found
    return values[best]


def largest_by(values: Any, key: Any) -> Any:
    """Return the first value with the largest key: the built-in `max`.

    >>> largest_by([3.0, -4.0, 4.0], abs)
    -4.0
    """
    if len(values) == 0:
        raise ValueError("max() iterable argument is empty")
    best = 0
    most = key(values[0])
    for k in range(1, len(values)):
        found = key(values[k])
        if found > most:
            best, most = k, found
    return values[best]


def smallest_numbered(values: Any, start: int, key: Any) -> Any:
    """Return the first pair of number and value with the smallest key: `min` of `enumerate`.

    >>> smallest_numbered([3.0, -1.0], 0, lambda pair: pair[1])
    (1, -1.0)
    """
    if len(values) == 0:
        raise ValueError("min() iterable argument is empty")
    best = 0
    least = key((start, values[0]))
    for k in range(1, len(values)):
        found = key((start + k, values[k]))
        if found < least:
            best, least = k, found
    return start + best, values[best]


def largest_numbered(values: Any, start: int, key: Any) -> Any:
    """Return the first pair of number and value with the largest key: `max` of `enumerate`.

    >>> largest_numbered([3.0, -1.0], 1, lambda pair: pair[1])
    (1, 3.0)
    """
    if len(values) == 0:
        raise ValueError("max() iterable argument is empty")
    best = 0
    most = key((start, values[0]))
    for k in range(1, len(values)):
        found = key((start + k, values[k]))
        if found > most:
            best, most = k, found
    return start + best, values[best]


def smallest_pair(first: Any, second: Any, key: Any) -> Any:
    """Return the first pair of values with the smallest key: `min` of `zip`.

    >>> smallest_pair([3.0, 1.0], [2.0, 5.0], lambda pair: pair[0] * pair[1])
    (1.0, 5.0)
    """
    count = min(len(first), len(second))
    if count == 0:
        raise ValueError("min() iterable argument is empty")
    best = 0
    least = key((first[0], second[0]))
    for k in range(1, count):
        found = key((first[k], second[k]))
        if found < least:
            best, least = k, found
    return first[best], second[best]


def largest_pair(first: Any, second: Any, key: Any) -> Any:
    """Return the first pair of values with the largest key: `max` of `zip`.

    >>> largest_pair([3.0, 1.0], [2.0, 5.0], lambda pair: pair[0] * pair[1])
    (3.0, 2.0)
    """
    count = min(len(first), len(second))
    if count == 0:
        raise ValueError("max() iterable argument is empty")
    best = 0
    most = key((first[0], second[0]))
    for k in range(1, count):
        found = key((first[k], second[k]))
        if found > most:
            best, most = k, found
    return first[best], second[best]


def sorted_by(values: Any, key: Any) -> Any:
    """Return the values in the order of their keys: the built-in `sorted`.

    >>> sorted_by([3.0, -1.0, 2.0], abs)
    [-1.0, 2.0, 3.0]
    """
    order = np.argsort(np.array([key(value) for value in values]), kind="mergesort")
    return [values[k] for k in order]


def sorted_back_by(values: Any, key: Any) -> Any:
    """Return the values in falling order of their keys, equal ones as they stand: `sorted`.

    >>> sorted_back_by([3.0, -3.0, 4.0], abs)
    [4.0, 3.0, -3.0]
    """
    keys = np.array([key(value) for value in values])
    order = np.argsort(keys[::-1], kind="mergesort")[::-1]
    return [values[len(keys) - 1 - k] for k in order]


def accumulate(iterable: Any, func: Any = None, initial: Any = None) -> Any:
    """Return the sums of the first values, or what a function makes of them, as a list.

    It stands for itertools.accumulate.

    >>> accumulate([1.0, 2.0, 3.0]), accumulate([2.0, 3.0], max, initial=1.0)
    ([1.0, 3.0, 6.0], [1.0, 2.0, 3.0])
    """
    found = []
    if initial is not None:
        found.append(initial)
    for value in iterable:
        if len(found) == 0:
            found.append(value)
        elif func is None:
            found.append(found[-1] + value)
        else:
            found.append(func(found[-1], value))
    return found


def reduced(function: Any, sequence: Any, initial: Any = "") -> Any:
    """Return what a function of two makes of all values: functools.reduce.

    It is never compiled: `reduced_all` or `reduced_from` takes its place. The initial value may be
    None, but no text.

    >>> reduced(max, [1.0, 3.0]), reduced(max, [1.0], 2.0)
    (3.0, 2.0)
    """
    if isinstance(initial, str):
        return reduced_all(function, sequence)
    return reduced_from(function, sequence, initial)


def reduced_all(function: Any, sequence: Any) -> Any:
    """Return what a function of two makes of all values, one after the other.

    >>> reduced_all(max, [1.0, 3.0, 2.0]), reduced_all(pow, [2, 3, 2])
    (3.0, 64)
    """
    if len(sequence) == 0:
        raise TypeError("reduce() of empty iterable with no initial value")
    return reduced_from(function, sequence[1:], sequence[0])


def reduced_from(function: Any, sequence: Any, initial: Any) -> Any:
    """Return what a function of two makes of a value and all others.

    >>> reduced_from(max, [1.0, 3.0], 2.0), reduced_from(max, [], 1.0)
    (3.0, 1.0)
    """
    found = initial
    for value in sequence:
        found = function(found, value)
    return found


def found_at(keys: Any, key: Any) -> int:
    """Return the position of a key in a list, -1 if it is not there.

    >>> found_at([3, 5], 5), found_at([3, 5], 4)
    (1, -1)
    """
    found = -1
    for k in range(len(keys)):
        if found < 0 and keys[k] == key:
            found = k
    return found


def place_of(keys: Any, key: Any) -> int:
    """Return the position of a key in a list. Raises KeyError if it is not there.

    >>> place_of([3, 5], 5)
    1
    """
    found = found_at(keys, key)
    if found < 0:
        raise KeyError("the dictionary has no such key")
    return found

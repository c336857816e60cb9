"""Parts of the order of elements, different values, and how many there are of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.partition")
def partition(a: Any, kth: Any, axis: int = -1) -> Any:
    """Return the elements so that those in front of the kth are not greater: np.partition.

    Both sides are in any order, which need not be that of NumPy.

    >>> float(partition(np.array([3.0, 1.0, 2.0]), 1)[1])
    2.0
    """
    if a.ndim == 1:
        return a[np.argpartition(a, kth)]
    if a.ndim != 2:
        raise NotImplementedError("np.partition is supported for vectors and matrices")
    rows = np.moveaxis(a, axis, -1)
    (count, _) = rows.shape
    result = np.empty_like(rows)
    for i in range(count):
        result[i] = rows[i][np.argpartition(rows[i], kth)]
    return np.moveaxis(result, -1, axis)


@stands_for("np.unique", positional=1)
def unique(
    ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False
) -> Any:
    """Return the different elements, and where and how often they occur: np.unique.

    Of equal elements the first one counts.

    >>> unique(np.array([2.0, 1.0, 2.0]), return_counts=True)
    (array([1., 2.]), array([1, 2]))
    """
    if ar.ndim != 1:
        raise NotImplementedError("np.unique is supported for vectors")
    order = np.argsort(ar, kind="mergesort")
    values = ar[order]
    before, behind = values[:-1], values[1:]
    is_new = np.ones(len(values), np.bool_)
    is_new[1:] = (before != behind) & ((before == before) | (behind == behind))  # nan is nan
    places = np.flatnonzero(is_new)
    found, index = values[places], order[places]
    inverse = places_among(order, is_new)
    counts = np.diff(np.append(places, len(order)))
    if return_index and return_inverse and return_counts:
        return found, index, inverse, counts
    if return_index and return_inverse:
        return found, index, inverse
    if return_index and return_counts:
        return found, index, counts
    if return_inverse and return_counts:
        return found, inverse, counts
    if return_index:
        return found, index
    if return_inverse:
        return found, inverse
    return (found, counts) if return_counts else found


def places_among(order: Any, is_new: Any) -> Any:
    """Return for each element at which place among the different ones it is."""
    inverse = np.empty(len(order), np.int64)
    place = -1
    for k in range(len(order)):
        if is_new[k]:
            place += 1
        inverse[order[k]] = place
    return inverse


@stands_for("np.histogram")
def histogram(
    a: Any, bins: Any = 10, range: Any = None, density: bool = False, weights: Any = None
) -> Any:
    """Return how many elements are in each bin, or the sums of their weights: np.histogram.

    Of the counts only the weights have derivatives.

    >>> histogram(np.array([0.0, 1.0, 4.0]), 2, weights=np.array([0.5, 1.5, 3.0]))
    (array([2., 3.]), array([0., 2., 4.]))
    """
    edges = edges_of(a, bins, range)
    if weights is None:
        places = bins_of(np.ravel(a), edges)
        counts = np.bincount(places[places >= 0], minlength=len(edges) - 1)
    elif np.ndim(bins) > 0:
        counts = between(np.ravel(a), np.ravel(weights), edges)
    else:
        places = bins_of(np.ravel(a), edges)
        inside = places >= 0
        counts = np.bincount(places[inside], np.ravel(weights)[inside], len(edges) - 1)
    if density:
        return counts / (np.diff(edges) * np.sum(counts)), edges
    return counts, edges


def edges_of(a: Any, bins: Any, limits: Any) -> Any:
    """Return the limits of the bins of a histogram."""
    if np.ndim(bins) > 0:
        return np.copy(bins)
    if limits is None:
        low, high = (np.min(a), np.max(a)) if a.size > 0 else (0.0, 1.0)
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError("autodetected range is not finite")
    else:
        low, high = limits
    if low == high:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, bins + 1)


def between(values: Any, weights: Any, edges: Any) -> Any:
    """Return the sums of the weights of numbers between edges, as NumPy adds them up.

    They are differences of sums of all weights so far, which are nan behind one that is inf.
    """
    order = np.argsort(values)
    ordered = values[order]
    so_far = np.concatenate((np.zeros(1), np.cumsum(weights[order])))
    found = so_far[np.searchsorted(ordered, edges)]
    found[-1] = so_far[np.searchsorted(ordered, edges[-1], "right")]
    return np.diff(found)


def bins_of(values: Any, edges: Any) -> Any:
    """Return in which bin each number is, -1 for those outside; the last one has its end."""
    places = np.empty(len(values), np.int64)
    last = len(edges) - 2
    for k in range(len(values)):
        place = np.searchsorted(edges, values[k], side="right") - 1
        if place > last:
            place = last if values[k] == edges[-1] else -1
        places[k] = place
    return places

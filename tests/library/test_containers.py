"""Choices by keys, running results, positions in lists, and axes of length 1."""

from __future__ import annotations

import functools
import itertools
import operator
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from ..language.compare import check, check_both

X = np.array([0.7, 1.3, 2.1])
M = np.array([[1.9, 0.3, 0.2], [0.1, 1.4, 0.5], [0.4, 0.2, 1.7]])
Line = namedtuple("Line", "slope shift")
Function = Callable[..., Any]


def nearest(x: Any) -> float:
    return float(min(x, key=lambda e: (e - 1.2) ** 2) ** 2 + max(x[0], x[2], key=abs) * x[1])


def farthest_place(x: Any) -> float:
    k, e = max(enumerate(x, 1), key=lambda p: p[0] * p[1])
    i = min(range(len(x)), key=lambda j: x[j] * (j - 1.5) ** 2)
    return float(e * e * k + x[i] ** 3)


def of_two(x: Any) -> float:
    a, b = min(zip(x, x[::-1], strict=False), key=lambda p: p[0] * p[1] + p[0])
    return float(a * a * b)


def ordered(x: Any) -> float:
    falling = sorted(x, key=lambda e: (e - 1.5) ** 2, reverse=True)
    order = sorted(range(3), key=lambda k: -x[k])
    return float(falling[0] * falling[1] ** 2 + x[order[0]] * 3.0)


def ordered_rows(m: Any) -> float:
    rows = sorted(m, key=lambda row: row[1])
    return float(np.sum(rows[0] * rows[2] ** 2))


def running(x: Any) -> float:
    total = 0.0
    for s in itertools.accumulate(x):
        total += s * s
    products = list(itertools.accumulate(x, lambda a, b: a * b, initial=2.0))
    return float(total * products[3] + sum(itertools.accumulate(e * e for e in x)))


def reduced(x: Any) -> float:
    product = functools.reduce(operator.mul, x)
    horner = functools.reduce(lambda a, b: a * x[0] + b, x[::-1], 0)
    total = functools.reduce(lambda a, k: a + x[k] * k, range(3), 0)
    pair = functools.reduce(lambda p, e: (p[1] * e, p[0] + e), [e * e for e in x], (1.0, 2.0))
    return float(product * horner + total * pair[0] + pair[1] * functools.reduce(max, (x[0], x[1])))


def reduced_rows(m: Any) -> float:
    product = functools.reduce(np.dot, [m, m, m])
    return float(product[0, 1] + np.sum(functools.reduce(lambda a, b: a * b + 1.0, m, m[0])))


def places_in_lists(x: Any) -> float:
    powers = [2**i for i in range(3)]
    total = 0.0
    for k in range(3):
        total += x[powers.index(2**k)] * (k + 1.0) * [1, 1, 2].count(1)
    a = x.tolist()
    return total * a[1] + sum(a)


def rows_as_lists(m: Any) -> float:
    a = m.tolist()
    return float(a[0][1] * a[2][2] + sum(a[1]))


def without_axes(x: Any) -> float:
    columns = x[:, None] * x[None]
    row = np.squeeze(columns[:, :1]) * columns[:1].squeeze()
    total = np.sum(columns, keepdims=True)
    return float(np.sum(row) * np.squeeze(np.log(total) * 2.0 + total, axis=None))


def shifted(a: Any, axis: int | None = None) -> Any:
    top = np.max(a, axis=axis, keepdims=True)
    return np.squeeze(np.log(np.sum(np.exp(a - top), axis=axis, keepdims=True)) + top, axis=axis)


def of_all_axes(m: Any) -> float:
    return float(shifted(m[0], axis=0) * shifted(m) + np.sum(shifted(m, axis=1) ** 2))


def softened(x: Any) -> float:
    e = np.exp(x - x.max(axis=0, keepdims=True))
    return float(np.sum(e / e.sum(axis=-1, keepdims=True) * x))


def replaced(x: Any) -> float:
    line = Line(x[0], x[1])
    for _ in range(2):
        line = line._replace(slope=line.slope * line.shift)
    other = line._replace(shift=x[2] * len(line._fields))
    return float(line.slope * other.shift + other.slope)


def subscripts_in_names(m: Any) -> float:
    places = np.ndindex(m.shape)
    first = next(places)
    second = next(places)
    best = (0, 0)
    for k, p in enumerate(np.ndindex(*m.shape)):
        if m[p] * k > m[best]:
            best = p
    return float(m[best] ** 2 * m[first] * m[second] + sum(m[p] ** 2 for p in np.ndindex(3, 3)))


def ranges_in_names(x: Any) -> float:
    total = 0.0
    for up in (True, False):
        r = range(1, 3) if up else reversed(range(2))
        for i in r:
            total = total * x[i] + x[i]
    r = range(0, 6, 2)
    if x[0] > 0.5:
        r = range(2, -1, -1)
    return float(total * x[r[1]] * r.stop + len(r) * (x[0] if 2 in r else x[1]))


OF_VECTORS = [
    *(nearest, farthest_place, of_two, ordered, running, places_in_lists, without_axes, softened),
    *(replaced, ranges_in_names, reduced),
]
OF_MATRICES = [reduced_rows, ordered_rows, rows_as_lists, of_all_axes, subscripts_in_names]
CASES = [*((f, X) for f in OF_VECTORS), *((f, M) for f in OF_MATRICES)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_the_gradient_is_right_in_both_modes(case: tuple[Function, Any]) -> None:
    check_both(*case)


@pytest.mark.parametrize("case", CASES[::2], ids=lambda case: case[0].__name__)
def test_the_compiled_gradient_is_right(case: tuple[Function, Any]) -> None:
    check(*case, target="cpu")


def of_a_missing_value(x: Any) -> float:
    return float(x[[3, 4].index(int(x[0]))])


def squeezed(x: Any) -> float:
    return float(np.sum(np.squeeze(x) * 2.0))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_cannot_be_is_raised(target: str) -> None:
    with pytest.raises(ValueError, match="not in the list"):
        grad(of_a_missing_value, target=target)(X)
    with pytest.raises(NotImplementedError, match=r"name the axes of np\.squeeze"):
        grad(squeezed, target=target)(X[:1])
    np.testing.assert_allclose(grad(squeezed, target=target)(X[None]), [[2.0, 2.0, 2.0]])


def of_an_empty_list(x: Any) -> float:
    return float(min(x[3:], key=abs))


def of_nothing(x: Any) -> float:
    return float(functools.reduce(max, x[3:]))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_nothing_cannot_be_reduced_without_an_initial_value(target: str) -> None:
    with pytest.raises(TypeError, match="empty iterable with no initial value"):
        grad(of_nothing, target=target)(X)


def test_nothing_has_no_smallest_value() -> None:
    with pytest.raises((ValueError, SrcdiffError), match="empty"):
        grad(of_an_empty_list, target="python")(X)

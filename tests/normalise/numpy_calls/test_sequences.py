"""Functions of arrays that are given lists and tuples, and lists as conditions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

from ...language.compare import check, check_both

XS = [1.5, 0.5, 2.0]


def displays(x, y):
    spread = np.std([x, y, x * y]) * np.linalg.norm((x, y)) + np.median([x, y, 1])
    return spread * np.sum(np.exp([x, y])) * np.dot((x, 2.0), [y, 1.0]) * np.max([x, y])


def names(x, y):
    pair = (x, y, x - y)
    row = [x, y]
    row = [*row, 2.0]
    return np.mean(pair) * np.prod(row) + np.cumsum(pair)[1] * np.sum(np.hypot(pair, row))


def grown(x, y):
    found = []
    for k in range(4):
        if k * x > y:
            found.append(k * x)
    if not found:
        return x
    return np.average(found) + (np.sum(found) if found else y)


def nothing(x, y):
    found = []
    for k in range(3):
        if k * x > 100.0:
            found.append(k * x)
    return x * y if not found else found[0]


@pytest.mark.parametrize("function", [displays, names, grown, nothing])
def test_numbers(function: Any) -> None:
    check_both(function, 1.3, 0.4)
    check(function, 1.3, 0.4, target="cpu")


def of_list(xs):
    if not xs:
        return 0.0
    return np.sum(xs) * np.max(xs) + np.sum(np.sqrt(xs)) * np.polyval(xs, 0.5)


def of_tuple(xs):
    return np.sum(xs) * np.max(xs) + np.sum(np.sqrt(xs))


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("kind", [list, tuple])
def test_arguments(target: str, kind: Any) -> None:
    function: Any = of_list if kind is list else of_tuple
    found = grad(function, target=target)(kind(XS))
    assert type(found) is kind
    for place in range(3):
        above, below = list(XS), list(XS)
        above[place] += 1e-6
        below[place] -= 1e-6
        expected = (function(kind(above)) - function(kind(below))) / 2e-6
        assert found[place] == pytest.approx(expected, rel=1e-7)
    _, tangent = jvp(function, target=target)(kind(XS), kind([1.0, 2.0, 3.0]))
    assert tangent == pytest.approx(found[0] + 2.0 * found[1] + 3.0 * found[2])


def test_a_list_of_arrays() -> None:
    def largest(v):
        return np.max([v, 2.0 * v])

    found = grad(largest, target="python")(np.array(XS))
    np.testing.assert_array_equal(found, 2.0 * (np.array(XS) == max(XS)))


def weighted(w, x):
    r = x @ w
    return np.mean(r**2) + np.sum(r)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_products_with_lists_are_arrays(target: str) -> None:
    x = np.arange(6.0).reshape(2, 3)
    found = grad(weighted, target=target)(XS, x)
    expected = grad(weighted, target=target)(np.array(XS), x)
    np.testing.assert_allclose(found, expected)

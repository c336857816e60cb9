"""Lists that are arguments, alone and inside tuples: right, or refused where they are passed."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

from srcdiff import WrongCall, WrongShape, grad, jvp, value_and_grad, vjp
from srcdiff.backends.list_arguments import needs_another, passed, type_of

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
Rates = namedtuple("Rates", "up down")
UP = [[1.0, 0.5], [0.1, 0.2]]
DOWN = [[1.5, 0.5], [0.7, 0.8]]


def traffic(rates):
    up, down = rates
    total = 0.0
    for i in range(len(up)):
        for j in range(len(up[i])):
            total += up[i][j] * down[i][j]
    return total


def named_traffic(rates):
    return rates.up[0][1] * rates.down[1][0]


def weighted(parts):
    (table, weight), row = parts
    return table[0][1] * weight * row[1]


def scaled(table, factor):
    return [[value * factor for value in row] for row in table], factor


def squares(values, factor=2.0):
    total = 0.0
    for value in values:
        total += value * value * factor
    return total


def first_of_arrays(parts):
    arrays, factor = parts
    return np.sum(arrays[0]) * factor


def rows(table, factor):
    total = factor
    for row in table:
        for value in row:
            total += value * factor
    return total


@TARGETS
def test_tuples_of_lists_of_lists(target: str) -> None:
    value, found = value_and_grad(traffic, target=target)((UP, DOWN))
    assert value == traffic((UP, DOWN))
    assert found == (DOWN, UP)
    assert grad(traffic, target=target)((UP, np.array(DOWN)))[0] == DOWN
    shared = [1.0, 2.0]
    assert grad(traffic, target=target)(([shared] * 2, [shared] * 2))[0] == [shared] * 2
    found = grad(named_traffic, target=target)(Rates(UP, DOWN))
    assert found == Rates([[0.0, 0.7], [0.0, 0.0]], [[0.0, 0.0], [0.5, 0.0]])
    found = grad(weighted, target=target)(((UP, 3.0), [1, 2.0]))
    assert found == (([[0.0, 6.0], [0.0, 0.0]], 1.0), [0.0, 1.5])


@TARGETS
def test_cotangents_and_tangents_with_lists_of_lists(target: str) -> None:
    product = vjp(scaled, target=target)
    want = [[3.0, 1.0], [1.4, 1.6]]
    np.testing.assert_allclose(product(UP, 2.0, (DOWN, 1.0)), want)
    np.testing.assert_allclose(product(UP, 2.0, (np.array(DOWN), 1.0)), want)
    value, rate = jvp(traffic, target=target)((UP, DOWN), (UP, DOWN))
    np.testing.assert_allclose([value, rate], [1.98, 3.96])


@TARGETS
def test_empty_lists(target: str) -> None:
    assert grad(squares, target=target)([]) == []
    assert grad(squares, wrt="factor", target=target)([], 3.0) == 0.0
    assert grad(squares, target=target)([1, 0.5]) == [4.0, 2.0]
    for empty in ([[]], [[], []]):
        assert grad(rows, wrt=1, target=target)(empty, 2.0) == 1.0


REFUSED: list[Any] = [
    (rows, ([[1.0], [2.0, 3.0]], 2.0), WrongShape, "differ in length"),
    (rows, (iter([1.0]), 2.0), WrongCall, "is a list_iterator, which Numba does not know"),
    (traffic, (([[1.0], [2.0, 3.0]], UP),), WrongShape, "differ in length"),
    (traffic, ((UP, iter([1.0])),), WrongCall, "which Numba does not know"),
    (first_of_arrays, (([np.ones(2)], 2.0),), WrongCall, "of which there is no gradient"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0].__name__}-{case[3][:9]}")
@TARGETS
def test_what_is_refused_is_refused_at_the_parameter(case: Any, target: str) -> None:
    function, arguments, error, text = case
    with pytest.raises(error, match=text) as caught:
        grad(function, target=target)(*arguments)
    assert f"test_list_arguments.py:{function.__code__.co_firstlineno}:" in str(caught.value)


def test_types_and_what_is_passed() -> None:
    assert str(type_of([[]])) == "reflected list(reflected list(float64)<iv=None>)<iv=None>"
    assert type_of(Rates([], 1.0)).instance_class is Rates
    assert needs_another(Rates(UP, 1.0)) and isinstance(passed(Rates(UP, 1.0)), Rates)
    assert not needs_another([None, 1.0]) and not needs_another([["a"]])


@TARGETS
def test_lists_without_end(target: str) -> None:
    endless: list[Any] = [1.0]
    endless.append(endless)
    deep: Any = (1.0,)
    for _ in range(3000):
        deep = (deep,)
    for value in (endless, deep):
        with pytest.raises(WrongCall, match="which Numba does not know"):
            grad(rows, wrt="factor", target=target)(value, 2.0)

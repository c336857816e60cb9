"""Functions of which two results are one array, or an array and a view of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff.analyse.aliasing.statement_effects import FRESH, Summary
from srcdiff.analyse.aliasing.summaries import summarise
from srcdiff.syntax import expression

from ...differentiate.finite import check_both_modes
from ..forms import form

X = np.array([0.7, 1.3, 2.1])


def one_array_twice(u):
    own = u * 2.0
    return own, own


def array_and_view(u):
    own = u * u
    return own, own[::-1]


def view_and_array(u):
    own = np.outer(u, u)
    return own[1], own


def one_of_two(u):
    own = u * 2.0
    other = own
    if u[0] > 5.0:
        other = u * 3.0
    return own, other


def through_another(u):
    first, second = one_array_twice(u)
    return second, np.sum(u), first


def apart(u):
    return u * 2.0, u * 3.0


def constant_twice(x):
    one, two = one_array_twice(np.ones(3))
    one[0] = 5.0
    return np.sum(two * x)


def constant_view(x):
    one, two = array_and_view(np.array([1.0, 2.0, 3.0]))
    two[0] = 7.0
    return np.sum(one * x)


def constant_matrix(x):
    row, table = view_and_array(np.array([1.0, 2.0, 3.0]))
    row[1] = 0.5
    table[1, 2] = 4.0
    return np.sum(table @ x) + np.sum(row * x * x)


def constant_perhaps(x):
    one, two = one_of_two(np.ones(3))
    one[2] = 9.0
    return np.sum(two * x)


def constant_of_two_calls(x):
    one, size, two = through_another(np.ones(3))
    two[1] = size
    return np.sum(one * x)


def constant_in_a_loop(x):
    total = 0.0
    for k in range(3):
        one, two = one_array_twice(np.ones(3) * k)
        one[k] = 3.0
        total += np.sum(two * x)
    return total


def places_twice(n):
    found = np.arange(n)
    return found, found


def subscripts(x):
    one, two = places_twice(3)
    one[0] = 2
    return x[two[0]] * x[1]


def active_twice(x):
    one, two = one_array_twice(x)
    one[0] = x[1] * x[2]
    return np.sum(two * two)


def active_view(x):
    one, two = array_and_view(x)
    one[1] *= x[0]
    return np.sum(two * x)


def active_apart(x):
    one, two = apart(x)
    one[0] = x[1]
    return np.sum(one * two)


CONSTANTS = [
    constant_twice,
    constant_view,
    constant_matrix,
    constant_perhaps,
    constant_of_two_calls,
    constant_in_a_loop,
    subscripts,
    active_apart,
]


@pytest.mark.parametrize("function", CONSTANTS, ids=lambda function: function.__name__)
def test_results_that_share_memory(function: Any) -> None:
    check_both_modes(function, X)


@pytest.mark.parametrize("function", [constant_view, subscripts])
def test_results_that_share_memory_compiled(function: Any) -> None:
    check_both_modes(function, X, target="cpu")


@pytest.mark.parametrize("function", [active_twice, active_view])
def test_differentiated_results_that_share_memory(function: Any) -> None:
    check_both_modes(function, X)


def summary(text: str, *results: str, given: str = "n, x, y") -> Summary:
    """Return the summary of a function with some results."""
    made = form(text, given)
    return summarise(made.core, made.types, made.effects, tuple(map(expression, results)))


def test_what_callers_have_to_know() -> None:
    found = summary("a = x + y[0]\ny[1] = n\nprint(n)", "a", "x", "n")
    assert (found.reads, found.writes) == ({1, 2}, {2})
    assert found.results == ({FRESH}, {1}, frozenset())
    assert found.made == ({0}, frozenset(), frozenset())
    assert (found.impure, found.checking, found.inserts) == (True, False, False)
    assert found.shapes == {0: 1, 1: 1}  # the shape of a number is none
    assert found.fills == {2: frozenset({(1,)})}
    again = summary("a = np.sin(x)\nb = a\nc = a[1:]\nd = x[1:]\nassert n > 0", *"abcd")
    assert again.made == ({0}, {0}, {0}, frozenset())
    assert (again.impure, again.checking) == (True, True)
    assert again.shapes == {0: 1, 1: 1}
    assert summary("if n > 0:\n    y[0] = n\ny[:] = x").fills == {2: frozenset({()})}
    assert summary("for i in range(len(y)):\n    y[i] = n").fills == {2: frozenset({()})}
    assert summary("if n > 0:\n    y[0] = n").fills == {}

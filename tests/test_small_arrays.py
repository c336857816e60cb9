"""Small arrays in loops become variables: the gradients are right, and nothing is made there."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .differentiate.finite import check
from .rules.array_cases import Case
from .rules.test_arrays import adjoint_of, compare, cotangents
from .small_arrays import (
    SMALL,
    K,
    X,
    Y,
    choices,
    equal_elements,
    helpers,
    limits,
    masks_from_helpers,
    matrix,
    norms_of_nothing,
    reductions,
    state,
)

MADE = re.compile(r"^ {8}[^#\n]*(np\.(empty|zeros|array)|append|runtime\.fit)", re.MULTILINE)


def title(case: Case) -> str:
    """Return the name of the function."""
    return case.rule


@pytest.mark.parametrize("case", SMALL, ids=title)
def test_the_gradient(case: Case) -> None:
    weights = cotangents(case)
    compare(case, adjoint_of(case, "python", case.arguments, weights), weights)


@pytest.mark.parametrize("case", SMALL[::6], ids=title)
def test_the_compiled_gradient(case: Case) -> None:
    weights = cotangents(case)
    compare(case, adjoint_of(case, "cpu", case.arguments, weights), weights)


@pytest.mark.parametrize(
    "function",
    [
        *(state, matrix, helpers, reductions, equal_elements, norms_of_nothing, limits, choices),
        masks_from_helpers,
    ],
)
def test_no_arrays_are_made_in_loops(function: Any) -> None:
    text = grad(function, wrt=("x", "y", "k"), target="python").source(X, Y, K)
    assert not MADE.search(text)


def test_a_vector_of_another_length_is_refused() -> None:
    with pytest.raises(AssertionError, match="`y` has not 3 elements"):
        grad(state, target="python")(X, Y[:2], K)


@pytest.mark.parametrize("x, y", [(X[:1], Y), (X, Y[:1]), (X[:1], Y[:1])])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_a_vector_of_one_element_is_repeated(x: Any, y: Any, target: str) -> None:
    found = grad(state, wrt=("x", "y", "k"), target=target)(x, y, K)
    whole = np.repeat(x, 3 // len(x)), np.repeat(y, 3 // len(y))
    wanted = grad(state, wrt=("x", "y", "k"), target="python")(*whole, K)
    for given, part, all_parts in zip((x, y), found, wanted, strict=False):
        np.testing.assert_allclose(part, all_parts.reshape(len(given), -1).sum(1), rtol=1e-13)
    assert found[2] == pytest.approx(wanted[2], rel=1e-13)


def test_a_vector_whose_length_is_seen_is_not_repeated() -> None:
    def longest(x, n):
        v = x
        for _ in range(n):
            v = v * np.array([1.0, 2.0, 3.0])
        return np.sum(v * v) * len(v)

    np.testing.assert_allclose(grad(longest, target="python")(X[:1], 0), 2.0 * X[:1])
    np.testing.assert_allclose(grad(longest, target="python")(X[:1], 1), 84.0 * X[:1])


def test_an_array_that_is_not_made_again_and_again_stays() -> None:
    def once(x):
        v = np.array([x, 2.0 * x])
        return np.sum(v * v)

    assert "np.empty(2)" in grad(once, target="python").source(1.0)


def two_arrays(y: Any) -> Any:
    return np.array([y[0], 0.3]), np.array([1.0, y[1]])


def all_but_first(a: Any) -> Any:
    part = a[1:]
    return part


def results_that_are_subscripted(x: Any) -> Any:
    a, h = two_arrays(x)
    for _ in range(3):
        a = a + h * x[2]
    i = 1 if x[2] > 0.4 else 0
    return a[i] + h[0]


def results_in_a_loop(x: Any) -> Any:
    _, h = two_arrays(x)
    m = np.array([x[0], x[1]])
    for _ in range(3):
        m = m + h * x[2]
    total = 0.0
    for i in range(2):
        total += m[i] * h[i]
    return total


def empty_results(x: Any) -> Any:
    one = np.array([x[0]])
    rest = all_but_first(one)
    both = np.array([x[0], x[1]])
    return np.sum(rest * rest) + np.sum(all_but_first(all_but_first(both))) + both[1] * x[2]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    "function", [results_that_are_subscripted, results_in_a_loop, empty_results]
)
def test_results_of_functions(function: Any, target: str) -> None:
    x = np.array([0.7, 0.9, 0.5])
    check(grad(function, target=target)(x), function, x)


def roots_where_there_are_any(x: Any) -> Any:
    total = 0.0
    for k in range(3):
        v = np.array([x[0] - 0.5 * k, x[1], -x[2]])
        total += np.sum(np.where(v > 0.0, np.sqrt(v) * x[2], 0.3 * v))
    return total


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_values_that_do_not_exist_contribute_nothing(target: str) -> None:
    x = np.array([0.7, 0.9, 0.5])
    with np.errstate(invalid="ignore"):
        check(grad(roots_where_there_are_any, target=target)(x), roots_where_there_are_any, x)


def test_more_elements_than_a_small_array_has_are_not_written_to_it() -> None:
    def summed(x, n):
        total = x[0]
        one = x[:1] * 2.0
        for i in range(n):
            if i > 0:
                total += np.sum(one) * 0.1
            one[:] = np.full(3, total) * x
        return total

    with pytest.raises(UnsupportedSyntax, match=r"the shape \(3,\) does not fit one of the shape"):
        grad(summed, target="python")(np.array([0.3, 0.7, 0.4]), 4)


def test_sizes_below_zero_raise() -> None:
    def summed(x):
        work = np.zeros(-2)
        work[0] = x
        return work[0] * x

    with pytest.raises(ValueError, match="negative dimensions"):
        grad(summed, target="python")(0.7)


def test_a_vector_of_another_length_is_refused_when_it_runs() -> None:
    def summed(x, k):
        total = k
        for v in x:
            total += v * x[1]
            x = np.array([1.0, 2.0])
        return total

    with pytest.raises(AssertionError, match="need names of their own"):
        grad(summed, target="python")(np.array([0.4, 0.7, 1.1]), 0.6)
    found = grad(summed, target="python")(np.array([0.4, 0.7]), 0.6)
    np.testing.assert_allclose(found, [0.7, 0.4 + 2.0])

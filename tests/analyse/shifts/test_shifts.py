"""Which numbers are shifts that cancel, which only look like it, and what they make exact."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import derivative, grad, jvp, value_and_grad
from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.types.types import typeof
from srcdiff.program.shifted_calls import shifts_in
from srcdiff.program.units.units import Units
from srcdiff.syntax import base
from tests.differentiate.finite import check_both_modes

X = np.array([0.3, 1.2, -0.4, 0.9])
ROWS = np.array([[0.3, 1.2, -0.4], [2.0, 0.1, 0.4], [0.5, -0.7, 0.2]])
COUNT = 100_000


def largest_by_loop(x):
    m = x[0]
    for v in x:
        if v > m:
            m = v
    s = 0.0
    for v in x:
        s += math.exp(v - m)
    return m + math.log(s)


def largest_of_array(x):
    m = np.max(x)
    s = 0.0
    for v in x:
        s += np.exp(v - m)
    return np.log(s) + m


def whole_arrays(x):
    m = x.max()
    e = np.exp(x - m)
    return np.log(np.sum(e)) + m


def comprehension(x):
    m = max(x)
    return math.log(sum([math.exp(v - m) for v in x])) + m


def running_maximum(x):
    m = -math.inf
    for i in range(len(x)):
        m = max(m, x[i])
    s, i = 0.0, 0
    while i < len(x):
        distance = x[i] - m
        if distance > -700.0:
            s += math.exp(distance)
        i += 1
    return m + math.log(s)


def finite_shift(x):
    m = np.max(x)
    if not np.isfinite(m):
        m = 0.0
    return m + np.log(np.sum(np.exp(x - m)))


SUMS = [
    largest_by_loop,
    largest_of_array,
    whole_arrays,
    comprehension,
    running_maximum,
    finite_shift,
]


def shares(x: Any) -> Any:
    """Return the derivative of log-sum-exp, from an exact sum."""
    terms = np.exp(x - np.max(x))
    return terms / math.fsum(terms)


@pytest.mark.parametrize("function", SUMS, ids=lambda f: f.__name__)
def test_log_sum_exp_of_many_elements_has_exact_shares(function: Callable[..., float]) -> None:
    x = np.random.default_rng(5).normal(size=COUNT) * 3.0
    expected = shares(x)
    found = grad(function, target="python")(x)
    assert np.max(np.abs(found / expected - 1.0)) < 1e-13
    direction = np.linspace(0.5, 1.5, COUNT)
    _, change = jvp(function, target="python")(x, direction)
    assert abs(change / math.fsum(expected * direction) - 1.0) < 1e-13


def test_compiled_log_sum_exp_has_exact_shares() -> None:
    x = np.random.default_rng(6).normal(size=COUNT) * 3.0
    value, found = value_and_grad(largest_by_loop)(x)
    assert value == largest_by_loop(x)
    assert np.max(np.abs(found / shares(x) - 1.0)) < 1e-13


@pytest.mark.parametrize("function", SUMS, ids=lambda f: f.__name__)
def test_a_shift_has_no_adjoint(function: Callable[..., float]) -> None:
    text = grad(function, target="python").source(X)
    assert "exp" in text
    assert "d_m" not in text


@pytest.mark.parametrize("x", [[-math.inf] * 3, [1.0, -math.inf], [math.nan, 1.0], [2.0, 2.0]])
def test_infinite_and_equal_elements(x: list[float]) -> None:
    found = grad(whole_arrays)(np.array(x))
    given = np.array(x)
    with np.errstate(invalid="ignore"):
        terms = np.exp(given - np.max(given))
    np.testing.assert_array_equal(found, terms / np.sum(terms))


def weighted(x, w):
    m, s = np.max(x), 0.0
    for i in range(len(x)):
        s += w[i] * math.exp(x[i] - m)
    return math.log(s) + m


def temperature(x, t):
    m, s = np.max(x), 0.0
    for i in range(len(x)):
        s += math.exp((x[i] - m) / t)
    return t * math.log(s) + m


def of_two(a, b):
    m = max(a, b)
    return m + math.log(math.exp(a - m) + math.exp(b - m))


def of_two_by_branches(a, b):
    m = b
    if a > b:
        m = a
    return m + math.log(math.exp(a - m) + math.exp(b - m))


def boltzmann(energy, t):
    lowest = np.min(energy)
    w = np.exp(-(energy - lowest) / t)
    return np.sum(energy * w) / np.sum(w)


def softmax_in_place(x):
    m = x[0]
    for i in range(1, len(x)):
        m = max(m, x[i])
    n = len(x)
    e, s = np.zeros(n), 0.0
    for i in range(n):
        e[i] = math.exp(x[i] - m)
        s += e[i]
    total = 0.0
    for i in range(n):
        e[i] /= s
        total += e[i] * e[i]
    return total


def softmax_of_rows(x):
    n, k = x.shape
    p = np.empty((n, k))
    for i in range(n):
        m = x[i, 0]
        for j in range(1, k):
            m = max(m, x[i, j])
        s = 0.0
        for j in range(k):
            p[i, j] = math.exp(x[i, j] - m)
            s += p[i, j]
        for j in range(k):
            p[i, j] /= s
    return np.sum(p * p)


def rows_in_one_buffer(x):
    total, e = 0.0, np.zeros(x.shape[1])
    for i in range(x.shape[0]):
        m, s = np.max(x[i]), 0.0
        for j in range(x.shape[1]):
            e[j] = math.exp(x[i, j] - m)
            s += e[j]
        for j in range(x.shape[1]):
            total += (e[j] / s) ** 2
        total += m + math.log(s)
    return total


def array_divided(x):
    total = 0.0
    for i in range(len(x)):
        m = np.max(x[i])
        e = np.exp(x[i] - m)
        e /= np.sum(e)
        total += np.dot(e, e)
    return total


def cross_entropy(x, labels):
    total = 0.0
    for i in range(x.shape[0]):
        m = x[i].max()
        z = x[i] - m
        total -= z[labels[i]] - np.log(np.exp(z).sum())
    return total


def entropy(x):
    m = np.max(x)
    logs = np.log(np.sum(np.exp(x - m)))
    d = x - m
    return np.sum((d - logs) ** 2)


def forward_algorithm(start, steps):
    n, a = len(start), start.copy()
    for _ in range(3):
        b = np.empty(n)
        for j in range(n):
            m = -np.inf
            for i in range(n):
                m = max(m, a[i] + steps[i, j])
            s = 0.0
            for i in range(n):
                s += math.exp(a[i] + steps[i, j] - m)
            b[j] = m + math.log(s)
        a = b
    return np.sum(a)


def of_rows(x):
    m = x.max(axis=1, keepdims=True)
    return np.sum(np.log(np.exp(x - m).sum(axis=1)) + m[:, 0])


def of_columns(x):
    m = np.max(x, axis=0)
    return np.sum(m + np.log(np.sum(np.exp(x - m), axis=0)))


def shares_of_rows(x):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    e /= e.sum(axis=1, keepdims=True)
    return np.sum(e**3)


def last_axis(x):
    m = x.max(axis=-1)
    z = x - m[:, None]
    return np.mean(np.log(np.exp(z).sum(axis=-1)) - z[:, 1])


LABELS = np.array([0, 2, 1])
CANCEL = [
    (largest_by_loop, "m", X),
    (weighted, "m", X, np.array([0.2, 0.5, 0.9, 1.1])),
    (temperature, "m", X, 0.7),
    (of_two, "m", 0.3, 0.8),
    (of_two_by_branches, "m", 0.3, 0.8),
    (boltzmann, "lowest", X, 0.7),
    (softmax_in_place, "m", X),
    (softmax_of_rows, "m", ROWS),
    (rows_in_one_buffer, "m", ROWS),
    (array_divided, "m", ROWS),
    (cross_entropy, "m", ROWS, LABELS),
    (entropy, "m", X),
    (forward_algorithm, "m", X[:3], ROWS),
    (of_rows, "m", ROWS),
    (of_columns, "m", ROWS),
    (shares_of_rows, "e", ROWS),
    (last_axis, "m", ROWS),
]


def cancelling(function: Any, *arguments: Any) -> set[str]:
    """Return the variables that are found to be shifts, as they are written."""
    units = Units()
    unit = units.unit(function, tuple(typeof(argument) for argument in arguments))
    memory = effects(unit.core, unit.types, units.summary_of(unit))
    return {base(name) for name in shifts_in(unit, units, memory)}


@pytest.mark.parametrize("case", CANCEL, ids=lambda case: case[0].__name__)
def test_what_cancels(case: Any) -> None:
    function, shift, *arguments = case
    assert cancelling(function, *arguments) == {shift}
    if isinstance(arguments[0], np.ndarray):
        check_both_modes(function, *arguments)


def log_sum(v):
    m = np.max(v)
    return m + np.log(np.sum(np.exp(v - m)))


def share(v):
    e = np.exp(v - np.max(v))
    return e / e.sum()


def of_helpers(x):
    total = 0.0
    for i in range(len(x)):
        p = share(x[i])
        total += log_sum(x[i]) * np.dot(p, p)
    return total


def test_shifts_in_helpers() -> None:
    check_both_modes(of_helpers, ROWS)
    text = grad(of_helpers, target="python").source(ROWS)
    assert "one_hot" not in text  # which the maximum would get its adjoint by


def largest(v):
    m = v[0]
    for a in v:
        if a > m:
            m = a
    return m


def sum_about(v, m):
    s = 0.0
    for a in v:
        s += math.exp(a - m)
    return s


def log_sum_about(v, m):
    return math.log(sum_about(v, m)) + m


def fill(e, v, m):
    for i in range(len(v)):
        e[i] = math.exp(v[i] - m)


def divide(e):
    s = 0.0
    for a in e:
        s += a
    for i in range(len(e)):
        e[i] /= s


def divided(e):
    s = np.sum(e)
    return e / s, np.log(s)


def maximum_by_helper(x):
    m = largest(x)
    return log_sum_about(x, m)


def sum_by_helper(x):
    m = np.max(x)
    return m + math.log(sum_about(x, m))


def filled_by_helper(x):
    m = np.max(x)
    e = np.empty(len(x))
    fill(e, x, m)
    return m + math.log(np.sum(e))


def divided_in_place_by_helper(x):
    total = 0.0
    for i in range(len(x)):
        m = largest(x[i])
        e = np.exp(x[i] - m)
        divide(e)
        total += np.sum(e**3)
    return total


def two_results_of_helper(x):
    m = np.max(x)
    p, logs = divided(np.exp(x - m))
    return np.sum(p * p) + logs + m


HELPED = [
    (maximum_by_helper, X),
    (sum_by_helper, X),
    (filled_by_helper, X),
    (divided_in_place_by_helper, ROWS),
    (two_results_of_helper, X),
]


@pytest.mark.parametrize("case", HELPED, ids=lambda case: case[0].__name__)
def test_shifts_that_helpers_take(case: Any) -> None:
    function, *arguments = case
    assert cancelling(function, *arguments) == {"m"}
    check_both_modes(function, *arguments)


def ruled(v, m):
    return np.log(np.sum(np.exp(v - m)))


@derivative(ruled)
def rule_of_ruled(g: float, y: float, v: Any, m: float) -> tuple[Any, float]:
    """Another derivative in the shift than the function has."""
    return g * np.exp(v - m - y), 5.0 * g


def rule_counts(x):
    m = np.max(x)
    return ruled(x, m) + m


def test_a_rule_of_the_user_decides() -> None:
    found = grad(rule_counts, target="python")(X)
    np.testing.assert_allclose(found, shares(X) + 6.0 * (np.max(X) == X))


def both_results(x):
    m = np.max(x)
    e = np.exp(x - m)
    s = np.sum(e)
    return m + np.log(s), e / s


def test_several_results() -> None:
    assert cancelling(both_results, X) == {"m"}


def twice(x):
    m = np.max(x)
    return 2.0 * m + math.log(np.sum(np.exp(x - m)))


def squares(x):
    m, s = np.max(x), 0.0
    for v in x:
        s += math.exp(2.0 * (v - m))
    return m + math.log(s)


def begun_at_one(x):
    m, s = np.max(x), 1.0
    for v in x:
        s += math.exp(v - m)
    return m + math.log(s)


def clipped(x):
    m = np.max(x)
    s = np.sum(np.exp(x - m))
    m = min(m, 1.0)
    return m + math.log(s)


def clipped_differences(x):
    m, s = np.max(x), 0.0
    for v in x:
        s += math.exp(max(v - m, -1.0))
    return m + math.log(s)


def other_shift(x):
    m, other = np.max(x), np.min(x)
    return other + math.log(np.sum(np.exp(x - m)))


def changed_between(x):
    m, s = np.max(x), 0.0
    for v in x:
        s += math.exp(v - m)
        m = 0.9 * m
    return m + math.log(s)


def changed_in_branch(x):
    m, s, i = np.max(x), 0.0, 0
    while i < len(x):
        s += math.exp(x[i] - m)
        if s > 1.5:
            m = 0.5 * m
        i += 1
    return m + math.log(s)


def of_previous_row(x):
    total, previous = 0.0, 0.0
    for i in range(len(x)):
        m = np.max(x[i])
        total += previous + math.log(np.sum(np.exp(x[i] - m)))
        previous = m
    return total


def previous_array(x):
    total, previous = 0.0, np.ones(x.shape[1])
    for i in range(len(x)):
        m = np.max(x[i])
        e = np.exp(x[i] - m)
        total += np.sum(e) / np.sum(previous)
        previous = e
    return total


def kept_between_rows(x):
    e, total = np.zeros(len(x)), 0.0
    for i in range(len(x)):
        m = np.max(x[i])
        e[i] = math.exp(x[i, 0] - m)
    for i in range(len(x)):
        total += math.log(e[i])
    return total + m


def one_element_set(x):
    m = np.max(x)
    e = np.exp(x - m)
    e[0] = 1.0
    return m + np.log(np.sum(e))


def view_set(x):
    m = np.max(x)
    e = np.exp(x - m)
    rest = e[1:]
    rest[:] = 1.0
    return m + np.log(np.sum(e))


def all_but_the_first_divided(x):
    m = np.max(x)
    e = np.exp(x - m)
    for i in range(1, len(x)):
        e[i] = e[i] / e[0]
    return np.sum(e)


def first_half_divided(x):
    m, n = np.max(x), len(x)
    e = np.zeros(n)
    for i in range(n):
        e[i] = math.exp(x[i] - m)
    s = np.sum(e)
    for i in range(n // 2):
        e[i] /= s
    return np.sum(e)


def written_to_argument(x, out):
    m = np.max(x)
    for i in range(len(x)):
        out[i] = math.exp(x[i] - m)
    return m + np.log(np.sum(out))


def several_temperatures(x):
    m, s = np.max(x), 0.0
    for t in x:
        s += math.exp((t * t - m) / t)
    return math.log(s) + m


def other_base(x):
    m = np.max(x)
    return np.log2(np.sum(np.exp(x - m))) + m


def product(x):
    m = np.max(x)
    return math.log(np.prod(np.exp(x - m))) + m


def sum_of_differences(x):
    m = np.max(x)
    d = x - m
    return math.log(np.sum(np.exp(d))) + np.sum(d)


def in_one_branch(x):
    m = np.max(x)
    e = np.exp(x - m)
    result = math.log(e[0] / e[1] + 1.0)
    if e[0] < 2.0:
        result += m
    return result


def sum_over_rows(x):
    m = x.max(axis=1, keepdims=True)
    return np.sum(np.log(np.exp(x - m).sum(axis=0)) + m[:, 0])


def beside_the_other_axis(x):
    m = x.max(axis=1)
    return np.sum(np.log(np.exp(x - m).sum(axis=1)) + m)


def first_row_divides(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return np.sum(e / e[0])


def turned(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return np.sum(e[::-1] / np.sum(e, axis=1, keepdims=True))


def transposed(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return np.sum(e.T / np.sum(e, axis=1, keepdims=True))


def maxima_changed(x):
    m = x.max(axis=1)
    e = np.exp(x - np.expand_dims(m, 1))
    m[0] = 2.0 * m[0]
    return np.sum(np.log(e.sum(axis=1)) + m)


def maxima_of_previous(x):
    previous, total = np.zeros(len(x)), 0.0
    for k in range(3):
        m = (x * (k + 1.0)).max(axis=1)
        total += np.sum(previous + np.log(np.exp(x - np.expand_dims(m, 1)).sum(axis=1)))
        previous = m
    return total


def other_rows_maximum(x):
    m = x.max(axis=1)
    e = np.exp(x - np.expand_dims(m, 1))
    total = 0.0
    for i in range(3):
        total += np.log(e[i].sum()) + m[2 - i] * m[i]
    return total


def transposed_view(x):
    m = x.max(axis=1)
    e = np.zeros(x.shape)
    turned = e.T
    e[:] = np.exp(x - m)
    return np.sum(np.log(turned.sum(axis=0)) + m)


def square(a):
    return a * a


def given_to_helper(x):
    m = np.max(x)
    return square(m) + math.log(np.sum(np.exp(x - m)))


def helper_and_square(x):
    m = np.max(x)
    return m * m + math.log(sum_about(x, m))


def two_shifts_in_helper(x):
    m, other = np.max(x), np.min(x)
    return sum_about(x, m) / sum_about(x, other)


def larger_than_filled(x):
    m = np.max(x)
    e = np.ones(len(x) + 1)
    fill(e, x, m)
    return m + math.log(np.sum(e))


def recursive(v, m, n):
    if n == 0:
        return 0.0
    return math.exp(v[n - 1] - m) + recursive(v, m, n - 1)


def by_recursion(x):
    m = np.max(x)
    return math.log(recursive(x, m, 4)) + m


KEPT = [
    *((function, X) for function in (helper_and_square, two_shifts_in_helper, larger_than_filled)),
    (by_recursion, X),
    *((function, X) for function in (twice, squares, begun_at_one, clipped, other_shift)),
    *((function, X) for function in (clipped_differences, changed_between, changed_in_branch)),
    *((function, ROWS) for function in (of_previous_row, previous_array, kept_between_rows)),
    *((function, X) for function in (one_element_set, view_set, all_but_the_first_divided)),
    *((function, X) for function in (first_half_divided, several_temperatures, other_base)),
    *((function, X) for function in (product, sum_of_differences, in_one_branch)),
    (given_to_helper, X),
    *((function, ROWS) for function in (sum_over_rows, beside_the_other_axis, first_row_divides)),
    *((function, ROWS) for function in (turned, transposed, maxima_changed, maxima_of_previous)),
    *((function, ROWS) for function in (other_rows_maximum, transposed_view)),
    (written_to_argument, X, np.zeros(4)),
]


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case[0].__name__)
def test_what_does_not_cancel(case: Any) -> None:
    function, *arguments = case
    assert cancelling(function, *arguments) == set()
    if len(arguments) == 1:
        check_both_modes(function, *arguments)

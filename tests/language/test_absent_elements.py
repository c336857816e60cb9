"""Lists that begin with None, or with zeros in place of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad, jvp

from .compare import check, check_both

V, W = np.array([0.7, 1.3, 2.1]), np.array([0.6, 0.3, 0.1])
M = np.array([[0.9, 0.3, 0.2], [0.1, 0.4, 0.5], [0.4, 0.2, 0.7], [0.3, 0.8, 0.6]])


def forward_variables(start, m, seen):
    n = seen.shape[0]
    alpha = [None] * n
    alpha[0] = start * seen[0]
    for t in range(1, n):
        alpha[t] = (alpha[t - 1] @ m) * seen[t]
    return np.log(np.sum(alpha[n - 1]))


def backward_variables(m, seen):
    n = len(seen)
    beta = [None] * n
    beta[n - 1] = np.ones(3)
    for t in range(n - 2, -1, -1):
        beta[t] = m @ (seen[t + 1] * beta[t + 1])
    return np.sum(seen[0] * beta[0])


def powers(x, n):
    u = [None] * n
    u[0], u[1] = x, x * x
    for k in range(2, n):
        u[k] = u[k - 1] * u[k - 2]
        u[k] += x
    return sum(u) + u[-1]


def remembered(x, n):
    known = [None] * (n + 1)
    known[0] = x
    s = 0.0
    for k in (0, 1, 3, 1, 3):
        if known[k] is None:
            known[k] = x**2 * k
        s += known[k]
    return s


def changed_in_place(v, n):
    rows = [0] * n
    for k in range(n):
        rows[k] = v * k
        rows[k][1] = rows[k][0] * v[2]
    rows[1] *= rows[2]
    return np.sum(rows[0] + rows[1]) + rows[2][1]


def each_by_itself(v):
    u = [None, None, None]
    for k in range(2, -1, -1):
        if u[k] is not None:
            continue
        u[k] = v * v[k]
    return np.sum(np.array(u))


def emptied_again(x, n):
    last = [None] * 2
    s = x
    for k in range(n):
        if last[k % 2] is not None:
            s += last[k % 2] * x
            last[k % 2] = None
        else:
            last[k % 2] = s * k
    return s


def in_a_comprehension(v, n):
    u = [None for _ in range(n)]
    for k in range(n):
        u[k] = v * k
    return np.sum(u[1] * u[n - 1])


def filled_in_a_block(x, n):
    u = [None, None]
    s = x
    try:
        u[n % 2] = s
        if x < 0.1:
            raise ValueError
        s = u[n % 2] * x
    except ValueError:
        s = 0.0
    with np.errstate(all="ignore"):
        u[1 - n % 2] = s * x
        return u[0] * u[1]


CASES: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
    (forward_variables, (W, M[:3], M)),
    (backward_variables, (M[:3], M)),
    (powers, (0.7, 5)),
    (remembered, (0.7, 4)),
    (changed_in_place, (V, 4)),
    (each_by_itself, (V,)),
    (emptied_again, (0.7, 7)),
    (in_a_comprehension, (V, 3)),
    (filled_in_a_block, (0.7, 3)),
]


@pytest.mark.parametrize(("function", "given"), CASES)
def test_uncompiled_in_both_modes(function: Callable[..., float], given: Any) -> None:
    check_both(function, *given)


@pytest.mark.parametrize(("function", "given"), [CASES[0], CASES[2], CASES[6]])
def test_compiled(function: Callable[..., float], given: Any) -> None:
    check(function, *given, target="cpu")


@pytest.mark.parametrize("function", [forward_variables, backward_variables])
def test_a_list_that_is_filled_in_order_needs_no_marks(function: Any) -> None:
    given = (W, M[:3], M) if function is forward_variables else (M[:3], M)
    assert "filled" not in grad(function, target="python").source(*given)


def one_too_few(x, n):
    u = [None] * n
    for k in range(1, n):
        u[k] = x * k
    return u[0] + u[1]


def one_too_early(v, n):
    u = [None] * n
    u[0] = v
    for k in range(1, n):
        u[k - 1] = u[k] * v
    return np.sum(u[0])


def added_to_none(x, n):
    u = [None] * n
    u[0] = x
    for k in range(1, n):
        u[k] += u[k - 1]
        u[k] = x
    return u[n - 1]


def left_early(x, n):
    u = [None] * n
    for k in range(n):
        if k == 2:
            break
        u[k] = x * k
    return sum(u)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (one_too_few, (0.7, 3)),
        (one_too_early, (V, 3)),
        (left_early, (0.7, 3)),
        (added_to_none, (0.7, 3)),
    ],
)
def test_an_element_that_is_none_raises(function: Any, given: Any) -> None:
    with pytest.raises(TypeError):
        function(*given)
    with pytest.raises(TypeError, match="an element of `u` is None"):
        grad(function, target="python")(*given)
    with pytest.raises(TypeError, match="an element of `u` is None"):
        jvp(function, target="python")(*given, given[0])


def zeros_that_are_read(v, n):
    u = [0] * n
    u[0] = v
    return np.sum(u[0] + u[1])


def test_zeros_that_may_be_read_as_such_are_refused() -> None:
    with pytest.raises(UnsupportedType, match="is kept in a list"):
        grad(zeros_that_are_read, target="python")(V, 3)


def given_to_a_helper(x, n):
    u = [None] * n
    u[0] = x
    return element(u, 0)


def element(u, k):
    return u[k] * 2.0


def made_on_a_condition(v, n):
    if n > 2:
        u = [None] * n
        u[0] = v
    u[1] = u[0] * 2.0
    return np.sum(u[1])


@pytest.mark.parametrize(
    ("function", "given"), [(given_to_a_helper, (0.7, 3)), (made_on_a_condition, (V, 3))]
)
def test_lists_that_others_may_ask_for_none_are_refused(function: Any, given: Any) -> None:
    with pytest.raises(UnsupportedType):
        grad(function, target="python")(*given)


def made_in_each_step(v, n):
    s = 0.0
    u = [None] * n
    for i in range(3):
        if i == 2:
            u = [None] * n
        for k in range(n):
            if u[k] is None:
                u[k] = v * i * s + v
            s += np.sum(u[k])
    return s


def test_lists_that_are_made_again() -> None:
    check_both(made_in_each_step, V, 3)


def asked_under_another_name(x, n):
    known = [None] * n
    s = 0.0
    for k in (0, 1, 0):
        found = known[k]
        if found is None:
            found = x * (k + 2)
            known[k] = found
        s += found * x
    return s


def compared_with_none(x, n):
    known = [None] * n
    if known[0] == None:  # noqa: E711
        known[0] = x
    return known[0] * x


def true_or_not(x, n):
    known = [None] * n
    if not known[0]:
        known[0] = x
    return known[0] * x


@pytest.mark.parametrize("function", [asked_under_another_name, compared_with_none, true_or_not])
def test_other_ways_to_ask_for_none_are_refused(function: Any) -> None:
    with pytest.raises(UnsupportedType):
        grad(function, target="python")(0.7, 3)

"""Variables that are a number first, and an array from then on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import grad

from ...language.compare import check, check_both

X, M = np.array([0.7, 1.3, 2.1, 0.4]), np.array([[1.9, 0.3, 0.2], [0.1, 1.4, 0.5]])


def added_in_place(x, n):
    total = 0.0
    for k in range(n):
        total += x * (k + 1.0)
    return np.sum(total * total) + x[0]


def added(x, n):
    total = 0
    history = x * 0.0
    for _ in range(n):
        total = total + x * x
        history += total
    return np.sum(total * x) + np.sum(history)


def rows(m):
    total = 0
    for row in m:
        total += row * row
    return np.sum(total * total) + 0.0 * m.shape[0]


def one_branch(x, c):
    factor = 1.0 if c > 0 else x
    factor *= x
    return np.sum(factor)


def some_iterations(x, n):
    p = 1.0
    for k in range(n):
        p = p * 2.0
        if k > 1:
            p = p + x
    p -= x[0]
    return np.sum(p)


def kept(x, n):
    total = 0.0
    before = x
    for _ in range(n):
        before = total * x
        total += x
    return np.sum(before) + np.max(total)


def moved(state, x, k):
    if k % 2 == 0:
        return state + x
    state *= 0.5
    return state


def by_a_function(x, n):
    state = 0.3
    for k in range(n):
        state = moved(state, x, k)
    return np.sum(state * state)


def means(slow, fast, slope):
    slow = 0.9 * slow + 0.1 * slope
    fast = 0.99 * fast + 0.01 * slope * slope
    return slow, fast, slow / np.sqrt(fast + 1e-3)


def several(x, n):
    slow = fast = 0.0
    for _ in range(n):
        slow, fast, step = means(slow, fast, x)
    return np.sum(step) if n else 0.0 * x[0]


def swapped(x, n):
    a, b = np.zeros(4), 0.7
    for i in range(n):
        b, a = other_way(a, b, x[i])
    return np.sum(a + b)


def other_way(a, b, factor):
    a, b = b, a + b * factor
    return b, a


def grown(state, x):
    state += x
    return state


def added_by_a_function(x, n):
    state = 0
    for _ in range(n):
        before = state
        state = grown(state, x)
        before = before * 2.0
    return np.sum(state * state) + (np.sum(before) if n else 0.0)


def left_early(x, n):
    state = 0.3
    for _ in range(n):
        if np.sqrt(np.sum(state * state)) > 3.0:
            break
        state = state + x
    return np.sum(state)


class Filter:
    def __init__(self):
        self.state = 0.0

    def step(self, x):
        self.state = self.state * 0.9 + x


def in_an_object(x, n):
    kept = Filter()
    for _ in range(n):
        kept.step(x)
    return np.sum(kept.state * x)


PASSED = (by_a_function, several, swapped, added_by_a_function, left_early, in_an_object)
CASES = [
    *((f, (X, n)) for f in (added_in_place, added, some_iterations, kept) for n in (0, 1, 4)),
    *((f, (X, n)) for f in PASSED for n in (0, 1, 4)),
    *((one_branch, (X, c)) for c in (0.5, -0.5)),
    (rows, (M,)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_the_number_is_held_in_an_array(
    function: Callable[..., float], arguments: tuple[object, ...]
) -> None:
    check_both(function, *arguments)


def test_compiled() -> None:
    check(added_in_place, X, 3, target="cpu")
    check(added_by_a_function, X, 3, target="cpu")


def test_a_number_that_gets_an_array_added() -> None:
    check_both(lambda s, x: np.sum(grown(s, x) * x), 0.5, X)


def test_a_number_has_no_elements() -> None:
    def element(x, n):
        total = 0.0
        for _ in range(n):
            total += x
        return total[0] * x[1]

    check(element, X, 2)
    with pytest.raises(TypeError, match="is a number here, not an array"):
        grad(element, target="python")(X, 0)

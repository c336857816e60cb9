"""Variables that are a number first, and an array from then on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import grad, jvp

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


class Sum:
    def __init__(self):
        self.total = 0.0
        self.count = 0

    def add(self, x):
        self.total += x
        self.count += 1


def beside_a_counter(x, n):
    kept = Sum()
    history = x[0]
    for _ in range(n):
        before = kept.total
        kept.add(x * x)
        history += np.sum(before * 2.0)
    return np.sum(kept.total * x) + history * kept.count


def both(state, x):
    return state, state + x


def one_of_several_results(x, n):
    state = 0.3
    for _ in range(n):
        before, state = both(state, x)
        state += x * np.sum(before)
    return np.sum(state * state)


def controlled(memory, error, step=0.1):
    integral, before = memory
    integral = integral + error * step
    change = 1.2 * error + 0.3 * integral + 0.05 * (error - before) / step
    return change, (integral, error)


def in_a_tuple(x, n):
    memory = (0.0, 0.0)
    y = x * x
    for _ in range(n):
        change, memory = controlled(memory, 1.0 - y)
        y = y + 0.1 * change
    return np.sum(y * y) + np.sum(memory[0])


def given_back(memory):
    return memory


def moved_in_a_tuple(memory, x):
    return memory[0] * 0.9 + x, memory[1] + x * x


def in_a_tuple_of_arrays(x, n):
    memory = (0.0, x[0])
    for _ in range(n):
        memory = given_back(moved_in_a_tuple(given_back(memory), x))
    return np.sum(memory[0]) * np.sum(memory[1])


def nearer(state, x):
    steps = 0
    while np.sum(np.abs(state - x)) > 0.5 and steps < 4:
        state = state + 0.5 * (x - state)
        steps += 1
    return state


def by_conditions(x, n):
    state = 0.3
    for _ in range(n):
        if not np.linalg.norm(state - x) < 0.01:
            state = nearer(state, x)
    return np.sum(state)


def added_up(x, n):
    total = 0.0
    for k in range(n):
        total = total + x * k
    return total, n


def returned(x, n):
    total, count = added_up(x, n)
    before = total
    total += x
    return np.sum(total * total) + np.sum(before) * count


def scaled_by(x):
    def scaled(state):
        return state * 0.5 + x

    return scaled


def by_a_closure(x, n):
    scaled = scaled_by(x)
    state = x[0]
    for _ in range(n):
        state = scaled(state)
    return np.sum(state)


PASSED = (
    *(by_a_function, several, swapped, added_by_a_function, left_early, in_an_object),
    *(beside_a_counter, one_of_several_results, in_a_tuple, in_a_tuple_of_arrays),
    *(by_conditions, returned, by_a_closure),
)
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


def test_a_number_has_as_many_dimensions_as_what_stands_beside_it() -> None:
    def product(x, n):
        total = 0.0
        z = 0.0
        for k in range(n):
            if k > 0 or n > 2:
                z += np.sum((total * x + 1.0)[0])
            total = total + np.outer(x, x)
        return z + x[0]

    check(product, X, 2)
    with pytest.raises(TypeError, match="is a number here, not an array"):
        grad(product, target="python")(X, 3)


def test_a_number_is_returned_as_an_array_nowhere() -> None:
    def total(x, n):
        total = 0.0
        for _ in range(n):
            total = total + x
        return total

    derivative = jvp(total, target="python")
    value, found = derivative(X, 2, np.ones(4))
    np.testing.assert_allclose(value, 2.0 * X)
    np.testing.assert_allclose(found, 2.0)
    with pytest.raises(TypeError, match="is a number here, not an array"):
        derivative(X, 0, np.ones(4))

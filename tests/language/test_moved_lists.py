"""Lists of arrays that go in and out of functions, that grow on the way, and that are joined."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, derivative, grad
from srcdiff.rules import registered, registry

from .compare import check, check_both

V = np.array([1.5, 0.8, 1.1])


def powers(a, n):
    found = [a * 1.0]
    for _ in range(n):
        found.append(found[-1] * a)
    return found


def squares(found):
    s = 0.0
    for row in found:
        s += np.sum(row * row)
    return s


def put(found, a):
    found.append(a)


def set_first(found, c):
    found[0][1] = c


def last_of(found):
    return found[-1]


def doubled(a):
    return [a, a * 2.0], np.sum(a)


def deeper(found, n):
    put(found, found[-1] * 0.5)
    if n > 1:
        put(found, found[0])
    return squares(found)


def repeated(found, n):
    if n == 0:
        return squares(found)
    found.append(found[-1] * 2.0)
    return repeated(found, n - 1)


def only_read(v):
    return squares(powers(v, 2))


def grown_elsewhere(v):
    rows = [v]
    put(rows, v * v[0])
    return rows[-1] @ rows[0]


def changed_elsewhere(v):
    rows = [v, v * 2.0]
    set_first(rows, v[0] * v[1])
    last = last_of(rows)
    last[0] *= v[2]
    pair, size = doubled(v)
    return np.sum(rows[0] * rows[1]) + squares(pair) * size


def grown_in_a_loop(v):
    rows, s = [v], 0.0
    for k in range(3):
        s += deeper(rows, k)
    return s * squares(rows)


def joined_from_helpers(v):
    rows = []
    for k in range(3):
        pair, _ = doubled(v * k)
        rows.extend(pair)
        put(rows, v)
    return squares(rows)


def written_after_the_call(v):
    rows = powers(v, 2)
    for row in rows:
        kept = row
    rows[0] *= 2.0
    return np.sum(kept) + rows[0][1]


def passive_at_first(v):
    rows = powers(np.full(len(v), 1.0), 1)
    last = rows[1]
    last[2] = v @ v
    return last @ rows[0]


def walked_while_growing(v):
    rows, s = [v], 0.0
    for row in rows:
        s += row[0] * row[1]
        if len(rows) < 4:
            rows.append(row * v)
    return s


def walked_while_shrinking(v):
    rows, s = [v, v * 2.0, v * 3.0], 0.0
    for k, row in enumerate(rows):
        s += row[0] * row[1]
        if k == 0:
            rows.pop()
    return s


def numbers_walked_while_growing(v):
    found, s = [v[0]], 0.0
    for e in found:
        s += e * e
        if len(found) < 4:
            found.append(e * v[1])
    return s


def length_before_and_after(v):
    rows, s = [v], 0.0
    other = rows
    for row in rows:
        s += row[0] * row[1]
    other.append(rows[-1] * v)
    for row in rows:
        s += row[0] * row[1] * s
    n = len(rows)
    other.pop()
    return s * n * len(rows) * rows[0][2]


def until_it_is_empty(v):
    stack, s = [v], 0.0
    while stack:
        top = stack.pop()
        s += top[0]
        if len(top) > 1:
            stack.append(top[1:] * 1.0)
    return s


def of_a_comprehension(v):
    rows = [row * 2.0 for row in powers(v, 1)]
    parts = [v[: k + 1] for k in range(3)]
    parts[-1][0] *= 2.0
    chosen = [row for row in rows if row[0] > 0.0] + [v]
    return np.sum(rows[-1] * chosen[0]) * np.sum(parts[1])


def joined(v):
    rows = powers(v, 2)
    line = np.concatenate(rows) * np.hstack(rows)
    return np.sum(np.vstack(rows)[1] * np.stack(rows)[0]) + line[0] * line[-1]


def joined_matrices(v):
    rows = [np.outer(v, v)]
    rows.append(np.outer(v, v)[:2] * v[0])
    return np.sum(np.vstack(rows) * np.concatenate(rows, axis=0) ** 2)


def last_numbers(v):
    window = [v[0]]
    for k in range(3):
        window.append(window[-1] * v[1] + v[k])
        if len(window) > 2:
            window.pop(0)
    return window[0] * window[-1] + sum(window)


def stack_of_places(v):
    stack, s = [0], 0.0
    while len(stack) > 0:
        k = stack.pop()
        s += v[k] * v[k]
        if k + 1 < len(v):
            stack.append(k + 1)
    return s


def numbers_by_two_names(v):
    u = [v[0], v[1]]
    w = u
    w.append(v[2])
    u[0] = w.pop() * u[1]
    del w[1]
    u += [v[0] * u[0], 2.0]
    return sum(w) * len(u) + u.copy()[1]


def counters_of_one_name(v):
    s = 0.0
    for k in range(3):
        rows = powers(v, k)
        for i in range(2):
            s += rows[-1][i] * v[k]
    return s


def stacked_from_nothing(v):
    rows = []
    for k in range(3):
        rows.append(v * (k + 1.0))
    table = np.stack(rows)
    return np.sum(table[1] * np.array(rows)[2])


def lengths_around_a_pop(v):
    found = [v[0], v[1], v[2]]
    rows = [v, v * 2.0]
    rows.append(v * v)
    s = len(found) * found.pop() + found.pop() * len(found)
    return s * len(rows) * rows.pop()[0] * len(rows)


def numbers_chosen_of_what_is_left(v):
    found = [v[0], -v[1], v[2]]
    found.pop()
    found = [e * v[2] for e in found if e > 0.0]
    return found[-1]


FUNCTIONS = (
    *(only_read, grown_elsewhere, changed_elsewhere, grown_in_a_loop, joined_from_helpers),
    *(written_after_the_call, passive_at_first, walked_while_growing, walked_while_shrinking),
    *(numbers_walked_while_growing, length_before_and_after, until_it_is_empty),
    *(of_a_comprehension, joined, joined_matrices),
    *(last_numbers, stack_of_places, numbers_by_two_names),
    *(counters_of_one_name, stacked_from_nothing),
    *(lengths_around_a_pop, numbers_chosen_of_what_is_left),
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_modes(function: Callable[..., float]) -> None:
    check_both(function, V)


@pytest.mark.parametrize(
    "function",
    [changed_elsewhere, grown_in_a_loop, of_a_comprehension, joined_matrices, last_numbers],
)
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")


def test_a_function_that_calls_itself_is_refused() -> None:
    def begun(v):
        rows = [v]
        return repeated(rows, 2)

    with pytest.raises(UnsupportedSyntax, match="`repeated` calls itself and takes or returns"):
        grad(begun, target="python")(V)


def test_counting_from_one_over_a_list_that_grows_is_refused() -> None:
    def counted(v):
        rows, s = [v], 0.0
        for k, row in enumerate(rows, start=1):
            s += k * row[0]
            if k < 3:
                rows.append(row * v)
        return s

    with pytest.raises(UnsupportedSyntax, match="may change while it is walked over"):
        grad(counted, target="python")(V)


def test_a_rule_for_a_function_of_lists_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.fill()  # not into the copies
    monkeypatch.setattr(registered, "_rules", dict(registered._rules))

    @derivative(squares)
    def no_slope(g, y, found):
        return 0.0

    with pytest.raises(UnsupportedSyntax, match="`squares` has a rule"):
        grad(only_read, target="python")(V)


def test_a_length_is_asked_for_before_the_list_gets_shorter() -> None:
    def taken(x, y):
        values = [x, y, x * y]
        z = -(values[-1] + len(values) * values.pop())
        del values[0]
        return z

    check_both(taken, 0.7, 1.3)


def of_elements(found):
    return np.sum(found[-1]) * found[0][0]


def test_functions_read_elements_of_lists_that_they_get() -> None:
    def listed(v):
        rows = [v * 1.0, v * v]
        return of_elements(rows) + np.sum(rows[0])

    def grown(v):
        rows = []
        for k in range(3):
            rows.append(v * (k + 1.0))
        return of_elements(rows)

    def inside(v):
        rows = [v * 1.0, v * v]

        def changed():
            rows[0][0] = 3.0
            rows.append(v)
            return np.sum(rows[-1] * rows[1])

        return changed() + (lambda a: np.sum(a[0]) * a[-1][1])(rows)

    check_both(listed, V)
    check_both(grown, V)
    check_both(inside, V)

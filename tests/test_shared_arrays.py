"""Arrays with several names by which they are written: rows, helpers, recursion, lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp

from .language.compare import check, check_both

V, W = np.array([0.7, 1.3, 2.1, 0.4]), np.array([1.1, 0.2, 0.9, 1.6])
M = np.array([[1.9, 0.3, 0.2], [0.1, 1.4, 0.5], [0.4, 0.2, 1.7]])


def next_row(m):
    line = m[0]
    for k in range(1, 3):
        line[k] = line[k - 1] * line[k]
        line = m[k]
    return np.sum(m * m)


def rows_backward(m):
    below = m[2]
    for k in range(1, -1, -1):
        line = m[k]
        line *= below
        below = line
    return np.sum(m * m) + below[1]


def largest_row(m):
    kept = m[0]
    for line in m:
        if line[1] > kept[1]:
            kept = line
    kept *= 3.0
    return np.sum(m * m)


def row_or_column(m):
    line = m[1]
    if m[0, 0] > 1.0:
        line = m[:, 2]
    line[0] = line[1] * line[2]
    return np.sum(m * m)


def part_of_part(v):
    part = v[1:]
    while len(part) > 1:
        part[0] *= part[1]
        part = part[1:]
    return np.sum(v * v)


def one_of_two(v, w, c):
    chosen = v if c > 0.0 else w
    chosen[1] = chosen[0] * c
    return np.sum(v) * np.sum(w)


def one_in_each_step(v, w):
    for k in range(1, 4):
        chosen = v if v[k] > w[k] else w
        chosen[k] = chosen[k - 1] * v[k]
    return np.sum(v * w)


def exchanged(v, w):
    low, high = v, w
    for k in range(4):
        if low[k] > high[k]:
            low, high = high, low
        low[k] += high[k] * high[k]
    return np.sum(low) - 2.0 * np.sum(high)


def best_of(v):
    lowest = 1e9
    for k in range(3):
        trial = np.sin(v * (k + 1.0))
        if np.sum(trial) < lowest:
            lowest = np.sum(trial)
            kept = trial
    kept[1] = kept[0] * kept[1]
    return np.sum(kept * kept)


def old_name(v):
    now = v.copy()
    before = now
    for k in range(4):
        before[k] = before[k] * before[k]
        now = now + before
    return np.sum(now)


def made_in_a_branch(v, c):
    work = v
    if c > 0.0:
        work = v * c
    work[2] *= work[0]
    return np.sum(v * work)


def no_iteration(v, n):
    kept = v
    for k in range(n):
        kept = v * (k + 2.0)
    kept[0] = kept[1] * 2.0
    return np.sum(kept * v)


def nested(m, v):
    total = 0.0
    for i in range(3):
        line = m[i]
        for j in range(3):
            if line[j] > 0.35:
                line = m[j]
            line[j] += v[j] * line[0]
        total += line[1]
    return total + np.sum(m * m)


def middle(m):
    return m[1]


def row_of_a_helper(m):
    line = middle(m)
    line[0] = line[1] * line[2]
    return np.sum(m * m)


def largest_from(m, start):
    line = m[start]
    for i in range(start + 1, m.shape[0]):
        if m[i, 0] > line[0]:
            line = m[i]
    return line


def rows_of_a_helper(m):
    for i in range(m.shape[0]):
        line = largest_from(m, i)
        for j in range(line.shape[0]):
            line[j] = 0.9 * line[j] + 0.1 * m[i, j] * line[j]
    return np.sum(m * m * m)


def either(v, c):
    if c > 0.0:
        return v
    return v * 3.0


def result_may_be_new(v, c):
    work = either(v, c)
    work[0] = work[1] * work[0]
    return np.sum(v * v) + np.sum(work)


def with_a_view(v):
    made = v * 2.0
    return made, made[::-1]


def array_and_its_view(v):
    made, turned = with_a_view(v)
    made[1] = v[0]
    turned[0] *= v[2]
    return np.sum(turned * v)


def twice(v):
    return v, v


def the_same_twice(v):
    first, second = twice(v)
    first[0] = second[1] * v[2]
    second[1] *= 2.0
    return np.sum(first * v)


def add_squares(v, w):
    for i in range(len(v)):
        v[i] += w[i] * w[i]


def halves(v):
    add_squares(v[:2], v[2:])
    return np.sum(v * v)


def overlapping(v):
    add_squares(v[:3], v[1:])
    return np.sum(v * v)


def itself(v):
    add_squares(v, v)
    return np.sum(v * v)


def moved(v, w):
    for i in range(len(v)):
        v[i] = w[i] * 2.0
        w[i] = 0.0


def moved_inside(v):
    moved(v[:3], v[1:])
    return np.sum(v * v)


def halved(v, n):
    if n == 0:
        return v
    return halved(v * 0.5, n - 1)


def by_recursion(v, n):
    work = halved(v, n)
    work[0] *= v[1]
    return np.sum(work * v)


def tail_of(v, n):
    return v if n == 0 else tail_of(v[1:], n - 1)


def part_by_recursion(v, n):
    part = tail_of(v, n)
    part[0] *= v[0]
    return np.sum(v * v)


def growing_list(v, h):
    states = [v, v * 0.5]
    for _ in range(5):
        states.append(states[-1] + h * states[-2])
    return np.sum(states[-1] * states[2])


def written_in_a_list(v, h):
    states = [v * 1.0]
    for k in range(4):
        states.append(states[-1] * h)
        states[k][0] += states[-1][1]
    return np.sum(states[0]) + np.sum(states[-1])


def exchanged_in_a_list(v, w):
    pair = [v, w]
    for k in range(3):
        pair[0], pair[1] = pair[1], pair[0]
        pair[0][k] = pair[1][k] * pair[0][k + 1]
    return np.sum(v * w)


def popped(v, w):
    stack = [v, w, v * w]
    total = 0.0
    while len(stack) > 1:
        top = stack.pop()
        stack[-1][0] *= top[1]
        total += top[0] * top[2]
    return total + np.sum(stack[0] * w)


def first_in_first_out(v, w):
    queue = [v, w]
    for k in range(3):
        taken = queue.pop(0)
        taken[k] *= 2.0 * taken[k + 1]
        queue.append(taken * queue[0])
    queue.pop(-1)
    queue.insert(0, w)
    return np.sum(queue[0] * queue[1])


def states_of(v, n):
    states = [v]
    for _ in range(n):
        states.append(states[-1] * v)
    return states


def list_of_a_helper(v):
    states = states_of(v, 3)
    states[0] *= 2.0
    return np.sum(np.array(states)[2] * states[0])


def list_that_begins_empty(m):
    lines = []
    for k in range(3):
        lines.append(m[k])
    for line in lines:
        line[1] *= line[0]
    return np.sum(m * m) + lines[-1][2]


def scaled_copies(a, n):
    found = [a * 2.0]
    for _ in range(n):
        found.append(found[-1] * a)
    return found


def handed_on(a, n):
    return scaled_copies(a, n)


def new_arrays_of_a_helper(v, n):
    steps = scaled_copies(v, n)
    steps[0][1] *= v[0]
    return np.sum(steps[-1]) + steps[0][1]


def new_arrays_of_two_helpers(v, n):
    z = 0.0
    for step, other in zip(handed_on(v * v[1], n), scaled_copies(v, n), strict=False):
        step += other
        z += step[0] * step[2]
    return z


def table_and_row(c):
    table = np.zeros((3, 2))
    for row in table:
        row[1] += c
    return table, row


def rows_of_a_number(c):
    table, row = table_and_row(c * c)
    row[0] = 2.0 * c
    return table[2, 0] * table[0, 1]


def buffer_of_the_iteration_before(v, c):
    s, kept = c, np.ones(3) * c
    for k in range(len(v)):
        if k > 0:
            kept = buffer  # noqa: F821 -- that of the iteration before
        buffer = np.ones(3)
        buffer[k % 3] *= v[k]
        s *= kept[0] + kept[1]
    return s


def only_read_an_iteration_later(v, c):
    s = c
    for k in range(len(v)):
        if k > 0:
            before = made  # noqa: F821 -- that of the iteration before
            s *= before[0]
        made = np.ones(2) * v[k]  # noqa: F841
    return s


def windows_in_two_buffers(v, c):
    total = c
    for size in range(4, 0, -1):
        now = v[:size].copy()
        then = np.zeros(size)
        for _ in range(3):
            for i in range(size):
                then[i] = 0.5 * now[i] + 0.2 * now[i - 1] ** 2
            now, then = then, now
        made = np.zeros_like(now)
        for i in range(len(now)):
            total += np.sin(total * now[i])
            made[i] = total * now[i]
        total *= np.sum(made * then) + now.size
    return total


def swapped_into_the_next_step(v):
    for _ in range(3):
        work, v = np.ones(len(v)) * -0.99, v + v
        for _ in range(v.size):
            spare = work
            work = v
            v = spare
            v[0] += work[1] * 0.71
    return np.sum(work * v)


def windows_in_while_loops(v, c):
    total = c
    size = 4
    while size > 0:
        now = v[:size] * 1.0
        then = np.zeros(size)
        n = 0
        while n < 3:
            then[:] = now * 2.0 / 3.0
            now, then = then, now
            n += 1
            if n > len(now):
                break
        j = 0
        while j < now.shape[0]:
            total = total * 0.5 + np.sin(now[j] * total)
            j += 1
        size -= 1
    return total


def moving(u, w, k):
    chosen = u
    for _ in range(k):
        chosen *= 1.5
        chosen = w
    return np.sum(chosen * chosen)


def kept_before_a_later_call(v, w):
    return moving(v, w, 2) * 2.0 + moving(v, w, 0) + moving(v, w, 1)


def kept_before_a_later_write(v, w):
    z = moving(v, w, 0) * moving(w, v, 0)
    v *= 3.0
    w[1:] = v[:-1]
    return z + moving(v, w, 3) * np.sum(w)


CASES: list[tuple[Callable[..., float], tuple[object, ...]]] = [
    (windows_in_two_buffers, (V, 0.3)),
    (windows_in_while_loops, (V, 0.3)),
    (swapped_into_the_next_step, (V,)),
    (kept_before_a_later_call, (V, W)),
    (kept_before_a_later_write, (V, W)),
    *((f, (M,)) for f in (next_row, rows_backward, largest_row, row_or_column)),
    *((f, (M,)) for f in (row_of_a_helper, rows_of_a_helper, list_that_begins_empty)),
    *((f, (V,)) for f in (part_of_part, best_of, old_name, array_and_its_view, the_same_twice)),
    *((f, (V,)) for f in (halves, overlapping, itself, moved_inside)),
    *((f, (V, W)) for f in (one_in_each_step, exchanged, exchanged_in_a_list, popped)),
    (first_in_first_out, (V, W)),
    (list_of_a_helper, (V,)),
    *((one_of_two, (V, W, c)) for c in (0.5, -0.5)),
    *((made_in_a_branch, (V, c)) for c in (0.5, -0.5)),
    *((result_may_be_new, (V, c)) for c in (0.5, -0.5)),
    *((no_iteration, (V, n)) for n in (0, 2)),
    *((f, (V, n)) for f in (by_recursion, part_by_recursion) for n in (0, 2)),
    *((f, (V, 2)) for f in (new_arrays_of_a_helper, new_arrays_of_two_helpers)),
    *((f, (V, 0.3)) for f in (growing_list, written_in_a_list)),
    (nested, (M, V)),
    (rows_of_a_number, (0.7,)),
    *((f, (V, 0.7)) for f in (buffer_of_the_iteration_before, only_read_an_iteration_later)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_uncompiled_in_both_modes(
    function: Callable[..., float], arguments: tuple[object, ...]
) -> None:
    check_both(function, *arguments)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (windows_in_two_buffers, (V, 0.3)),
        (kept_before_a_later_call, (V, W)),
        (rows_of_a_helper, (M,)),
        (best_of, (V,)),
        (by_recursion, (V, 2)),
        (popped, (V, W)),
        (first_in_first_out, (V, W)),
        (list_of_a_helper, (V,)),
        (new_arrays_of_a_helper, (V, 2)),
    ],
)
def test_compiled(function: Callable[..., float], arguments: tuple[object, ...]) -> None:
    check(function, *arguments, target="cpu")


def test_arrays_in_single_precision() -> None:
    def chosen(v, w):
        for k in range(1, 4):
            work = v if v[k] > w[k] else w
            work[k] = work[k - 1] * v[k]
        return np.sum(v * w)

    small = [a.astype(np.float32) for a in (V, W)]
    found = grad(chosen, wrt=("v", "w"), target="python")(*small)
    expected = grad(chosen, wrt=("v", "w"), target="python")(V.copy(), W.copy())
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == np.float32
        np.testing.assert_allclose(a, b, rtol=1e-5)


def constant_twice(a, row):
    row[0] = a
    table = np.array([0.5, -1.5, 1.25])
    return table, table


def test_an_array_without_derivative_that_is_returned_twice() -> None:
    def summed(v):
        total = 0.0
        row = np.zeros(3)
        for i in range(3):
            one, two = constant_twice(v[i], row)
            total += row[0] ** 2 * one[0] + two[1] * row[0]
        return total

    check_both(summed, V)


def largest_row_from(m, start):
    kept = m[start]
    for k in range(start + 1, m.shape[0]):
        if m[k, 0] > kept[0]:
            kept = m[k]
    return kept


def test_lengths_of_rows_that_a_helper_returns_are_known_before_the_loop() -> None:
    def summed(m):
        for i in range(m.shape[0]):
            row = largest_row_from(m, i)
            for j in range(row.shape[0]):
                row[j] = 0.9 * row[j] + 0.1 * m[i, j] * row[j]
        return np.sum(m**3)

    check_both(summed, M)
    text = grad(summed, target="python").source(M)
    assert "np.empty((m.shape[0], m.shape[1]))" in text
    assert "np.concatenate" not in text
    assert "largest_row_from_rev" not in text  # it would do nothing


def test_a_step_of_zero_raises_as_numpy_does() -> None:
    table = np.array([1.5, -0.5, 2.0])

    def summed(v):
        weights = table * v[:3]
        return np.sum(weights * table[::0])

    with pytest.raises(ValueError, match="slice step cannot be zero"):
        grad(summed, target="python")(V)


def roughness(u):
    steps = np.diff(u)
    return np.sum(steps * steps)


def test_a_call_is_given_a_copy_of_one_of_several_arrays() -> None:
    def summed(m, v):
        for _ in range(2):
            for i in range(4):
                if i == 0:
                    column = m[:, 2]
                    column *= v[0]
            rough = roughness(column)
        return np.sum(m * m) + rough

    check_both(summed, M, V)


def test_shapes_of_swapped_buffers_that_get_shorter() -> None:
    def relaxed(x):
        total = x[1]
        for size in range(3, 0, -1):
            x = x[:size] * 0.93
            then = np.zeros(size)
            for _ in range(2):
                for i in range(len(x)):
                    then[i] = 0.5 * x[i] + 0.1 * total
                x, then = then, x
            total += 0.1 * x[0] * total
        return total

    check_both(relaxed, V)


def test_shapes_of_arrays_that_get_shorter_in_an_inner_loop() -> None:
    def relaxed(x):
        total = x[1]
        for m in range(2):
            z = x * (m + 1.0)
            for size in range(3, 0, -1):
                z = z[:size] * 0.93
                total += 0.1 * z[0] * total
        return total

    check_both(relaxed, V)


def flat(u):
    return u.ravel()


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("ask", [np.ravel, np.ascontiguousarray, flat])
def test_what_may_be_a_view_of_a_copied_argument_with_gaps(ask: Any, target: str) -> None:
    def changed(x, k):
        w = ask(k)
        w *= 2.0
        return x * x * k[0]

    gapped = np.repeat(V, 2)[::2]
    assert grad(changed, target=target)(0.7, V) == pytest.approx(2.0 * 0.7 * 2.0 * V[0])
    for derivative, tangents in ((grad, ()), (jvp, (1.0,))):
        with pytest.raises(UnsupportedSyntax, match="may share memory with an array that"):
            derivative(changed, target=target)(0.7, gapped, *tangents)


def test_what_is_a_view_or_a_copy_of_an_argument_with_gaps_for_a_while() -> None:
    def changed(x, k):
        k[0] = 1.0
        return np.sum(k.ravel()) * x

    gapped = np.repeat(V, 2)[::2]
    assert grad(changed, target="python")(0.7, gapped) == pytest.approx(1.0 + np.sum(V[1:]))

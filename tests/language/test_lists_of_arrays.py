"""Lists of arrays that are written out, and never change: they are tuples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from .compare import check, check_both

X = np.array([0.7, -1.3, 2.1])
Y = np.array([0.3, 0.2, 0.9])
W = np.array([[0.5, 1.5, -0.3], [-0.5, 2.0, 0.7], [0.2, 0.9, 1.1]])
V = W[:2]


def elements(x, y):
    both = [x, y]
    return np.sum(both[0] * both[-1]) + both[1][0]


def written_through(x, y):
    both = [x * 1.0, y]
    both[0][1] = y[0] * 3
    total = 0.0
    for v in both:
        v *= 2
        total += np.sum(v**3)
    return total + both[0][1]


def layers(x, w, v):
    for weights, bias in [(w, x), (v, x[:2])]:
        x = np.tanh(weights @ x + bias[0])
    return x.sum()


def numbered(x, w, v):
    weights = [w, w.T, v]
    for i, each in enumerate(weights):
        z = each @ x
        x = np.maximum(z, 0.1 * z) if i < len(weights) - 1 else z
    return x.sum()


def by_number(x, y):
    parts = [x * 2, y + x, np.zeros(3)]
    total = 0.0
    for k in range(len(parts)):
        part = parts[k]
        part[k] = x[k] * total + 1
        total += part @ y
    return total


def in_turn(x, y):
    both = [x.copy(), y.copy()]
    for k in range(3):
        both[k % 2][k] = both[(k + 1) % 2][k] * 2
    return both[0].sum() * both[1][2]


def unpacked(x, y):
    both = [np.sin(x), y]
    a, b = both
    return a @ b


def joined(x, y):
    both = [x, -y]
    wide = np.concatenate(both) @ np.arange(6.0) + np.column_stack(both)[1] @ x[:2]
    return wide + np.stack(both)[1] @ x + np.vstack(both)[0] @ y + np.array(both).sum()


def nested(x, y):
    pairs = [[x, y], [y * 2, x]]
    pairs[1][0][2] = y[0] * x[1]
    total = 0.0
    for p, q in pairs:
        total += p @ q
    return total


def made_in_a_loop(x, y):
    total = 0.0
    for k in range(2):
        both = [x * k, y]
        total += both[0] @ both[1] + both[-1][0]
    return total


def renamed_later(x, y):
    both = [x, y]
    x = x * 2
    return both[0] @ both[1] + x[0]


def weighted(x, y):
    slopes = [np.sin(x), np.sin(x + 0.5 * y)]
    result = x * 1.0
    for c, k in zip([0.25, 0.75], slopes, strict=True):
        result = result + c * k
    return result @ sum(slopes)


@pytest.mark.parametrize(
    "function",
    [
        *(elements, written_through, layers, numbered, by_number, in_turn, unpacked, joined),
        *(nested, made_in_a_loop, renamed_later, weighted),
    ],
    ids=lambda f: f.__name__,
)
def test_lists_of_arrays(function: Callable[..., float]) -> None:
    given = (X, W, V) if function in (layers, numbered) else (X, Y)
    check_both(function, *given)
    check(function, *given, target="cpu")


def replaced(x, y):
    both = [x, y]
    both[0] = both[1] * 2
    return both[0].sum()


def in_a_nested_list(x, y):
    pairs = [[x, y], [y, x]]
    pairs[1][0] = x
    return pairs[1][0].sum()


def changed_in_place(x, y):
    both = [x, y]
    both[0] *= 2
    return x.sum()


def grown(x, y):
    both = [x]
    both.append(y)
    return both[1].sum()


def another_name(x, y):
    both = [x, y]
    other = both
    other[0] = y
    return both[0].sum()


@pytest.mark.parametrize(
    "function",
    [replaced, changed_in_place, grown, another_name],
    ids=lambda f: f.__name__,
)
def test_lists_that_change(function: Callable[..., Any]) -> None:
    check_both(function, X, Y)


def test_a_list_in_a_list_that_changes() -> None:
    check_both(in_a_nested_list, X, Y)


def used_as_a_whole(x, y):
    both = [x]
    both.append(y)
    return total(both)


def total(arrays):
    return np.sum(arrays[0] * arrays[1])


def test_a_list_that_is_given_to_a_function() -> None:
    check_both(used_as_a_whole, X, Y)


def test_lists_are_joined_in_loops() -> None:
    def summed(x, v):
        rows = [x * v, v * v]
        total = 0.0
        for k in range(3):
            joined = np.concatenate(rows)
            total += np.sum(joined * joined)
            rows.append(v[: k + 1] * x)
        return total

    check_both(summed, 0.7, np.array([0.5, -1.5, 2.0]))


def test_an_element_is_read_before_another_one_is_inserted() -> None:
    def summed(v):
        rows = [v * 1.0]
        for _ in range(3):
            rows.insert(0, rows[0] * v)
        rows.reverse()
        rows.append(rows[-1] * rows[0])
        return np.sum(rows[0] + rows[-1])

    check_both(summed, np.array([0.5, 1.5, -0.8]))


def test_a_repeated_list_holds_one_array_several_times() -> None:
    def written(x):
        rows = [x * 1.0] * 3
        rows[0][1] = x[0]
        return np.sum(rows[2] * x)

    def replaced(x):
        rows = [x * 1.0] * 3
        for k in range(1, 3):
            rows[k] = rows[k - 1] * x
        return np.sum(rows[2] * rows[0])

    def made(x):
        rows = [np.zeros(3)] * 2
        rows[0][1] += x[0]
        return rows[1][1] * x[1]

    def of_elements(x):
        values = [x[0]] * 3
        values[1] *= x[1]
        return values[0] * values[1] + values[2]

    for function in (written, replaced, made, of_elements):
        check_both(function, np.array([0.5, 1.5, -0.8]))


def test_what_a_comprehension_repeats_is_computed_inside_it() -> None:
    def of_parts(x):
        rows = [[e * 2.0] * 2 for e in x]
        return rows[0][1] * rows[1][0] + rows[2][1]

    def of_sums(x):
        first, total = x[0], 0.0
        for k in range(3):
            total += sum([first * k] * 3) * x[k]
        return total

    for function in (of_parts, of_sums):
        check_both(function, np.array([0.5, 1.5, -0.8]))

"""Names that keep an array of one iteration of a loop for later ones, or for after the loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.normalise.memory.references import references
from srcdiff.syntax import function, unparse

from ...differentiate.finite import check_both_modes

X = np.array([0.7, 1.3, 2.1])


def of_one_iteration(x):
    for k in range(3):
        made = x * (k + 0.5)
        if k == 1:
            held = made
    return np.sum(held * held)


def smallest_from_none(x):
    found = None
    least = 1e9
    for k in range(4):
        tried = np.cos(x * (k + 1.0))
        size = np.sum(tried)
        if found is None or size < least:
            found = tried
            least = size
    return np.sum(found * x)


def distance_from_the_first(x):
    total = 0.0
    for k in range(4):
        now = x * x * k
        if k == 0:
            origin = now
        else:
            total += np.sum((now - origin) ** 3)
    return total


def row_of_a_matrix(x):
    table = np.outer(x, x + 1.0)
    for i in range(3):
        row = table[i]
        if i == 1:
            middle = row
    return np.sum(middle * middle)


def behind_continue(x):
    total = 0.0
    for k in range(4):
        made = x * (k + 1.0)
        total += made[0]
        if k > 1:
            continue
        early = made
    return np.sum(early * early) * total


def behind_break(x):
    k = 0
    while True:
        made = x * (k + 1.0)
        k += 1
        if k > 3:
            break
        last_but_one = made
    return np.sum(last_but_one * made)


def while_something_holds(x):
    k = 0
    while k < 4:
        step = np.sin(x + k)
        if step[0] > 0.5:
            high = step
        k += 1
    return np.sum(high * x)


def in_a_nest(x):
    total = 0.0
    for i in range(2):
        for j in range(3):
            made = x * (i + j + 1.0)
            if i == 0 and j == 1:
                kept = made
            total += made[i]
    return np.sum(kept * kept) + total


def kept_inside_and_outside(x):
    for i in range(2):
        outer = x + i
        for j in range(2):
            inner = outer * (j + 1.0)
            if j == 0:
                first = inner
        if i == 0:
            saved = first
    return np.sum(saved * first)


def two_at_once(x):
    for k in range(3):
        up, down = x + k, x - k
        if k == 1:
            high, low = up, down
    return np.sum(high * low)


def the_one_before(x):
    total = 0.0
    for k in range(4):
        now = np.sin(x * k)
        if k > 0:
            total += np.sum(now * before)  # noqa: F821
        before = now
    return total + np.sum(before)


def through_a_second_name(x):
    for k in range(3):
        made = x * (k + 2.0)
        alias = made
        if k == 0:
            kept = alias
    return np.sum(kept * alias)


def constants(x):
    for k in range(3):
        weights = np.ones(3) * (k + 1.0)
        if k == 0:
            first = weights
    return np.sum(first * x * x)


def lists_of_numbers(x):
    for k in range(3):
        parts = [x[0] * k, x[1] + k]
        if k == 1:
            kept = parts
    return kept[0] * kept[1]


def shifted(x, k):
    return x * x + k


def results_of_calls(x):
    for k in range(3):
        made = shifted(x, k)
        if k == 1:
            kept = made
    return np.sum(kept * made)


def after_an_exception(x):
    for k in range(3):
        made = x / (k + 1.0)
        try:
            if k != 1:
                raise ValueError
            kept = made
        except ValueError:
            pass
    return np.sum(kept * kept)


def maps(m):
    for k in range(2):
        grown = m @ m * (k + 1.0)
        if k == 0:
            small = grown
    return np.sum(small * grown.T)


def always_the_same(x, n):
    for _ in range(n):
        alias = x
    return np.sum(alias * alias)


FUNCTIONS = [
    of_one_iteration,
    smallest_from_none,
    distance_from_the_first,
    row_of_a_matrix,
    behind_continue,
    behind_break,
    while_something_holds,
    in_a_nest,
    kept_inside_and_outside,
    two_at_once,
    the_one_before,
    through_a_second_name,
    constants,
    lists_of_numbers,
    results_of_calls,
    after_an_exception,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_arrays_of_earlier_iterations(function: Any) -> None:
    check_both_modes(function, X)


@pytest.mark.parametrize("function", [smallest_from_none, in_a_nest])
def test_arrays_of_earlier_iterations_compiled(function: Any) -> None:
    check_both_modes(function, X, target="cpu")


def test_matrices_of_earlier_iterations() -> None:
    check_both_modes(maps, np.outer(X, X) + np.eye(3))


def test_what_a_loop_does_not_make_keeps_its_name() -> None:
    check_both_modes(always_the_same, X, 2)
    source = grad(always_the_same, target="python").source(X, 2)
    assert "d_x += 2.0 * x" in source and "alias =" not in source


def filled_by_elements(x):
    total = 0.0
    for k in range(1, 4):
        made = np.zeros(3)
        for i in range(3):
            made[i] = x[i] * k
        if k == 2:
            kept = made
        total += np.sum(made)
    return total * np.sum(kept * kept)


def filled_by_a_helper(x):
    for k in range(3):
        made = np.empty(3)
        fill(made, x, k)
        alias = made
        if k == 1:
            kept = alias
    return np.sum(made * kept)


def fill(made, x, k):
    for i in range(len(x)):
        made[i] = np.sin(x[i] * k)


def longer_and_longer(x):
    for k in range(1, 4):
        made = np.zeros(k)
        made[:] = x[:k]
        if k == 2:
            kept = made
    return np.sum(made) * np.sum(kept * kept)


@pytest.mark.parametrize("function", [filled_by_elements, filled_by_a_helper, longer_and_longer])
def test_arrays_that_each_iteration_fills(function: Any) -> None:
    check_both_modes(function, X)


def test_what_is_kept_is_copied_once() -> None:
    text = grad(filled_by_elements, target="python").source(X)
    assert text.count("kept = made.copy()") == 1
    assert "kept = kept.copy()" not in text


def test_what_is_kept_and_written() -> None:
    def written(x):
        for k in range(3):
            made = np.zeros(3)
            made[k] = x[k]
            if k == 1:
                kept = made
            if k > 0:
                kept[0] = 2.0 + kept[1]
        return np.sum(made * kept)

    check_both_modes(written, X)


NAMED = {  # what becomes of names for arrays; `w` is global, `n` no array
    "if n:\n    y = w\nelse:\n    y = w\nz = y[0]": "if n:\n    pass\nelse:\n    pass\nz = w[0]",
    "y = x\nz = y[0]": "z = x[0]",
    "y = n\nz = y + 1": "y = n\nz = y + 1",
    "if n:\n    y = x\nelse:\n    y = w\nz = y[0]": (
        "if n:\n    y = x\nelse:\n    y = w\nz = y[0]"
    ),
    "for i in n:\n    v = x + 1\n    y = v\nz = y[0]": "for i in n:\n    v = x + 1\nz = v[0]",
    "for i in n:\n    v = x + 1\n    if i:\n        y = v\nz = y[0]": (
        "for i in n:\n    v = x + 1\n    if i:\n        y = v\nz = y[0]"
    ),
}


@pytest.mark.parametrize("text", NAMED)
def test_what_names_become(text):
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    tree = function(f"def f(x, n):\n{lines}")
    new = references(tree, lambda name: name in "vwxy" and "y = n" not in text)
    assert "\n".join(map(unparse, new.body)) == NAMED[text]

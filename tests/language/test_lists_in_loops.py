"""Lists of arrays that a loop changes, and that hand arrays from one iteration to another."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import grad

from ..differentiate.finite import slope
from .compare import check_both

V = np.array([0.4, 0.9, 1.2])


def last_but_one(v):
    waves, s = [v * 1.0], 0.0
    for k in range(3):
        waves.append(v * k)
        s += np.sum(waves[k] ** 2)
    return s


def stored_then_read(v):
    waves, s = [v, v * 2.0, v * 3.0, v * 1.0], 0.0
    for k in range(3):
        waves[k + 1] = v * k
        s += np.sum(waves[k] ** 2)
    return s


def all_before(v):
    waves, s = [v * 0.5], 0.0
    for k in range(4):
        waves.append(np.sin(v * k))
        for j in range(k):
            s += waves[j] @ waves[k]
    return s


def batches(v):
    batch, s = [v * 0.0], 0.0
    for k in range(6):
        batch.append(v * k)
        if len(batch) == 3:
            s += np.sum(np.array(batch) ** 2)
            batch = [v * 0.5]
    return s


def walked_and_begun_anew(v):
    batch, s = [v * 0.0], 0.0
    for k in range(6):
        batch.append(v * k)
        if len(batch) == 3:
            for row in batch:
                s += np.sum(row**2)
            batch = [v * 0.5]
    return s


def last_two(v):
    recent, s = [v * 1.0], 0.0
    for k in range(6):
        recent = [*recent, np.sin(v * k)]
        recent = recent[-2:]
        s += recent[0] @ v
    return s


def cut_to_two(v):
    recent, s = [v * 1.0], 0.0
    for k in range(6):
        recent.append(np.sin(v * k))
        recent = recent[-2:]
        s += recent[0] @ v
    return s


def new_batch(v):
    return [v * 0.3]


def begun_by_a_function(v):
    batch, s = [v * 1.0], 0.0
    for k in range(4):
        batch.append(v * k)
        if len(batch) == 3:
            s += np.sum(batch[0] * batch[1] * batch[2])
            batch = new_batch(v)
    return s


def of_two_lists(v):
    old, new, s = [v * 2.0], [v * 1.0], 0.0
    for k in range(4):
        new.append(v * k)
        s += old[-1] @ new[-1]
        if k % 2 == 0:
            old, new = new, [v * v]
    return s


def filled_before_it_is_read(v):
    waves = [v * 1.0]
    for k in range(3):
        waves.append(np.sin(v * k))
    return sum([np.sum(w * w) for w in waves])


def of_one_iteration(v):
    s = 0.0
    for k in range(3):
        pair = [v * k]
        pair.append(pair[0] * v)
        s += np.sum(pair[-1])
    return s


def changed_as_it_grows(v):
    waves = [v * 1.0, v * 0.5]
    for k in range(4):
        waves.append(waves[-1] * v + 0.1 * waves[-2])
        waves[k // 2][0] += 0.1 * waves[-1][0]
    return np.sum(waves[-1])


def replaced_as_it_grows(v):
    waves, s = [v * 1.0], 0.0
    for k in range(4):
        waves.append(waves[-1] * v)
        s += waves[0] @ waves[-1]
        waves[0] = np.sin(waves[-1])
        if k == 2:
            waves.append(waves[-1] * 0.5)
    return s + np.sum(waves[-1])


def shorter_at_last(v):
    waves, s = [v * 1.0], 0.0
    for _ in range(3):
        waves.append(np.sin(waves[-1]))
    while len(waves) > 1:
        s += waves[-1] @ waves[0]
        waves.pop()
    return s


FUNCTIONS = (
    *(changed_as_it_grows, replaced_as_it_grows, shorter_at_last),
    *(last_but_one, stored_then_read, all_before, batches, walked_and_begun_anew, last_two),
    *(cut_to_two, begun_by_a_function, of_two_lists, filled_before_it_is_read, of_one_iteration),
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_all_modes(function: Callable[..., float]) -> None:
    check_both(function, V)
    found = grad(function, target="python")(V)  # where no value is asked for loops may run once
    np.testing.assert_allclose(found, slope(function, (V,), 0), rtol=2e-7, atol=2e-7)


@pytest.mark.parametrize("function", [last_but_one, batches, cut_to_two, changed_as_it_grows])
def test_compiled(function: Callable[..., float]) -> None:
    np.testing.assert_allclose(grad(function)(V), slope(function, (V,), 0), rtol=2e-7, atol=2e-7)


def test_elements_are_found_in_a_list_that_only_grows() -> None:
    derivative = grad(changed_as_it_grows, target="python")
    derivative(V)
    assert "d_waves[k + 1]" in derivative.source()
    assert "waves_at_saved" not in derivative.source()

"""Slices of lists that are deleted or replaced."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both

V = np.array([0.4, 0.9, 1.2])


def middle_deleted(v):
    rows = [v * k for k in range(5)]
    del rows[1:3]
    return np.sum(rows[1] * rows[0] + rows[-1])


def ends_deleted(v):
    rows = [v + k for k in range(6)]
    del rows[:2]
    del rows[-1:]
    return np.sum(rows[0] * rows[-1]) + len(rows)


def numbers_deleted(v):
    found = [v[0], v[1], v[0] * v[1], v[2], 2.0]
    del found[1:3]
    return found[0] * found[1] * found[2]


def up_to_a_variable(v):
    rows, s = [v], 0.0
    for k in range(5):
        rows.append(v * k)
        del rows[: len(rows) - 3]
        s += np.sum(rows[0] * rows[-1])
    return s


def deleted_under_another_name(v):
    rows = [v, v * 2.0, v * 3.0]
    others = rows
    if v[0] > 0.0:
        others = rows
    del others[:1]
    return np.sum(rows[0]) + len(rows)


def as_many(v):
    found = [v[0], v[1], v[2], v[0] * v[1]]
    found[1:3] = [v[1] * v[1], v[0] * v[0]]
    return found[0] * found[1] + found[2] * found[3]


def more(v):
    rows = [v, v * 2.0, v * 3.0]
    rows[1:2] = [v * v, rows[0] * rows[1], rows[2]]
    return np.sum(rows[1] * rows[2]) + np.sum(rows[-1]) + len(rows)


def behind_the_end(v):
    rows = [v]
    rows[3:9] = [v * v, v * 2.0]
    return np.sum(rows[1] * rows[2]) + len(rows)


def last_ones_kept(v):
    rows = [v]
    for _ in range(5):
        rows.append(np.sin(rows[-1] * 1.1))
        rows[:] = rows[-3:]
    return np.sum(rows[0] * rows[1] + rows[2])


def end_replaced(v):
    rows = [v, v * 2.0, v * 3.0]
    rows[1:] = [v * v]
    rows[:1] = (np.sin(v), np.cos(v))
    return np.sum(rows[0] * rows[1] * rows[2])


FUNCTIONS = (
    *(middle_deleted, ends_deleted, numbers_deleted, up_to_a_variable, deleted_under_another_name),
    *(as_many, more, behind_the_end, last_ones_kept, end_replaced),
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_all_modes(function: Callable[..., float]) -> None:
    check_both(function, V)


@pytest.mark.parametrize("function", [middle_deleted, numbers_deleted, more, last_ones_kept])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")


def test_every_second_one_is_not_deleted() -> None:
    def thinned(v):
        rows = [v, v * 2.0, v * 3.0]
        del rows[::2]
        return np.sum(rows[0])

    with pytest.raises(UnsupportedSyntax, match="only names can be deleted"):
        grad(thinned, target="python")(V)


def reversed_in_place(v):
    rows = [v * k for k in range(3)]
    rows[::-1] = [v, v * v, v + 1.0]
    return np.sum(rows[0] * rows[1])


def every_second_one(v):
    rows = [v * k for k in range(3)]
    rows[::2] = rows[1:]
    return np.sum(rows[0] * rows[2])


def another_list(v):
    rows = [v, v * v, v + 1.0]
    rows = rows[::-1]
    return np.sum(rows[0] * rows[1])


def one_by_one(v):
    rows, others = [v * k for k in range(3)], [v, v * v, v + 1.0]
    for i in range(3):
        rows[2 - i] = others[i]
    return np.sum(rows[0] * rows[1])


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [reversed_in_place, every_second_one])
def test_none_is_replaced_with_a_step(function: Callable[..., float], target: str) -> None:
    """Numba does not compile it, or loses arrays."""
    with pytest.raises(UnsupportedSyntax, match="replaced with a step"):
        grad(function, target=target)(V)


@pytest.mark.parametrize("function", [another_list, one_by_one])
def test_ways_to_replace_them(function: Callable[..., float]) -> None:
    check_both(function, V)

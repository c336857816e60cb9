"""Copies of what NumPy gives views of are refused where anybody could see that they are copies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from ...language.compare import check_both

X = np.array([0.5, 0.7, 0.9])
S = np.arange(8.0).reshape(2, 2, 2) + 0.5
M = np.array([[0.3, 0.4], [0.5, 0.6]])
windows = np.lib.stride_tricks.sliding_window_view


def pairs_of(a: Any) -> Any:
    return windows(a, 2)


def changed(x: Any) -> Any:
    a = x * 1.0
    w = windows(a, 2)
    a[0] = x[1] * 5.0
    return np.sum(w * w)


def changed_by_a_caller(x: Any) -> Any:
    a = x * 1.0
    w = pairs_of(a)
    a[0] = x[1] * 5.0
    return np.sum(w * w)


def changed_in_a_loop(x: Any) -> Any:
    a, total = x * 1.0, 0.0
    w = windows(a, 2)
    for k in range(3):
        total += np.sum(w * w)
        a[k] = a[k] * 2.0
    return total


def read_in_the_next_iteration(x: Any) -> Any:
    a, total = x * 1.0, 0.0
    w = windows(a, 2)
    for k in range(2):
        total += np.sum(w * w)
        w = windows(a, 2)
        a[k] = a[k] * 2.0
    return total


def changed_stack(s: Any) -> Any:
    a = s * 1.0
    d = np.diagonal(a)
    a[0, 0, 0] = s[0, 1, 1] * 5.0
    return np.sum(d * d)


def changed_by_einsum(m: Any) -> Any:
    a = m * 1.0
    d = np.einsum("ii->i", a)
    d[0] = 5.0 * m[0, 1]
    return np.sum(a * a)


REFUSED: list[tuple[Callable[..., Any], Any]] = [
    *((changed, X), (changed_by_a_caller, X), (changed_in_a_loop, X)),
    *((read_in_the_next_iteration, X), (changed_stack, S), (changed_by_einsum, M)),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0].__name__)
def test_copies_of_what_changes_are_refused(case: tuple[Callable[..., Any], Any]) -> None:
    with pytest.raises(SrcdiffError, match="may share memory with an array that is changed"):
        grad(case[0], target="python")(case[1])


def copied(x: Any) -> Any:
    a = x * 1.0
    w = windows(a, 2).copy()
    a[0] = x[1] * 5.0
    return np.sum(w * w) * a[0]


def read_before(x: Any) -> Any:
    a = x * 1.0
    total = np.sum(pairs_of(a) ** 2)
    a[0] = x[1] * 5.0
    return total * total + a[0]


def taken_in_each_iteration(x: Any) -> Any:
    a, total = x * 1.0, 0.0
    for k in range(3):
        w = windows(a, 2)
        total += np.sum(w * w)
        a[k] = a[k] * 2.0
    return total


def trace_of_changed(m: Any) -> Any:
    a = m * 1.0
    t = np.einsum("ii", a)
    a[0, 0] = m[1, 1] * 3.0
    return t * t + a[0, 0]


RIGHT = [(copied, X), (read_before, X), (taken_in_each_iteration, X), (trace_of_changed, M)]


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: case[0].__name__)
def test_others_are_differentiated(case: tuple[Callable[..., Any], Any]) -> None:
    check_both(*case)

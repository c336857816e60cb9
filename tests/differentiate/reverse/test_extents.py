"""Arrays that are saved in loops: in one array where their extents are known before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad

X = np.array([0.3, 0.7, 0.4])
A = np.array([[0.2, 0.4, 0.1], [0.3, 0.1, 0.6], [0.5, 0.2, 0.2]])


def overwritten(x, n):
    total, work = 0.0, x.copy()
    for i in range(n):
        total += np.sum(np.sin(work))
        work[i] = total
    return total


def product(x, a, n):
    total = 0.0
    for _ in range(n):
        y = np.sin(a @ x) * total
        total += np.sum(y * y) + x[0]
    return total


def row(x, a, n):
    total = 0.0
    for i in range(n):
        y = np.exp(a[i] * total)
        total += np.sum(y * y) * x[0]
    return total


def part(x, n):
    total = 0.0
    for _ in range(n):
        y = np.exp(x[1:] * total)
        total += np.sum(y * y) * 0.1
    return total


def made(x, n):
    total = 0.0
    for _ in range(n):
        y = np.zeros((2, len(x) - 1))
        y[:] = x[1:] * total
        total += np.sum(np.exp(y)) * 0.1
        y[0, 0] = total
    return total


def written_out(x, a, n):
    total = 0.1
    for _ in range(n):
        y = np.exp(total * np.array([0.1, 0.3, 0.2]))
        total += np.sum(y @ a) * x[0]
    return total


ONE_ARRAY: dict[Callable[..., float], tuple[tuple[Any, ...], str]] = {
    overwritten: ((X, 2), "np.empty((max(n, 0), len(x)))"),
    product: ((X, A, 2), "np.empty((max(n, 0), a.shape[0]))"),
    row: ((X, A, 2), "np.empty((max(n, 0), a.shape[1]))"),
    part: ((X, 2), "np.empty((max(n, 0), max(len(x) - 1, 0)))"),
    made: ((X, 2), "np.empty((max(n, 0), 2, max(len(x) - 1, 0)))"),
    written_out: ((X, A, 2), "np.empty((max(n, 0), 3))"),
}


@pytest.mark.parametrize("function", ONE_ARRAY, ids=lambda f: f.__name__)
def test_saved_in_one_array(function: Callable[..., float]) -> None:
    arguments, text = ONE_ARRAY[function]
    source = grad(function, target="python").source(*arguments)
    assert text in source
    assert ".append" not in source
    check_grads(function, arguments, wrt="x", target="python")
    check_grads(function, (*arguments[:-1], 0), wrt="x", target="python")


def grows(x, n):
    total, y = 0.0, x.copy()
    for _ in range(n):
        y = np.exp(np.append(y, total) * 0.1)
        total += np.sum(y)
    return total


def masked(x, n):
    total = 0.0
    for _ in range(n):
        y = np.exp(x[x > total])
        total += np.sum(y * y) * 0.1
    return total


def computed(x, n):
    total = 0.0
    for _ in range(n):
        k = 1 + int(total)
        y = np.exp(x[:k] * total)
        total += np.sum(y * y) * 0.1
    return total


@pytest.mark.parametrize("function", [grows, masked, computed], ids=lambda f: f.__name__)
def test_of_several_lengths(function: Callable[..., float]) -> None:
    assert ".append" in grad(function, target="python").source(X, 2)
    check_grads(function, (X, 3), wrt="x", target="python")

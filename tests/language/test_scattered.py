"""Writes to places that an array of integers tells, of which some may be the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from .compare import check, check_both

V = np.array([1.2, 0.4, 2.3, 0.7])
M = np.arange(12.0).reshape(4, 3) / 7.0 + 0.2
C = np.arange(12.0).reshape(2, 3, 2) / 7.0 + 0.2
K = np.array([2, 0, 2])


def repeated(v, k):
    a = v * v
    a[k] = v[:3] * v[1]
    return np.sum(a * a * v)


def one_value(v, k, x):
    a = v.copy()
    a[k] = x
    a[-k - 1] *= x
    return a @ a


def added(v, k):
    a = np.zeros(4)
    a[k] += v[:3]
    a[k] += v[1:] * a[0]
    a[k] -= 0.5
    return np.sum(a * a)


def from_itself(v, k):
    a = v * 1.0
    a[k] = a[1:]
    a[k] = a[k] * v[0]
    return a @ v


def rows(m, k, v):
    a = m * 1.0
    a[k] = m[1:] * v[0]
    a[k] *= v[1]
    a[k] = v[:3]
    a[k, k] = v[1:]
    a[k, 1] = m[k, 0] * v[2]
    a[k] += m[0]
    return np.sum(a * a)


def in_loop(v, k):
    a = v * 1.0
    for i in range(3):
        a[k] = np.tanh(a[k] * v[i])
    return np.sum(a)


def helper(a, k, v):
    a[k] = v * v


def in_helper(v, k):
    a = v * 1.0
    helper(a, k, v[:3])
    return np.sum(a * a)


def columns(m, k):
    a = np.zeros((4, 3))
    a[:, k] = m[:, : len(k)]
    a[1:, k] += 2.0 * m[1:, : len(k)]
    a[:, k] = a[:, k[::-1]] * m[0, 1]
    a[:, k] = m[0, : len(k)]
    return np.sum(a * a * m)


def parts_of_rows(m, k):
    a = m * 1.0
    a[0, k] = m[1, : len(k)]
    a[k, 1:3] = m[: len(k), :2]
    a[k, 1:] *= m[: len(k), 1:] * m[0, 0]
    a[:, k] = m[:, :1] * 2.0 + np.zeros((4, len(k)))
    return np.sum(a * a * m)


def spelled_with_dots(c, k):
    a = np.zeros(c.shape)
    a[..., k, :] = c[:, : len(k), :]
    a[k[0], ..., k] = c[1, :, : len(k)].T
    a[..., k] -= c[..., k[::-1]] ** 2
    return np.sum(a * a * c) + np.sum(c[0, :, k] ** 2 * c[0, 1, 1]) + np.sum(c[k, ...])


def beside_masks(m):
    inside = np.array([True, False, True])
    a = m * 1.0
    a[:, inside] = m[:, 1:] * m[0, 0]
    a[1:, inside] *= 2.0 * m[1:, :2]
    a[m[:, 0] > 0.5, 1] = 3.0 * m[0, 1]
    return np.sum(a * a * m)


def too_few(m, k):
    a = np.zeros((4, 3))
    a[:, k] = m[:, :2]
    return np.sum(a)


CASES: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
    (repeated, (V, K)),
    (repeated, (V, np.array([1, 1, 1]))),
    (one_value, (V, K, 1.3)),
    (one_value, (V, K[:0], 1.3)),
    (added, (V, K)),
    (from_itself, (V, K)),
    (from_itself, (V, np.array([3, 2, 1]))),
    (rows, (M, K, V)),
    (in_loop, (V, K)),
    (in_helper, (V, K)),
    (columns, (M, K)),
    (columns, (M, np.array([1, 0]))),
    (columns, (M, K[:0])),
    (parts_of_rows, (M, K)),
    (parts_of_rows, (M, np.array([1, -2]))),
    (spelled_with_dots, (C, np.array([1, 0]))),
    (spelled_with_dots, (C, np.array([1, 1]))),
    (beside_masks, (M,)),
]
NAMES = [f"{function.__name__}-{k}" for k, (function, _) in enumerate(CASES)]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=NAMES)
def test_uncompiled(function: Callable[..., float], arguments: tuple[Any, ...]) -> None:
    """Both modes agree with differences."""
    check_both(function, *arguments)


@pytest.mark.parametrize("function", [from_itself, rows, columns, spelled_with_dots, beside_masks])
def test_compiled(function: Callable[..., float]) -> None:
    """Compiled derivatives do the same."""
    for other, arguments in CASES:
        if other is function:
            check(function, *arguments, target="cpu")


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_other_lengths(target: str) -> None:
    """As many values as places, or an error."""
    with pytest.raises(ValueError, match="not as many"):
        grad(repeated, target=target)(V, np.array([1, 2]))
    with pytest.raises(ValueError, match="not as many"):
        grad(too_few, target=target)(M, K)

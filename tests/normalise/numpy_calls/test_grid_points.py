"""np.mgrid and np.ogrid, np.choose, np.fromiter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, grad

from ...language.compare import check, check_both

V = np.array([0.6, 1.2, 0.8, 1.7])
W = np.array([0.3, 0.9, 1.4, 0.5])


def bump(x, y, n):
    a, b = np.mgrid[-1 : 1 : n * 1j, 0:n]
    rows, columns = np.ogrid[0 : x : complex(0, n), :2.0:0.5]
    return np.sum(np.exp(-((a - x) ** 2) - (b - y) ** 2)) + np.sum(np.sin(rows * x) * columns)


def points(x, y, n):
    p = np.mgrid[0:n, 1 : n + 1].reshape(2, -1).T
    q, r, s = np.mgrid[0:2, 0:3, 0:1:3j]
    t = np.ogrid[0:2, 0:n, 0:1:0.5]
    return np.sum(p[:, 0] * x + p[:, 1] ** 2 * y) + np.sum(np.cos(q * x) * r + s * y * t[1])


def integers(x, y, n):
    a, b = np.mgrid[0:n, 0:4]
    c, _ = np.mgrid[0:n, 0:1:0.5]
    return np.sum(a // 2 * x + b % 3 * y) + np.sum(x ** (c // 2)) + np.sum(np.mgrid[:n] * x)


def disc(x, y, n):
    a = np.full((n, n), x)
    i, j = np.ogrid[: a.shape[0], : a.shape[1]]
    a[(i - 1) ** 2 + (j - 1) ** 2 <= 1] = y
    return np.sum(a * a * (i + j))


@pytest.mark.parametrize("function", [bump, points, integers, disc])
def test_grids(function: Callable[..., float]) -> None:
    check_both(function, 1.3, 0.7, 3)


def test_compiled() -> None:
    check(bump, 1.3, 0.7, 3, target="cpu")
    check(chosen, V, W, 1.3, target="cpu")


def chosen(v, w, x):
    k = np.array([0, 2, 1, 2])
    first = np.choose(k, [v * x, w * w, x])
    ways = k.choose((w, v, v * w), mode="wrap") + np.choose(k - 1, (v, w), mode="clip")
    by_position = np.choose(k + 1, (v, w, x), None, "clip")
    return np.sum(first**2 + ways + by_position) + np.sum(np.choose(v > 0.9, (w, x)))


def drawn_up(v, w, x):
    a = np.fromiter((v[i] * v[i - 1] for i in range(4) if v[i] > 0.7), dtype=float)
    b = np.fromiter(map(lambda e: e * x, w), np.float64, count=3)
    k = np.fromiter((i for i in range(4)), int, -1)
    return np.sum(a * a) + np.sum(b * b) + np.sum(k * v) + np.sum(np.fromiter([x, x * x], "f8"))


@pytest.mark.parametrize("function", [chosen, drawn_up])
def test_of_vectors(function: Callable[..., float]) -> None:
    check_both(function, V, W, 1.3)


def raised(function: Callable[..., Any]) -> tuple[type, type]:
    """Return what a function and its derivative raise."""
    with pytest.raises(Exception) as plain:
        function(V)
    with pytest.raises(Exception) as found:
        grad(function, target="python")(V)
    return plain.type, found.type


def test_what_raises() -> None:
    def outside(v):
        return np.sum(np.choose(np.array([0, 2]), (v[:2], v[2:])))

    def too_few(v):
        return np.sum(np.fromiter((e for e in v), float, count=5))

    for function in (outside, too_few):
        assert raised(function) == (ValueError, ValueError)


def test_what_is_refused() -> None:
    def unknown(v):
        return np.sum(np.choose(np.array([0, 1]), np.stack((v[:2], v[2:]))))

    def without_end(v):
        return np.sum(np.mgrid[1:4, 2] * v[:3])

    for function, words in ((unknown, "as in `np.choose"), (without_end, "use np.meshgrid")):
        with pytest.raises(UnsupportedSyntax, match=words):
            grad(function, target="python")(V)


def test_choices_with_another_array_are_refused() -> None:
    k = np.array([0, 1])

    def written(v):
        out = np.zeros(2)
        made = np.choose(k, [v[:2], v[2:]], out)
        return np.sum(made) + np.sum(out)

    def several(v):  # by position, the method takes choices only
        return np.sum(k.choose([v[0], v[1]], v[2:]))

    for function in (written, several):
        with pytest.raises(UnsupportedType, match="does not know"):
            grad(function, target="python")(V)

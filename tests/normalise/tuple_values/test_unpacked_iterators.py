"""What is unpacked of `reversed` and `enumerate`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ...language.compare import check, check_both

V = np.array([0.6, 1.2, 0.8, 1.7])


def turned(v):
    t = [v[0], v[1], v[0] * v[2]]
    for _ in range(3):
        a, b, c = reversed(t)
        t = [a * 0.5, b, c]
    d, e = reversed((t[0], t[1] * v[3]))
    d, e = reversed((d, e * e))
    return d / e + t[2]


def numbered(v):
    n = len(v)
    (i, a), (j, b) = enumerate(v[:2], n)
    (k, (c, d)), (m, _) = enumerate(((v[0], v[1]), (v[2], v[3])), start=2)
    [(_, e), (o, f)] = enumerate((v[2], v[3]))
    return i * a + j * b * b + k * c * d * m + o * e * f


@pytest.mark.parametrize("function", [turned, numbered])
def test_both_modes(function: Callable[..., float]) -> None:
    check_both(function, V)


def test_compiled() -> None:
    check(numbered, V, target="cpu")

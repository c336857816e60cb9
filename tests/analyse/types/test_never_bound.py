"""Variables that no way binds before a loop does."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import check_grads, grad


def number(x, n):
    for _ in range(n):
        for i in range(3, 1):
            if i < n:
                break
    for i in range(len(x)):
        x[i] += 1.0
    s = 0.0
    for _ in range(2):
        s += x[i]
    return s * x[i]


def array(x, n):
    for _ in range(n):
        for k in range(3, 1):
            b = x * 2.0
            if k < n:
                break
    for k in range(n):
        b = x * k
    return np.sum(b * x)


def pair(x, n):
    for _ in range(n):
        for i in range(3, 1):
            t = (x[0], x)
            if i < n:
                break
    for i in range(n):
        t = (x[i], x * i)
    return np.sum(t[0] * t[1])


def nothing(x):
    return None


def unused(x, n):
    j = 0
    while j != 0:
        for _ in range(len(x)):
            a = nothing(n)
        x[j] = 2.0 * nothing(a)
    return n * np.sum(x)


@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (number, [0.0, 0.0, 16.0]),
        (array, [4.0, 8.0, 12.0]),
        (pair, [6.0, 6.0, 18.0]),
        (unused, [3.0, 3.0, 3.0]),
    ],
    ids=["number", "array", "pair", "unused"],
)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_a_loop_binds_that_never_runs(f, expected, target):
    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(grad(f, target=target)(x.copy(), 3), expected)
    check_grads(f, (x, 3), wrt="x")

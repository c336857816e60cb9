"""Arrays that are made of arrays, and limits of numbers."""

from __future__ import annotations

import numpy as np
import pytest

from .compare import check, check_both


def limited(x, y):
    a = np.clip(x * 3.0, 0, 1) + np.clip(y, -x, x * y)
    return a * np.clip(2.0 * x, 0.5, 5.0)


def arrays_of_arrays(x, v):
    a = np.array([v, x * v, np.sqrt(v)])
    b = np.asarray((v[::-1], a[1]), dtype=float).T
    c = np.array([b[:, 0], b[:, 1]])
    c[0, 1] = x
    return np.sum(a[2] * a[0]) + np.sum(c * c * x)


def arrays_of_matrices(x, v):
    a = np.outer(v, v) * x
    return np.sum(np.array([a, a.T, a * a])[1:] ** 2)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_limited_numbers(target):
    check(limited, 0.2, 0.05, target=target)
    check(limited, 0.9, -0.05, target=target)
    check(limited, 0.9, 0.5, target=target)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [arrays_of_arrays, arrays_of_matrices])
def test_arrays_of_arrays(function, target):
    check(function, 0.7, np.array([1.0, 2.0, 0.5]), target=target)


def test_arrays_of_arrays_in_forward_mode():
    check_both(arrays_of_arrays, 0.7, np.array([1.0, 2.0, 0.5]))
    check_both(limited, 0.9, 0.5)

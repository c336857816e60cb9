"""Differences of numbers in double precision that are stored in single precision."""

import numpy as np

WRT = ("x", "A")


def f(x, A):
    y = np.zeros(3, np.float32)
    y[:] = np.diff(x * x)
    A[:] = np.diff(np.sin(x), 2)
    return np.sum(y * y) + np.sum(A * A * A)


def inputs():
    return np.array([0.439, 0.891, -0.3, 1.2]), np.array([0.3, 0.4], dtype=np.float32)

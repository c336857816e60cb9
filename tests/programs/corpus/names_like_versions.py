"""Variables that are called as Numba calls the values of another one, in expressions of arrays."""

import numpy as np

WRT = ("x", "A")


def f(x, A):
    for _ in range(x.shape[0]):
        A[::-1] = np.sqrt(0.5 + np.sqrt(0.5 + A**2) ** 2)
    y = x * x
    y_2 = y * x
    y = y + y_2
    y = y * y_2 - y
    return np.sum(A[0] * A[1]) + np.sum(np.diff(y) * y_2[1:])


def inputs():
    return np.array([0.439, 0.891]), np.array([[-0.193, 1.434, -0.04], [-0.631, -1.373, 0.665]])

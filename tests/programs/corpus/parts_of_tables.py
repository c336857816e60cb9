"""Parts of global arrays: all of one, some elements in opposite order, a column."""

import numpy as np

WRT = ("x", "k")
TABLE = np.array([1.5, -0.5, 2.0])
SQUARE = np.array([[0.5, 1.0, 1.5], [2.0, 2.5, 3.0]])


def f(x, k):
    total = 0.0
    for i in range(2):
        weights = (TABLE + TABLE[:]) * np.array([x[0] ** 2 for _ in TABLE])
        total += np.sum(weights * TABLE[::-1]) * k
        total += np.sum(TABLE[1:] * SQUARE[:, 1]) * x[i] + np.sum(SQUARE[i] * x)
    return total


def inputs():
    return np.array([0.6, 0.2, -0.4]), 0.7

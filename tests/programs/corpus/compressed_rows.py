"""A sparse product: bounds of a loop read from an array of integers."""

import numpy as np

KIND = "grad"
WRT = ("values", "x")


def f(values, columns, starts, x):
    s = 0.0
    for i in range(len(starts) - 1):
        row = 0.0
        for p in range(starts[i], starts[i + 1]):
            row += values[p] * x[columns[p]]
        x[i] = row * row
        s += row * x[i - 1]
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        np.array([0, 2, 1, 0]),
        np.array([0, 2, 2, 4]),
        np.array([0.5, 0.9, -0.3]),
    )

"""A global array that is passed to a function, beside a small array."""

import numpy as np

WRT = ("x",)
TABLE = np.array([1.5, -0.5, 2.0])


def helper(row, table):
    return row[0] * table[1] + row[1] * table[2] * row[2]


def f(x):
    total = 0.0
    for i in range(3):
        row = np.zeros(3)
        row[0] = x[i]
        row[1] = x[i] * x[0]
        row[2] = 0.5
        total += helper(row, TABLE) + np.sum(TABLE * row)
    return total


def inputs():
    return (np.array([0.6, 0.2, -0.4]),)

"""Copies of arrays in the order of columns, which are taken in another shape and written to."""

import numpy as np

WRT = ("x", "m")


def total(m):
    return np.sum(m.reshape(6)[2:] ** 2)


def scaled(m, x):
    return np.asfortranarray(m) * x


def fill(m, x):
    for i in range(len(x)):
        m[i] *= x
    return m.reshape(6)[1]


def f(x, m):
    rows = m.T.copy()
    rows *= x[0]
    shaped = rows.reshape(3, 2)
    shaped *= x
    other = m.T.copy()
    for i in range(3):
        for j in range(3):
            other[0, j] = rows[1, j] * x[0]
            other[1, j] = rows[0, j] * x[1] + rows[1, j]
        flat = other.reshape(6)
        flat[i] *= x[1]
        rows, other = other, rows
    return (
        np.sum(rows**2) + total(np.asfortranarray(m) * x) + total(scaled(m, x)) * fill(m.copy(), x)
    )


def inputs():
    return np.array([0.3, 0.4]), np.arange(6.0).reshape(3, 2) + 1.0

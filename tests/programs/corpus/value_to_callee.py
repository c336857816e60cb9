"""An array that nobody writes to, passed to a function that only reads it."""

import numpy as np

KIND = "grad"
WRT = ("x", "b")


def add_to(a, b):
    for k in range(len(b)):
        a[k] += b[k]


def subtract_from(a, b):
    add_to(a, -b)


def f(x, b):
    y = x * 1.0
    c = np.exp(b)
    add_to(y, c)
    subtract_from(y, b)
    return np.sum(y * y)


def inputs():
    return np.array([0.1, 0.2, 0.3]), np.array([0.5, 0.6, 0.7])

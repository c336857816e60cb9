"""A name for one array and then another, of which no result depends."""

import numpy as np

WRT = ("out",)


def f(x, out, n):
    w = out
    c = 0.0
    if n:
        z = out.copy()
        w = z
    for _ in range(2):
        w = np.zeros(len(x))
    for i in range(n):
        c += w[i]
    return out[i]


def inputs():
    return np.array([1.4, 1.0]), np.array([1.1, 1.2]), 2

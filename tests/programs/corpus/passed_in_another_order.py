"""Arrays that NumPy may lay out in another order, passed on several times, and given back."""

import numpy as np

WRT = ("x",)


def chosen(b):
    return b.reshape(6)[1] * b[0, 1]


def doubled(b):
    return b * 2.0


def turned(x, a):
    return (a.T * x.reshape(2, 1)).reshape(3, -1)


def f(x, a):
    b = a.T * x.reshape(2, 1)
    total = chosen(b) * x[0] + chosen(b) * x[1] + turned(x, a)[1, 0]
    for _ in range(3):
        total += chosen(b) * x[0]
        b = b * 0.5 + doubled(b)
    return total


def inputs():
    return np.array([0.3, 0.4]), np.arange(6.0).reshape(3, 2) + 1.0

"""Functions whose names a pass gives to parts of variables, called within calls."""

import numpy as np

WRT = ("x", "y", "a")


def inverse(c, b):
    return c * b


def changed(c, b):
    return c * b


def whole(c, b):
    return c * b


def f(x, y, a):
    x -= inverse(x, inverse(y, y))
    z = x / y + inverse(y, x) / y + a[0] / y
    p, q = pair(x, whole(y, x))
    a *= changed(a, changed(a, a))
    return np.sum(a) * z + p * q


def pair(c, b):
    return c * b, c + b


def inputs():
    return 1.5, 0.9, np.array([0.3, 0.2, 0.6])

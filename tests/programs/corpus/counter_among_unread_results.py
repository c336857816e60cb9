"""A counter called `_` that is read, in a loop with a result that nobody reads."""

import math

import numpy as np

WRT = ("y",)


def paired(x, y):
    return (1.2 * x[0], y)


def f(x, y):
    c = 0.0
    for _ in range(x.shape[0]):
        t, _v = paired(y, x)
        c += t * t - x[_] * t
        if c > 5.0:
            break
    return math.tanh(c)


def inputs():
    return np.array([0.8, 0.3]), np.array([1.4])

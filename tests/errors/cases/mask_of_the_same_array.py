"""Elements that a mask selects become elements of the same array."""

import numpy as np

from srcdiff import grad


def f(x):
    y = x * 1.0
    y[x > 0.0] = y[::-1]
    return np.sum(y * y)


def attempt(target):
    grad(f, target=target)(np.ones(2))

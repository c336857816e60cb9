"""A function of NumPy that writes to some elements of another array."""

import numpy as np

from srcdiff import grad


def f(x, y):
    np.sqrt(x, out=y, where=x > 0.0)
    return y[0]


def attempt(target):
    grad(f, target=target)(np.ones(3), np.ones(3))

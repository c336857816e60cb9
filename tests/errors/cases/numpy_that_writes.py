"""A function of NumPy that writes to its argument."""

import numpy as np

from srcdiff import grad


def f(x, y):
    np.putmask(y, y > 2.0, x)
    return y[0]


def attempt(target):
    grad(f, target=target)(np.ones(3), np.ones(3))

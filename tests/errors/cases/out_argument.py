"""A function of NumPy that writes to another array."""

import numpy as np

from srcdiff import grad


def f(x, y):
    np.add(x, x, y)
    return y[0]


def attempt(target):
    grad(f, target=target)(np.ones(3), np.ones(3))

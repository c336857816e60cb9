"""A method that Numba knows, but not with such an argument."""

import numpy as np

from srcdiff import grad


def f(x):
    return x[0] * x.item(1)


def attempt(target):
    grad(f, target=target)(np.array([0.5, 0.25]))

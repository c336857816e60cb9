"""A derivative with respect to an array of integers."""

import numpy as np

from srcdiff import grad


def f(x):
    return 2.0 * x[0]


def attempt(target):
    grad(f, target=target)(np.array([1, 2, 3]))

"""A tuple of which nobody knows how many parts it has."""

import numpy as np

from srcdiff import grad


def f(x, y):
    pair = (*x, y)
    return pair[0] * pair[1]


def attempt(target):
    grad(f, target=target)(np.ones(1), 2.0)

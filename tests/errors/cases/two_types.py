"""A variable that is a boolean or an array."""

import numpy as np

from srcdiff import grad


def f(x, n):
    y = n > 3
    if n > 1:
        y = x
    return y


def attempt(target):
    grad(f, target=target)(np.ones(3), 1)

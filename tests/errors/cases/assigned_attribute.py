"""An assignment to an attribute."""

import numpy as np

from srcdiff import grad


def f(x, y):
    y.level = x
    return y[0]


def attempt(target):
    grad(f, target=target)(1.5, np.ones(3))

"""A view of one element, of an array that is written later."""

import numpy as np

from srcdiff import grad


def f(x):
    y = x[..., 0]
    x[0] *= 3.0
    return y * x[1]


def attempt(target):
    grad(f, target=target)(np.ones(2))

"""A loop over subscripts, with one variable for all of them."""

import numpy as np

from srcdiff import grad


def f(x):
    total = 0.0
    for place in np.ndindex(x.shape):
        total += x[place]
    return total


def attempt(target):
    grad(f, target=target)(np.ones(3))

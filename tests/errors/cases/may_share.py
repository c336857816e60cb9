"""A result that may be a view of an array whose elements are written."""

import numpy as np

from srcdiff import grad


def f(x):
    flat = x.T.ravel()
    x[0] = 2.0 * flat[1]
    return np.sum(x * flat[0])


def attempt(target):
    grad(f, target=target)(np.ones((3, 2)))

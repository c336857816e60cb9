"""An array that is sorted in place along an axis."""

import numpy as np

from srcdiff import grad


def f(x):
    y = np.outer(x, x)
    y.sort(axis=0)
    return np.sum(y[0] * x)


def attempt(target):
    grad(f, target=target)(np.ones(2))

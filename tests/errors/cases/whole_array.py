"""An expression of whole arrays that has no rule."""

import numpy as np

from srcdiff import grad


def f(x, y):
    both = np.union1d(x, y)
    return both[0]


def attempt(target):
    grad(f, target=target)(np.ones(3), np.ones(3))

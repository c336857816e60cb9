"""A starred assignment of an array."""

import numpy as np

from srcdiff import grad


def f(x):
    first, *rest = x
    return first * rest[0]


def attempt(target):
    grad(f, target=target)(np.ones(3))

"""A loop over an array and a range that must have the same length."""

import numpy as np

from srcdiff import grad


def f(x):
    total = 0.0
    for a, b in zip(x, range(3), strict=True):
        total += a * b
    return total


def attempt(target):
    grad(f, target=target)(np.ones(3))

"""A loop with more variables than there are values."""

import numpy as np

from srcdiff import grad


def f(x):
    total = 0.0
    for i, a, b in enumerate(x):
        total += a * b * i
    return total


def attempt(target):
    grad(f, target=target)(np.ones(3))

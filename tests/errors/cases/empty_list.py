"""A list of which nothing says what it holds."""

import numpy as np

from srcdiff import grad


def f(x):
    found = []
    for v in x:
        if v > 0.0:
            found = found + found
    return x[0] * len(found)


def attempt(target):
    grad(f, target=target)(np.array([0.5, 0.25]))

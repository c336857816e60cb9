"""Subscripts that are floats, of a row and among others."""

import numpy as np

from srcdiff import grad


def f(x):
    total = 0.0
    for row in x:
        total += row[0.0] * x[1, 1.0]
    return total


def attempt(target):
    grad(f, target=target)(np.eye(2))

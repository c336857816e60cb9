"""A function that makes a view, of a number."""

import numpy as np

from srcdiff import grad


def f(x):
    return np.sum(np.reshape(x, (1, 1)))


def attempt(target):
    grad(f, target=target)(0.7)

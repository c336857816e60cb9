"""A default value that is no literal."""

import numpy as np

from srcdiff import grad


def scaled(x, weights=np.ones(3)):  # noqa: B008
    return x * weights[0]


def f(x):
    return scaled(x)


def attempt(target):
    grad(f, target=target)(1.5)

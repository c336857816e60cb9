"""A gradient of an array."""

import numpy as np

from srcdiff import grad


def f(x):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    return y


def attempt(target):
    grad(f, target=target)(np.ones(3))

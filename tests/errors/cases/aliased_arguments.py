"""The same array twice, of which one is written. A place in the function: no."""

import numpy as np

from srcdiff import grad


def f(x, y):
    for i in range(len(x)):
        y[i] = y[i] * x[i]
    return y[0]


def attempt(target):
    x = np.ones(3)
    grad(f, target=target)(x, x)

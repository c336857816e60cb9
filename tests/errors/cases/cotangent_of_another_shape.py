"""A cotangent that is longer than the result. A place in the function: no."""

import numpy as np

from srcdiff import vjp


def f(x):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    return y


def attempt(target):
    vjp(f, target=target)(np.ones(3), np.ones(2))

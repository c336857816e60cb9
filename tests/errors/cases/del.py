"""An element that is deleted."""

import numpy as np

from srcdiff import grad


def f(x):
    y = x[0] * x[0]
    del x[0]
    return y


def attempt(target):
    grad(f, target=target)(np.ones(3))

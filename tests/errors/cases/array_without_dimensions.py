"""An array without dimensions with two names is changed in place."""

import numpy as np

from srcdiff import grad


def f(x):
    y = np.asarray(2.0 * x)
    z = y
    z += 1.0
    return y * z


def attempt(target):
    grad(f, target=target)(1.5)

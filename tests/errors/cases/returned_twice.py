"""An array that is returned under two names by a callee."""

import numpy as np

from srcdiff import grad


def twice(y):
    return y, y


def f(x):
    a, b = twice(x)
    return a[0] * b[1]


def attempt(target):
    grad(f, target=target)(np.ones(3))

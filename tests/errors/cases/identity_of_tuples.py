"""Which tuple is which is not followed."""

import numpy as np

from srcdiff import grad


def f(x):
    a = (x[0], x[1])
    b = a
    return x[0] if a is b else x[1]


def attempt(target):
    grad(f, target=target)(np.ones(3))

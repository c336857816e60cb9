"""Too many subscripts."""

import numpy as np

from srcdiff import grad


def f(x):
    return x[0, 1] * 2.0


def attempt(target):
    grad(f, target=target)(np.ones(3))

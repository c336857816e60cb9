"""The number that is taken from the number of elements, differentiated."""

import numpy as np

from srcdiff import grad


def f(x, d):
    return np.std(x, ddof=d)


def attempt(target):
    grad(f, wrt="d", target=target)(np.arange(4.0), 0.7)

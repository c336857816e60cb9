"""A call whose result is not used."""

import numpy as np

from srcdiff import grad


def f(x):
    np.random.seed(1)
    return x * np.random.normal()


def attempt(target):
    grad(f, target=target)(1.5)

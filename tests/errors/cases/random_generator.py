"""A random number of a generator."""

import numpy as np

from srcdiff import grad

rng = np.random.default_rng(0)


def f(x):
    return x * rng.normal()


def attempt(target):
    grad(f, target=target)(1.5)

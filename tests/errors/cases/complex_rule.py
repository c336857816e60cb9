"""A function whose rule is for real numbers only."""

import numpy as np

from srcdiff import grad


def f(z):
    return np.max(z).real


def attempt(target):
    grad(f, target=target)(np.array([1.0 + 2.0j, 3.0]))

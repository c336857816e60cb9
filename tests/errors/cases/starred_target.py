"""A starred assignment inside another one."""

import numpy as np

from srcdiff import grad


def f(x):
    (first, *rest), last = x, x[0]
    return first * rest[0] * last


def attempt(target):
    grad(f, target=target)(np.ones(3))

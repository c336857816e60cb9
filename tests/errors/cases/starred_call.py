"""A call with a starred array."""

import numpy as np

from srcdiff import grad


def area(a, b):
    return a * b


def f(x):
    return area(*x)


def attempt(target):
    grad(f, target=target)(np.ones(2))

"""A call with a starred array, of a function that does not tell how many arguments it takes."""

import numpy as np

from srcdiff import grad


def area(a, b=2.0):
    return a * b


def f(x):
    return area(*x)


def attempt(target):
    grad(f, target=target)(np.ones(2))

"""A function that its module does not have."""

import math

from srcdiff import grad


def f(x):
    return math.sinus(x)


def attempt(target):
    grad(f, target=target)(1.5)

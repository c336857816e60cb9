"""A list that is passed to a function of numbers."""

import math

from srcdiff import grad


def f(x):
    return math.exp([x, 1.0])


def attempt(target):
    grad(f, target=target)(1.5)

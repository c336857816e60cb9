"""A list of lists of lists in place of an array."""

from srcdiff import grad


def f(x):
    return x[0][0][0] * x[0][1][0]


def attempt(target):
    grad(f, target=target)([[[1.0, 2.0], [3.0, 4.0]]])

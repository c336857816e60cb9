"""A tuple inside a tuple."""

from srcdiff import grad


def f(x):
    pair = (x, 2.0)
    nested = (pair, 3.0)
    return nested[0][0] * nested[1]


def attempt(target):
    grad(f, target=target)(1.5)

"""A derivative with respect to a tuple."""

from srcdiff import grad


def f(point):
    return point[0] * point[1]


def attempt(target):
    grad(f, target=target)((1.5, 2.0))

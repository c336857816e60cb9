"""A derivative with respect to a tuple of integers."""

from srcdiff import grad


def f(point):
    return point[0] * point[1]


def attempt(target):
    grad(f, target=target)((1, 2))

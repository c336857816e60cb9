"""A tuple that is passed to a function."""

from srcdiff import grad


def norm(point):
    return point[0] * point[0] + point[1] * point[1]


def f(x):
    return norm((x, 2.0))


def attempt(target):
    grad(f, target=target)(1.5)

"""A derivative with respect to a complex number."""

from srcdiff import grad


def f(z):
    return abs(z)


def attempt(target):
    grad(f, target=target)(1.5 + 2.0j)

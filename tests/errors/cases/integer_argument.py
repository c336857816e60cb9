"""A derivative with respect to an integer."""

from srcdiff import grad


def f(x, n):
    return x * n


def attempt(target):
    grad(f, wrt=("x", "n"), target=target)(1.5, 3)

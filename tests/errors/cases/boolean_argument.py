"""A derivative with respect to a boolean."""

from srcdiff import grad


def f(x):
    return 2.0 * x


def attempt(target):
    grad(f, target=target)(True)

"""A set."""

from srcdiff import grad


def f(x):
    return x * len({1, 2})


def attempt(target):
    grad(f, target=target)(1.5)

"""A default value that is an object."""

from srcdiff import grad


def scaled(x, rates=frozenset({2.0, 3.0})):
    return x * max(rates)


def f(x):
    return scaled(x)


def attempt(target):
    grad(f, target=target)(1.5)

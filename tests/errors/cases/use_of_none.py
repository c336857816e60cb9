"""A variable that may be None where it is used."""

from srcdiff import grad


def f(x):
    y = None
    if x > 1.0:
        y = x * x
    return y * x if x < 9.0 else x


def attempt(target):
    grad(f, target=target)(1.5)

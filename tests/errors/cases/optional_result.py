"""A result that may be missing."""

from srcdiff import grad


def f(x):
    if x > 1.0:
        return x * x
    return None


def attempt(target):
    grad(f, target=target)(1.5)

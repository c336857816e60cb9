"""An import inside a function."""

from srcdiff import grad


def f(x):
    import math

    return math.sin(x)


def attempt(target):
    grad(f, target=target)(1.5)

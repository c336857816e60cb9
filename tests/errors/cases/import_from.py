"""An import from a module inside a function."""

from srcdiff import grad


def f(x):
    from math import sin

    return sin(x)


def attempt(target):
    grad(f, target=target)(1.5)

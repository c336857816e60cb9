"""A class inside a function."""

from srcdiff import grad


def f(x):
    class Point:
        y = 1.0

    return x * Point.y


def attempt(target):
    grad(f, target=target)(1.5)

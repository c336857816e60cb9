"""A call that does not fit the called function."""

from srcdiff import grad


def area(a, b):
    return a * b


def f(x):
    return area(x, c=2.0)


def attempt(target):
    grad(f, target=target)(1.5)

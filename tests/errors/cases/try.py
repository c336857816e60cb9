"""A try statement."""

from srcdiff import grad


def f(x):
    y = x
    try:
        y = 1.0 / x
    except ZeroDivisionError:
        y = 0.0
    return y


def attempt(target):
    grad(f, target=target)(1.5)

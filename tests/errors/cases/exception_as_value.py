"""A handler that uses what it takes."""

from srcdiff import grad


def f(x):
    try:
        y = 1.0 / x
    except ZeroDivisionError as error:
        y = x * len(error.args)
    return y


def attempt(target):
    grad(f, target=target)(1.5)

"""Something refused in a function that is called."""

from srcdiff import grad


def inverse(x):
    try:
        return 1.0 / x
    except ZeroDivisionError:
        return 0.0


def f(x):
    return inverse(x) * 2.0


def attempt(target):
    grad(f, target=target)(1.5)

"""A position in wrt that is no parameter. A place in the function: no."""

from srcdiff import grad


def f(x, rate):
    return x * rate


def attempt(target):
    grad(f, wrt=2, target=target)

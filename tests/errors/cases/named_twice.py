"""A parameter that is named twice. A place in the function: no."""

from srcdiff import grad


def f(x, rate):
    return x * rate


def attempt(target):
    grad(f, wrt=("x", 0), target=target)

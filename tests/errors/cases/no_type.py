"""An operation that Numba does not know."""

from srcdiff import grad


def f(x, name):
    y = x * 2.0
    return y + name


def attempt(target):
    grad(f, target=target)(1.5, "km")

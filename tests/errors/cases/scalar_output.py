"""An output that is no array."""

from srcdiff import vjp


def f(x, y):
    return x * y


def attempt(target):
    vjp(f, outputs="y", target=target)(1.5, 2.0, 1.0, 1.0)

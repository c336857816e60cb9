"""A product without its cotangent. A place in the function: no."""

from srcdiff import vjp


def f(x, y):
    return x * y


def attempt(target):
    vjp(f, target=target)(1.5, 2.0)

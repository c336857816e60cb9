"""A number as the cotangent of a tuple."""

from srcdiff import vjp


def f(x):
    return x, x * x


def attempt(target):
    vjp(f, target=target)(1.5, 1.0)

"""A function without Python source. A place in the function: no."""

from srcdiff import grad


def f(x):
    return x


def attempt(target):
    grad(len, target=target)

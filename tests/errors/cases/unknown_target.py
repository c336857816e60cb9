"""A target that does not exist. A place in the function: no."""

from srcdiff import grad


def f(x):
    return x


def attempt(target):
    grad(f, target="gpu")

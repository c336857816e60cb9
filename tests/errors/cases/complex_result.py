"""The gradient of a complex result."""

from srcdiff import grad


def f(z):
    return z * z


def attempt(target):
    grad(f, target=target)(1.5 + 2.0j)

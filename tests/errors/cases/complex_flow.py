"""A real number that becomes complex."""

from srcdiff import grad


def f(x):
    z = x + 1.0j
    return abs(z * z)


def attempt(target):
    grad(f, target=target)(1.5)

"""A parameter that can only be passed by name, behind one with a default."""

from srcdiff import grad


def f(x, scale=2.0, *, offset):
    return x * scale + offset


def attempt(target):
    grad(f, target=target)(1.5, offset=1.0)

"""An integer that no compiled function has."""

from srcdiff import grad


def f(x):
    return x * 2**64


def attempt(target):
    grad(f, target=target)(1.5)

"""Parameters with two stars."""

from srcdiff import grad


def f(x, **others):
    return x * others["y"]


def attempt(target):
    grad(f, target=target)(1.5, y=2.0)

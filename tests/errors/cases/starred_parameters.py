"""A parameter that follows those with a star."""

from srcdiff import grad


def f(x, *others, scale=2.0):
    return x * others[0] * scale


def attempt(target):
    grad(f, target=target)(1.5, 2.0)

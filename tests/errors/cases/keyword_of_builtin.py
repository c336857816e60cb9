"""A keyword argument of a builtin function."""

from srcdiff import grad


def f(x):
    return pow(exp=2.0, base=x)


def attempt(target):
    grad(f, target=target)(1.5)

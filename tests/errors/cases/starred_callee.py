"""A called function with two stars."""

from srcdiff import grad


def total(**values):
    return values["a"] + values["b"]


def f(x):
    return total(a=x, b=2.0)


def attempt(target):
    grad(f, target=target)(1.5)

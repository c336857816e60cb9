"""A global that is a dictionary."""

from srcdiff import grad

weights = {"a": 2.0}


def f(x):
    return x * weights["a"]


def attempt(target):
    grad(f, target=target)(1.5)

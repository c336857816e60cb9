"""A dictionary."""

from srcdiff import grad


def f(x):
    weights = {"a": 1.0}
    return x * weights["a"]


def attempt(target):
    grad(f, target=target)(1.5)

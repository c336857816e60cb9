"""A dictionary with a key that only a run can tell."""

from srcdiff import grad


def f(x, n):
    weights = {0: 1.0, 1: 2.0}
    return x * weights[n]


def attempt(target):
    grad(f, target=target)(1.5, 1)

"""A dictionary with a key that only a run can tell."""

from srcdiff import grad


def f(x, n):
    weights = {x: 1.0, 2.0 * x: 2.0}
    return x * weights[n * x]


def attempt(target):
    grad(f, target=target)(1.5, 1)

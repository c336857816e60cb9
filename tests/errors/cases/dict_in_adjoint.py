"""A dictionary with a key that varies, in a function whose adjoint is asked for."""

from srcdiff import adjoint


def f(x, n):
    weights = {x: 1.0, 2.0 * x: 2.0}
    return x * weights[n * x]


def attempt(target):
    adjoint(f, target=target)(1.5, 1, 1.0)

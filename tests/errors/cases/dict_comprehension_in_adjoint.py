"""A dictionary that a comprehension makes, in a function whose adjoint is asked for."""

from srcdiff import adjoint


def f(x):
    squares = {str(k): k * x for k in range(3)}
    return squares["2"]


def attempt(target):
    adjoint(f, target=target)(1.5, 1.0)

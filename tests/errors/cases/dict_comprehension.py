"""A dictionary comprehension."""

from srcdiff import grad


def f(x):
    squares = {k: k * x for k in range(3)}
    return squares[2]


def attempt(target):
    grad(f, target=target)(1.5)

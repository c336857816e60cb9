"""A real number that goes into a list."""

from srcdiff import grad


def f(x):
    values = [x, 2.0 * x]
    return values.pop() * values[0]


def attempt(target):
    grad(f, target=target)(1.5)

"""A generator."""

from srcdiff import grad


def f(x):
    for i in range(3):
        yield x * i


def attempt(target):
    grad(f, target=target)(1.5)

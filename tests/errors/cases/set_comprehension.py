"""A set comprehension."""

from srcdiff import grad


def f(x):
    return len({k for k in range(3)}) * x


def attempt(target):
    grad(f, target=target)(1.5)

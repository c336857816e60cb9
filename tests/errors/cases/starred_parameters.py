"""Parameters with a star."""

from srcdiff import grad


def f(x, *others):
    return x * others[0]


def attempt(target):
    grad(f, target=target)(1.5, 2.0)

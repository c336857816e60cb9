"""A variable that is read after it was deleted."""

# ruff: noqa: F821

from srcdiff import grad


def f(x):
    y = x * x
    del y
    return y * x


def attempt(target):
    grad(f, target=target)(1.5)

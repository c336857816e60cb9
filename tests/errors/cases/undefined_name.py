"""A name that stands for nothing."""

from srcdiff import grad


def f(x):
    return x * scale  # noqa: F821


def attempt(target):
    grad(f, target=target)(1.5)

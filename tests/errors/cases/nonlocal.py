"""A variable of an outer function that is assigned to."""

from srcdiff import grad


def make():
    calls = 0

    def f(x):
        nonlocal calls
        calls += 1
        return x * x

    return f


def attempt(target):
    grad(make(), target=target)(1.5)

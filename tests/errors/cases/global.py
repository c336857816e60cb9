"""A global that is assigned to."""

from srcdiff import grad

calls = 0


def f(x):
    global calls
    calls += 1
    return x * x


def attempt(target):
    grad(f, target=target)(1.5)

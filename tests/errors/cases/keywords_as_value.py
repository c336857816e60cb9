"""Keywords of a called function that are used as a value."""

from srcdiff import grad


def helper(x, **options):
    return x * len(str(options))


def f(x):
    return helper(x, scale=2.0)


def attempt(target):
    grad(f, target=target)(1.5)

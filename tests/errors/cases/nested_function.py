"""A function inside a function that depends on a condition."""

from srcdiff import grad


def f(x):
    if x > 1.0:

        def g(y):
            return y * y

    else:

        def g(y):
            return y

    return g(x)


def attempt(target):
    grad(f, target=target)(1.5)

"""A default value of a function inside that is a variable, and not used by each call."""

from srcdiff import grad


def f(x):
    k = 2.0 * x

    def scaled(y, k=k):
        return k * y

    return scaled(x) + scaled(x, 3.0)


def attempt(target):
    grad(f, target=target)(1.5)

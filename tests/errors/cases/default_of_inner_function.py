"""A default value of a function inside that is a variable."""

from srcdiff import grad


def f(x):
    k = 2.0 * x

    def scaled(y, k=k):
        return k * y

    return scaled(x)


def attempt(target):
    grad(f, target=target)(1.5)

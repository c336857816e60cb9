"""A function inside whose variable is hidden where it is called."""

from srcdiff import grad


def f(x):
    k = 2.0 * x

    def scaled(y):
        return k * y

    def other(k):
        return scaled(k)

    return other(x)


def attempt(target):
    grad(f, target=target)(1.5)

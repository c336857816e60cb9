"""A function inside with a decorator."""

from srcdiff import grad


def logged(function):
    return function


def f(x):
    @logged
    def square(y):
        return y * y

    return square(x)


def attempt(target):
    grad(f, target=target)(1.5)

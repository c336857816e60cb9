"""A string with values in it that is printed."""

from srcdiff import grad


def f(x):
    print(f"x is {x}")
    return x * x


def attempt(target):
    grad(f, target=target)(1.5)

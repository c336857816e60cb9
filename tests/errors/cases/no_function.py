"""Something that is no function. A place in the function: no."""

from srcdiff import grad


def f(x):
    return x


def attempt(target):
    grad("x", target=target)

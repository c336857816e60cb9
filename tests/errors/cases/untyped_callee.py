"""Something that Numba cannot type in a function that is called."""

from srcdiff import grad


def labelled(value, name):
    return value + name


def f(x):
    return labelled(x, "km")


def attempt(target):
    grad(f, target=target)(1.5)

"""A string with values in it that decides something."""

from srcdiff import grad


def f(x, n):
    text = f"{n}"
    return x * x if text == "3" else x


def attempt(target):
    grad(f, target=target)(1.5, 3)

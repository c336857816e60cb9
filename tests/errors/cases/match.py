"""A match statement with a pattern of parts."""

from srcdiff import grad


def f(x, n):
    match n:
        case (0, _):
            return x
    return x * x


def attempt(target):
    grad(f, target=target)(1.5, 2)

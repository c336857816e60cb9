"""An assignment in an expression that would have to come after what it changes."""

from srcdiff import grad


def f(x):
    x += (x := x * x) + 1.0
    return x


def attempt(target):
    grad(f, target=target)(1.5)

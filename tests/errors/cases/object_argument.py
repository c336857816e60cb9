"""An argument of a type that Numba does not know. A place in the function: no."""

from srcdiff import grad


def f(x, rates):
    return x * max(rates)


def attempt(target):
    grad(f, target=target)(1.5, iter([2.0, 3.0]))

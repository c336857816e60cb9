"""An argument of a type that Numba does not know. A place in the function: no."""

from srcdiff import grad


class Model:
    rate = 2.0


def f(x, model):
    return x * model.rate


def attempt(target):
    grad(f, target=target)(1.5, Model())

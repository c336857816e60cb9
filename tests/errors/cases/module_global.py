"""A global dictionary, with a key that only a run can tell."""

from srcdiff import grad

weights = {1: 2.0}


def f(x):
    return x * weights[int(x)]


def attempt(target):
    grad(f, target=target)(1.5)

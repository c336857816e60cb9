"""An array is put into a list that changes."""

from srcdiff import grad


def f(x):
    found = [x, x * 2.0]
    found.append(x + 1.0)
    return found[2][0]


def attempt(target):
    import numpy as np

    grad(f, target=target)(np.ones(3))

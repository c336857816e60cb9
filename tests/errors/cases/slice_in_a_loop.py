"""A slice that a loop changes, and that the backward pass would need."""

from srcdiff import grad


def f(x):
    part = slice(0, 2)
    for k in range(2):
        x[part] = x[part] * x[part]
        part = slice(k, 3)
    return x[0] * x[2]


def attempt(target):
    import numpy as np

    grad(f, target=target)(np.ones(3))

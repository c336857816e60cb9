"""Elements that are taken by arrays in several dimensions."""

import numpy as np

from srcdiff import grad


def f(x, rows):
    some = x[rows, 1:, rows]
    return some[0, 0] * some[1, 0]


def attempt(target):
    grad(f, target=target)(np.ones((3, 2, 2)), np.array([1, 2, 1]))

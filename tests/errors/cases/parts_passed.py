"""Two rows of a matrix, passed to a function that writes to both."""

import numpy as np

from srcdiff import grad


def swap(a, b):
    for i in range(len(a)):
        a[i], b[i] = b[i], a[i]


def f(m):
    w = m * m
    swap(w[0], w[1])
    return w[0, 1] * w[1, 0]


def attempt(target):
    grad(f, target=target)(np.ones((2, 2)))

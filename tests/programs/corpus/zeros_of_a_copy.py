"""The copy of an array in another order, of which only the form is needed backward."""

import numpy as np

WRT = ("a",)


def f(a, k, n):
    c = np.full((1, n), k).T / a
    c[n - 1] = 0.1 * a[0, 0]
    return c[n - 1, 0] + c[0, 1]


def inputs():
    return np.array([[0.6, 1.1], [0.9, 1.0], [0.9, 1.2]]), 1.1, 3

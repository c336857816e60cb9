"""Adjoints that divide twice by the same size."""

import numpy as np

WRT = ("k", "x")


def f(x, k):
    x[0] += k
    centred = x - np.mean(x)
    return np.sum(centred * centred) / x.size + np.sum(np.sin(centred)) / x.size


def inputs():
    return np.array([0.6, 0.2, -0.4]), 0.7

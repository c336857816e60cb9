"""Functions and methods whose argument is a comprehension that calls functions."""

import numpy as np

WRT = ("x", "y")


def helper(b, c):
    return b * c[0] * c[1]


def f(x, y):
    logs = np.log1p(np.array([helper(x, y) * i for i in range(2)]))
    mixed = np.arctan2(y[0], sum([helper(x, y) for i in range(2)]))
    return y.dot(np.array([helper(x, y) for i in range(2)])) + np.sum(logs) * mixed


def inputs():
    return 0.6, np.array([0.5, 0.4])

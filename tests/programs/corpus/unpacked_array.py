"""The rows of an array that a function returns, each with a name of its own."""

import numpy as np

KIND = "grad"
WRT = ("x",)


def squares(x):
    return x * x


def f(x):
    low, high = squares(x)
    first, second = np.sum(x, axis=1)
    some = x.copy()
    a, b = some
    c, d = np.sort(x[0, :2])
    return np.sum(low * high) + first * second + a[1] * b[0] + c / d


def inputs():
    return (np.array([[0.4, 0.9, -0.3], [1.1, 0.2, 0.6]]),)

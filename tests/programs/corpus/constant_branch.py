"""Calls in a branch that is closed by a global constant."""

import numpy as np

MODE = 2

KIND = "grad"
WRT = ("x", "k")


def shift(x, k):
    return x[0] * k


def f(x, k):
    s = k * k
    if MODE == 1:
        s += shift(x, k)
    if MODE == 2:
        s *= shift(x, s)
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

"""An array that a loop replaces: nothing of what was before counts."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    w = x
    w[0] = k
    for _ in range(x.size):
        w = np.zeros(x.shape)
    return w[1] + w[0] + k


def inputs():
    return np.array([0.5, 0.8]), 0.7

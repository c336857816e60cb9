"""An array that a loop in a branch replaces: the other way it is not handed over."""

import math

import numpy as np

WRT = ("y", "k")


def replaced(y, k):
    w = np.copy(y)
    w[1] = k
    total = w[0] * w[1]
    if k > 0.0:
        for j in range(3):
            total += w[0] * k
            w = np.empty_like(y)
            w[0] = math.sin(y[j]) * total
            w[1] = total
        total += w[1]
    total += w[0] * w[1]
    return total


def f(y, k):
    return replaced(y, k) * replaced(y, -k)


def inputs():
    return np.array([0.3, -0.4, 0.8]), 0.7

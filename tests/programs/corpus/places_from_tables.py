"""An element of a table as a place in several arrays, in a branch and behind it."""

import math

import numpy as np

WRT = ("k", "a")
TABLE = np.array([1, 0])


def f(x, k, a):
    for q in range(2):
        b = a[TABLE[q], 0]
        if b:
            k, b = b, k
            k += math.sin(k * x[TABLE[q]])
    return b


def inputs():
    return np.array([0.4, 0.3]), 1.4, np.array([[0.7, 0.2], [1.4, 0.6], [0.7, 0.7]])

"""A loop that nobody counts in, around one that is left early: both have counters called `_`."""

import math

import numpy as np

WRT = ("x",)


def f(x, n):
    total = 0.0
    for _ in range(n):
        v = 0.0
        if x[1] > 0.0:
            s = x[0] + total
            v = math.sin(s)
        k = 0
        while k < 5:
            if k > 2 and x[1] > 0.0:
                break
            total += v * x[k] * total + x[k]
            k += 1
    return total


def inputs():
    return np.array([0.3, 0.4, 0.5, 0.2, 0.1]), 3

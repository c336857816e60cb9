"""An array that each iteration fills anew, and that is read after the loop."""

import math

import numpy as np


def f(x, n):
    work = np.empty(len(x))
    total = 0.0
    for i in range(n):
        for j in range(len(x)):
            work[j] = math.sin(x[j] * (i + 1.0))
        total += work[0] * work[1]
    for j in range(len(x)):
        total += work[j] * x[j]
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7, 0.9]), 3

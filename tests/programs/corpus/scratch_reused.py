"""A scratch array made once and filled again in each trip of an outer loop."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    work = np.empty(3)
    s = 0.0
    for i in range(len(x)):
        for j in range(3):
            work[j] = math.sin(x[i] * (j + 1))
        for j in range(1, 3):
            work[j] = work[j] * work[j - 1] + k
        s += work[2] * work[0]
    return s + work[1]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

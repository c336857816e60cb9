"""Two values that swap in each iteration: the order of the iterations counts."""

import numpy as np

KIND = "grad"
WRT = ("y",)


def f(k, y):
    t = 0.0
    for p in range(1, -1, -1):
        t += y[p]
        k, t = t, k
    return t


def inputs():
    return 0.3, np.array([0.6, 1.4])

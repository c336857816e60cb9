"""Branches in which nothing is differentiated."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k, n):
    s = 0.0
    count = 0
    if n > 2:
        pass
    else:
        k += 1.1
    for i in range(n):
        if x[i] > 0.0:
            count += i
        else:
            s += k * x[i]
    return s * k + count


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        4,
    )

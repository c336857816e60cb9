"""A local array that is made, and used, on some paths only."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k, n):
    s = k
    for i in range(n):
        if x[i] > 0.0:
            work = np.zeros(2)
            work[0] = x[i] * s
            work[1] = work[0] * k
            s += work[1]
    if s > 100.0:
        return s
    for i in range(n):
        buffer = np.ones(3)
        buffer[i % 3] *= x[i]
        s *= buffer[0] + buffer[1]
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        4,
    )

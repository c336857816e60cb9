"""A helper that writes into an argument, called in a loop."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def relax(out, x, i, k):
    before = out[i]
    out[i] = before * x[i] + k
    out[i - 1] += before * before
    return before * out[i]


def f(x, k):
    y = np.ones(len(x))
    s = 0.0
    for _ in range(2):
        for i in range(len(x)):
            s += relax(y, x, i, k) * y[0]
    return s + y[1] * y[3]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

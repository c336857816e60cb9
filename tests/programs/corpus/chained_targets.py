"""Several targets for one value, elements among them."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    a = x[0] = x[1] * k
    b = c = a * x[0]
    x[1], b = b, x[1]
    x[2], x[3] = x[3], x[2]
    if b > 100.0:
        return a
    return a * b + c * x[1] * x[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

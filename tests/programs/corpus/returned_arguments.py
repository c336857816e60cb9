"""Arguments, and an array twice, among the results."""

import numpy as np

KIND = "vjp"
WRT = ("x", "k")


def f(x, k):
    y = np.zeros(len(x))
    for i in range(len(x)):
        y[i] = x[i] * k
    x[0] = y[1] * k
    return k * x[2], x, y, y


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

"""A loop passes rows of arrays to a helper that reads one and fills the other."""

import numpy as np

KIND = "vjp"
WRT = ("x", "k")


def smoothed(row, k, out):
    for i in range(row.shape[0]):
        out[i] = row[i] * k
        if i > 0:
            out[i] += out[i - 1] * out[i - 1]
    return out


def f(x, k):
    y = np.empty(x.shape)
    for i in range(x.shape[0]):
        smoothed(x[i], k, y[i])
    return y


def inputs():
    return (
        np.array([[0.3, -1.2, 0.8], [1.1, 0.4, -0.7]]),
        0.7,
    )

"""Tuples and lists that are stored in rows and columns of a matrix."""

import numpy as np

WRT = ("x",)


def f(x):
    trail = np.empty((3, 2))
    for i in range(3):
        trail[i] = x[i] * x[i], 2.0
    pair = x[0], x[1] * x[2]
    trail[1, :] = pair
    trail[:, 1:] += [x[0]], [x[1]], [1.0]
    trail[2] = pair
    trail[:, 0] += 1, x[1], 2
    return np.sum(np.sin(trail))


def inputs():
    return (np.array([0.6, 0.2, -0.4]),)

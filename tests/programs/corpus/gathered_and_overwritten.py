"""Elements that are gathered into an array of their own, which is overwritten then."""

import numpy as np


def f(x, out, places):
    z = out[places]
    z[0], x[1] = 2.0, z[0]
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i]
    return total


WRT = ("x", "out")


def inputs():
    return np.array([1.5, 1.4, 1.1]), np.array([0.7, 0.2, 0.8]), np.array([2, 0])

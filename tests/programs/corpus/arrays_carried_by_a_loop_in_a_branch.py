"""An array that two nested loops pass on, the inner one inside a branch."""

import math

import numpy as np


def f(x, y, places):
    w = np.zeros(3)
    total = 0.0
    for j in range(x.size):
        if j:
            for i in range(len(y)):
                total += w[i % 3] * y[i]
                w = x[j] * np.ones(3) if x[places[j]] >= x[i] else w * np.full(3, y[i])
        total += np.sum(w * w)
    return math.sin(w[2] + total)


WRT = ("x", "y")


def inputs():
    return (
        np.array([-0.4, -0.8, -0.6, -1.0]),
        np.array([0.6, -0.1, -1.2, 0.3]),
        np.array([1, 1, 0, 2]),
    )

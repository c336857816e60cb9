"""A triangular nest over pairs, which scatters into both of them."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    force = np.zeros(len(x))
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            gap = x[i] - x[j]
            push = k / (0.5 + gap * gap)
            force[i] += push * gap
            force[j] -= push * gap
    s = 0.0
    for i in range(len(x)):
        s += force[i] * force[i] * x[i]
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

"""A while loop, of a number of trips that depends on data, in a for loop."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = 0.0
    for i in range(len(x)):
        t = 1.0 + x[i] * x[i]
        trips = 0
        while t > 0.5:
            t *= 0.6 * k
            trips += 1
            s += t * x[i]
        s *= 1.0 + 0.1 * trips
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

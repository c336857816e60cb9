"""Loops inside each other, beside one that a pass has written: each has a counter of its own."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "A")


def f(x, A):
    t = 1.0
    for b in (x[0], 0.5, x[1]):
        for row in A:
            t *= 1.0 + 0.1 * row[0] * b
            if t > 30.0:
                break
        if t > 20.0:
            break
    w = sorted(x)
    return t * math.sin(w[0])


def inputs():
    return (np.array([0.3, 0.4]), np.arange(6.0).reshape(3, 2) + 1.0)

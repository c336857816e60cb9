"""Loops inside each other with the same variable, which are left early."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "A")


def f(x, A):
    t = 1.0
    for i in range(3):
        for i in range(2):
            t *= 1.0 + 0.1 * x[i]
            if t > 30.0:
                break
        t += x[i]
        if t > 20.0:
            break
    for i, v in enumerate(x):
        for i, row in enumerate(A):
            t *= 1.0 + 0.1 * v * row[0] + 0.01 * i
            if t > 90.0:
                break
        else:
            t += 0.3 * i
        t += math.sin(x[0]) * i
        if t > 200.0:
            break
    return t * i


def inputs():
    return (np.array([0.3, 0.4]), np.arange(6.0).reshape(3, 2) + 1.0)

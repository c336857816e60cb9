"""Loops in branches that overwrite what the loops before them made."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k, n):
    total = k
    if n > 0:
        for i in range(n):
            total *= math.sin(total + x[i])
        if k > 0.0:
            for i in range(n):
                k = math.hypot(k, total)
                total += x[i] * k
    return total * k


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        3,
    )

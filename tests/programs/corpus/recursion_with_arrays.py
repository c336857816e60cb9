"""Recursion that writes into an array on the way down and on the way up."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def walk(x, k, depth):
    if depth <= 0:
        return x[0] * k
    x[depth] *= 1.0 + 0.1 * x[depth - 1]
    below = walk(x, math.sin(k), depth - 1)
    x[depth - 1] += 0.2 * below * x[depth]
    return below * x[depth] + k


def f(x, k):
    return walk(x, k, 3) + x[1] * x[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

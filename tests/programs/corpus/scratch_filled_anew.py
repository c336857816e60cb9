"""Scratch arrays that each iteration fills before it reads them, in a helper too."""

import math

import numpy as np


def rates(state, p, out):
    out[0] = p[0] * state[0] - p[1] * state[0] * state[1]
    out[1] = p[1] * state[0] * state[1] - p[0] * state[1]


def f(x, p):
    n = x.shape[0]
    d = x.shape[1]
    slope = np.empty(2)
    centred = np.empty(d)
    other = np.zeros_like(centred)
    total = 0.0
    for i in range(n):
        for j in range(d):
            centred[j] = x[i, j] - p[j]
            centred[j] *= centred[j]
        for j in range(len(centred) - 1, -1, -1):
            other[j] = math.sin(centred[j])
        other[:] = other * centred
        rates(x[i], p, slope)
        for j in range(d):
            total += other[j] * slope[1] + centred[j] * slope[0]
    for j in range(d):
        centred[j] = p[j] * p[j]
    for j in range(d):
        total += math.cos(centred[j])
    return total


WRT = ("x", "p")


def inputs():
    return np.array([[0.3, 0.7], [1.1, -0.4], [0.2, 0.9]]), np.array([0.6, 0.8])

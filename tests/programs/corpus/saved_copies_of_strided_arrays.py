"""Copies of an array that is not contiguous, saved in a loop of unknown length."""

import math

import numpy as np

KIND = "vjp"
WRT = ("x", "out")
OUTPUTS = ("out",)


def last(values):
    return math.cos(values[2])


def f(x, out, n):
    q = 0
    while q < n:
        x[1] -= last(out)
        out[2] = math.log(2.0 + x[0] * x[1])
        q += 1
    return out


def inputs():
    return np.array([0.9, 1.3]), np.array([0.914, 0.6, 0.5], dtype=np.float32)[::-1], 3

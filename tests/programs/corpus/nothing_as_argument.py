"""Calls of what returns nothing, inside other calls and in tuples."""

import numpy as np


def nothing():
    pass


def scaled(out, k, *, c=0.5, b=0.6):
    w = out
    w[2:0:-1] *= b + c


def first_scaled(out, k):
    out[0] *= k


def f(x, out, step):
    scaled(x, nothing(), b=out[0], c=0.1 * step)
    t = (nothing(), first_scaled(x, out[0]), x[0] * step)
    return x[step] * t[2] + (nothing(), x[1], step)[1]


WRT = ("x", "out")


def inputs():
    return (np.array([0.4, 0.1, 0.4]), np.array([0.6]), 2)

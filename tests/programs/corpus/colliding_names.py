"""Variables with names as generated code uses them."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "d_x", "saved")


def f(x, d_x, saved):
    x_saved = x[0] * d_x
    d_s = x_saved
    for i in range(len(x)):
        d_s = math.sin(d_s) * x[i]
        x[i] = d_s * saved
        x_saved += d_s * x[i]
    backward = d_s * x_saved
    return backward + x[1]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        0.4,
    )

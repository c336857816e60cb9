"""Arithmetic that changes no element, but makes an array: `1.0 * x`, `--x`, `x / 1.0`."""

import numpy as np

WRT = ("x", "a")


def spread(x):
    return np.var(1.0 * x[0:])


def f(x, a):
    minus = -x
    y = -minus
    row = 1.0 * a[0]
    part = x[1:] / 1.0
    power = x**1
    x[2] = spread(x)
    a[0] = 3.0
    z = y / 1.0
    y[1] = 2.0 * x[1]
    total = np.sum(y * z * x) + np.sum(row * row * a[1]) + part[1] * power[2]
    for i in range(x.size):
        total += x[i]
    return total


def inputs():
    return np.array([1.0, 2.0, -0.7]), np.arange(4.0).reshape(2, 2) + 1.0

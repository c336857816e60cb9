"""Loop variables used, and bound again, after their loops."""

import numpy as np

KIND = "grad"
WRT = ("x",)


def f(x):
    s = 1.0
    for i in range(2):
        s *= x[i]
    s += 0.1 * i * x[i]
    for i in range(len(x) - 1, 0, -2):
        s = s * 0.5 + x[i]
    i = i - 1
    return s * x[i] + i


def inputs():
    return (np.array([0.3, -1.2, 0.8, 1.1]),)

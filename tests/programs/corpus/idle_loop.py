"""A loop that binds only what nobody reads, but for a counter that another loop binds."""

import numpy as np

KIND = "grad"
WRT = ("x",)


def f(x):
    m = 0
    for _ in range(2):
        if 0 < m <= 2:
            for i in range(1, 1 - 1):
                i = i + 1
    total = 0.0
    for i in range(len(x)):
        total += -1.57 * x[i] * x[i]
    return total * 0.1 * i


def inputs():
    return (np.array([0.6, 1.4]),)

"""A sum as it was before the last iteration."""

import numpy as np

KIND = "grad"
WRT = ("y",)


def f(y):
    total = 0.0
    before = 0.0
    for i in range(len(y)):
        before = total
        total = total + y[i]
    return before


def inputs():
    return (np.array([0.6, 1.4, -0.3]),)

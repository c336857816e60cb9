"""Small arrays that are written at varying places, beside arithmetic with them as a whole."""

import numpy as np

KIND = "vjp"
WRT = ("x",)


def f(x):
    v = np.zeros(3)
    d = np.zeros(3)
    for i in range(3):
        d[:] = x - v
        v += d * 0.5
        v[i] = v[i] * x[0]
    return v


def inputs():
    return (np.array([0.41, 0.89, 0.38]),)

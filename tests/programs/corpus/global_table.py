"""Global arrays and numbers, also passed on to a helper."""

import numpy as np

G = 0.7
TABLE = np.array([0.5, -1.5, 2.0, 0.1])
ORDER = np.array([3, 1, 0, 2])

KIND = "grad"
WRT = ("x",)


def weighted(x, table, i):
    return x[i] * table[ORDER[i]] + G


def f(x):
    s = 0.0
    for i in range(len(x)):
        s += weighted(x, TABLE, i) * TABLE[i] * G
    return s * s


def inputs():
    return (np.array([0.3, -1.2, 0.8, 1.1]),)

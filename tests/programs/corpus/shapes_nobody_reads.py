"""Arrays that loops replace by others of another shape, which no iteration reads."""

import numpy as np

WRT = ("x",)


def f(x):
    first = x[:1] * 2.0
    for _ in range(2):
        first = x
    second = np.empty(0)
    for i in range(len(second)):
        second[i] = x[i]
    for _ in range(x.size):
        second = x
    third = x[1:] * x[0]
    for _ in range(len(first) - 3):
        third = x
    return first[0] * second[1] + third[0]


def inputs():
    return (np.array([0.7, 1.1, -0.4]),)

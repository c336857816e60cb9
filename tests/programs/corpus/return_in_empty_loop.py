"""A return in a loop that never runs, before a loop that does."""

import numpy as np

KIND = "grad"
WRT = ("A", "k")


def f(A, k):
    p = 1
    for p in range(3, 1):
        A[p, 0] = 0.9
        return k
    s = k
    for q in range(2):
        s *= A[p, q]
    return s


def inputs():
    return (
        np.array([[0.6, 0.7], [0.5, 1.1]]),
        0.7,
    )

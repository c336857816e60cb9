"""Masks of several dimensions: elements and rows that they choose, read and written."""

import numpy as np

KIND = "grad"
WRT = ("A",)


def f(A):
    B = A * A
    B[B > 1.0] = A[B > 1.0] * 3.0
    B[B < 0.5] *= 2.0
    C = (A + 0.1).T
    C[C > 0.5] **= 2
    C[C < 0.3] = 1.5
    D = np.stack((A, 2.0 * A, B), axis=-1)
    D[A > 1.0] *= 2.0
    m = (A > 0.25) & (A < 1.3)
    v = A[m]
    for i in range(v.size):
        v[i] *= i
    B[m] += v
    return np.sum(B * B) + np.sum(C * C) + np.sum(D[A > 0.5] ** 2) + np.sum(A[::2][A[::2] > 0.2])


def inputs():
    return (np.array([[0.3, 1.2, 0.9], [2.1, 0.1, 1.4]]),)

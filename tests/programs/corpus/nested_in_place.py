"""In-place updates of a matrix in nested loops."""

import numpy as np

KIND = "grad"
WRT = ("A", "k")


def f(A, k):
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            A[i, j] *= 1.0 + 0.2 * A[i - 1, j - 1]
            A[i, 0] += k * A[i, j]
    s = 0.0
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            s += A[i, j] * A[i, j]
    return s


def inputs():
    return (
        np.array([[0.3, -0.7, 0.2], [1.1, 0.4, -0.9]]),
        0.7,
    )

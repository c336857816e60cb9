"""Local arrays made from lengths and shapes."""

import numpy as np

KIND = "grad"
WRT = ("x", "A")


def f(x, A):
    y = np.zeros(len(x))
    B = np.ones((A.shape[0], x.size))
    C = np.empty((2, A.shape[1]))
    n, m = A.shape
    for i in range(n):
        for j in range(m):
            B[i, j] = A[i, j] * x[j]
            C[i, j] = B[i, j] * B[i, 0]
            y[j] += B[i, j] * C[i, 0]
    return y[0] * y[1] + C[1, 0] * n


def inputs():
    return (
        np.array([0.3, -1.2, 0.8]),
        np.array([[0.4, 0.1, 1.3], [-0.5, 0.9, 0.2]]),
    )

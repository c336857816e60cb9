"""Arrays saved in loops that have no iteration, where their lengths would not be valid."""

import numpy as np


def f(x, n, k):
    total = np.sum(x)
    for _ in range(n):
        work = np.zeros(k - 3)
        work += x[: k - 3]
        work[0] = total
        total += np.sum(np.sin(work) * work)
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7, 0.9]), 0, 1

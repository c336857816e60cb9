"""Loops over lengths that are not, or not always, those of the arrays they fill."""

import math

import numpy as np


def f(x, n, sizes):
    k = sizes[0]
    work = np.zeros(k)
    table = np.zeros((2, k))
    total = 0.0
    for i in range(n):
        k = sizes[i % len(sizes)]
        for j in range(k):
            work[j] = x[j] * x[i % len(x)] + math.sin(total)
        for j in range(k):
            table[j % 2, j] = work[j] * x[0]
        for j in range(len(work)):
            total += 0.3 * work[j] + table[0, j] * table[1, j]
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7, 0.9]), 4, np.array([3, 2, 1])

"""Arrays that are overwritten in counted loops: rows, slices, products, parts by name."""

import numpy as np


def f(x, a, n):
    state = x.copy()
    total = 0.0
    for i in range(n):
        for j in range(i):
            state = np.tanh(a @ state) + 0.1 * x
            part = state[1:]
            row = a[j]
            total += np.sum(part * part) * (row @ state)
        inner = np.zeros(len(state) - 1)
        inner[:] = state[:-1] * state[1:]
        inner[0] = np.sum(np.exp(inner))
        total += np.sum(np.sin(inner))
        matrix = a * total
        matrix[0] = state
        total += np.sum(matrix @ matrix) * 0.01
    return total


WRT = ("x", "a")


def inputs():
    return np.array([0.3, 0.7]), np.array([[0.2, 0.4], [0.1, 0.5]]), 3

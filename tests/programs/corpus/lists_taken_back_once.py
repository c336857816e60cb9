"""Arrays of branches that a loop passes on, and that are saved in lists: each comes back once."""

import numpy as np

KIND = "grad"
WRT = ("x", "y", "m")


def f(x, y, m, n):
    u = x
    before = u
    for i in range(n):
        v = y / (m @ u)
        if v[0] > 50.0:
            break
        w = 1.0 / (m @ v)
        if w[0] > 50.0:
            break
        u = w
        if i % 2 == 0:
            if abs(before[0] - w[0]) < 1e-9:
                break
            before = u
    return u[0] * before[1] + before[0]


def inputs():
    return (
        np.array([0.7, 1.1]),
        np.array([0.4, 0.9]),
        np.array([[1.2, 0.3], [0.5, 0.8]]),
        5,
    )

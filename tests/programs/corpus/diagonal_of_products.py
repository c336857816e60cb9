"""A cotangent of a matrix whose diagonal is returned as well as read by element."""

import numpy as np

KIND = "vjp"
WRT = ("x",)


def f(x, n, step):
    parts = np.full(x.size, 1.0)
    z = np.full((n, x.size), x[1]) @ x
    for q in range(2):
        parts[step] = z[q]
    return parts, np.diag(z)


def inputs():
    return (
        np.array([0.9, 0.1]),
        4,
        1,
    )

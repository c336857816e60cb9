"""Parts of arrays that change by what lies next to them: the parts share memory."""

import numpy as np

WRT = ("x", "y")


def f(x, y):
    x[:-1] -= -x[1:]
    x[1:] -= 1.0 * x[:-1]
    x[:-1] -= x[1:] / 1.0
    y[1:, :] -= 0.0 + y[:-1, :]
    return np.sum(x * x) + np.sum(y * y * y)


def inputs():
    return np.array([0.4, -1.1, 0.7, 1.3]), np.array([[0.2, -0.8], [1.4, 0.5], [-0.3, 0.9]])

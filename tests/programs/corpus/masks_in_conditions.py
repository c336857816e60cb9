"""Masks of several dimensions in conditions, where nothing is differentiated."""

import numpy as np

WRT = ("x",)


def f(x, m):
    large = m > 2.0
    rows = m[:, 0] > 2.0
    t = x[0]
    while np.sum(m[m > t]) > 10.0:
        t *= 1.5
    while m.T[large.T][0] > t and t < 5.0:
        t *= x[1] + 1.2
    if m[m > 2.0][0] > 1.0:
        t += x[1] * m[large].size
    if t > 0.0 and (m[~(m > 2.0)] < 8.0).all() and m[rows].sum() > 3.0:
        t *= x[0]
    assert m[large].size > 1
    return t + (x[1] if np.any(m[m > 3.0] > 1.0) else x[0])


def inputs():
    return np.array([0.3, 0.4]), np.arange(6.0).reshape(3, 2) + 1.0

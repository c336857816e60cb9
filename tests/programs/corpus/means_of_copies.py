"""Means of arrays that are bound anew in a branch: both are divided by the same size."""

import numpy as np

WRT = ("e", "s")


def f(e, s):
    if len(e) == len(s):
        s, e = np.array(s), np.array(e)
        spread = np.abs(s - np.mean(e)) + np.abs(e - np.mean(e))
        return 1.0 - np.sum((e - s) ** 2) / np.sum(spread**2)
    return 0.0


def inputs():
    return np.array([1.0, 2.0, 4.5]), np.array([1.5, 2.25, 3.0])

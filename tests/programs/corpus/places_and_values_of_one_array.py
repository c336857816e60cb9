"""Elements of an array that are written to places in the same array are copied first."""

import numpy as np


def f(x):
    moved = x * 1.0
    moved[np.array([2, 0, 1])] = moved
    same = moved
    same[np.array([1, 2, 0])] = moved
    places = np.array([2, 0, 1])
    moved[places] += moved
    moved[places] = moved[::-1]
    places[places] = np.array([1, 2, 0])
    moved[places] *= x
    table = np.outer(x, x * x)
    column = table[:, 0]
    table[places, 0] = column
    table[places] = table
    limits = np.clip(moved * 2.0, x + 0.4, x[::-1] * 3.0) + np.clip(moved, x, 0.9)
    return np.sum(moved * moved * np.arange(1.0, 4.0)) + np.sum(table * table[0]) + limits[0] ** 2


WRT = ("x",)


def inputs():
    return (np.array([0.45, 0.7, 0.3]),)

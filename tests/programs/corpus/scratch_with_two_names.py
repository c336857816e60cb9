"""Scratch arrays with a second name, or with parts that have names."""

import math

import numpy as np


def fill(y, out):
    for j in range(len(out)):
        out[j] = y[j] * y[j]


def halves(y, out):
    out[0] = y[0]


def f(x, n):
    work = np.zeros(2)
    same = work
    part = work[1:]
    kept = np.zeros(2)
    total = 0.0
    for i in range(n):
        fill(x, same)
        total += work[0] * work[1] * (i + 1.0)
        part[0] = math.sin(x[0])
        total += work[1]
        halves(x, kept)
        kept[1] += kept[0] * x[1]
        total += 0.1 * kept[1]
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7]), 3

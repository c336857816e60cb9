"""Integers that loops change by a fixed number, in loops of every kind."""

import math

import numpy as np


def f(x, n):
    total = 0.0
    p = 1
    for i in range(n):
        q = p
        for _ in range(n - 1, i, -1):
            total += x[p % len(x)] * x[q % len(x)] * math.sin(total)
            p += 2
            q -= 1
        for j in range(i, 7, 3):
            q = q + 3
            total += x[q % len(x)] * x[j % len(x)] * total * 0.1
        if i % 2 == 0:
            p -= 1
    while p > 3:
        p -= 4
        total += x[p % len(x)] * total * 0.01
    return total * x[(p + 8) % len(x)]


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7, 0.9, 0.4]), 4

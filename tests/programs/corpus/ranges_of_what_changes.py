"""Loops that are left early, over ranges of what they change; arrays that are bound anew."""

import numpy as np

WRT = ("x", "k")


def left(n, k):
    for _ in range(n):
        n -= 1
        k = k * 1.1
        if k > 5.0:
            return k
    return k


def stepping(step, k):
    for i in range(0, 9, step):
        step = 7
        k += i * 0.1
        if k > 90.0:
            break
    return k


def f(x, k):
    for q in range(1, x.size):
        k += 0.01 * q
    for q in range(q):  # noqa: B020
        if q:
            k = k * k
            break
        k += x[0]
    total = left(4, k) * stepping(2, k)
    for i, v in enumerate(x):
        x = x * 2.0
        total += v * x[i]
        if total > 1e6:
            break
    for v in x:
        x = np.array([1.0, 2.0])
        total += v * x[1]
    return total


def inputs():
    return np.array([0.4, 0.7, 1.1]), 0.6

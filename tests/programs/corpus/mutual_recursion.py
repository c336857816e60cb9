"""Functions that call each other: two, three in a circle, and two that write to an array."""

import math

import numpy as np

WRT = ("x", "a")


def even(x, n):
    return x if n == 0 else odd(x * x, n - 1)


def odd(x, n):
    return x if n == 0 else even(x * 2.0, n - 1)


def first(x, y, n):
    if n == 0:
        return x, y
    return second(x * y, n - 1)


def second(x, n):
    u, v = third(x, n) if n else (x, math.sin(x))
    return u * v, v


def third(x, n):
    return first(x, math.cos(x), n - 1)


def down(a, k):
    if k < len(a):
        a[k] *= 1.0 + a[k - 1]
        up(a, k + 1)


def up(a, k):
    if k < len(a):
        a[k] += math.exp(-a[k - 1])
        down(a, k + 1)


def f(x, a):
    down(a, 1)
    u, v = first(x, a[1], 5)
    return even(x, 3) + u * v + np.sum(a * a)


def inputs():
    return 1.3, np.array([0.2, 0.7, 0.4, 0.9])

"""Loops over elements of an array and of its views, where one iteration needs another."""

import numpy as np

WRT = ("x",)


def shifted(x):
    y = x[1:]
    for i in range(5):
        y[i] = x[i] * y[i]
    z = x[2:]
    for i in range(4):
        t = z[i]
        z[i] = t * t
        z[i] += x[i] * t
    return z[1] * x[4] + y[2]


def turned(x):
    y = x[::-1]
    for i in range(6):
        y[i] = x[i] * 0.5 + y[i]
    return x[0] * y[1] + x[3]


def two_parts(x):
    a = x[:-1]
    b = x[1:]
    for i in range(4, -1, -1):
        b[i] += a[i] * b[i]
    for i in range(5):
        a[i] *= b[i]
    return np.sum(x)


def made_anew(x):
    s = 0.0
    for i in range(5):
        y = x[i:]
        s += y[1] ** 2
        y[0] = s
    return s * x[2]


def made_anew_while(x):
    i = 0
    while i < 3:
        v = x[i:]
        v[1] *= v[0]
        i += 1
        v[0] += v[2] ** 2
    return np.sum(x) * x[1]


def f(x):
    first = shifted(x.copy()) + turned(x.copy()) + two_parts(x.copy())
    return first + made_anew(x.copy()) + made_anew_while(x.copy())


def inputs():
    return (np.array([1.2, 0.3, 1.4, 0.5, 0.6, 1.2]),)

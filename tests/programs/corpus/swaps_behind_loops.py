"""Arrays that an inner loop swaps, and arrays whose shape it changes, used behind that loop."""

import numpy as np

WRT = ("x",)


def swapped(x):
    a = np.zeros(4)
    b = np.zeros(4)
    c = x.copy()
    a[1] += b[0] * x[0] + 0.2
    for _ in range(3):
        a, c = c, a
        for _ in range(3):
            c, b = b, c
        if x[0] > 0.5:
            a = b * x[0]
    return np.max(c) * c[1] + np.sum(a * x)


def shorter(x):
    s = 0.0
    for q in range(3):
        w = x.copy()
        u = x * 2.0
        for k in range(2 - q):
            u = w * 2.0
            w = w[1:] * x[k]
            u = u[1:] * 1.0
        z = w * u
        s += np.sum(z * z[::-1])
    return s


def f(x):
    return swapped(x.copy()) + shorter(x)


def inputs():
    return (np.array([1.1, 0.3, 0.8, 0.6]),)

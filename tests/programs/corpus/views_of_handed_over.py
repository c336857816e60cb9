"""Arrays with views that a loop hands over to another array: their adjoints come from there."""

import numpy as np

WRT = ("x",)


def always(x, n):
    w = np.empty(6)
    t = w.reshape(2, 3)
    for i in range(2):
        t[i] = x[3 * i : 3 * i + 3] * x[0]
    for k in range(n):
        w = w * x[k]
    return np.sum(w * w)


def sometimes(x, bound):
    w = np.empty(6)
    t = w[1:]
    u = t[1:]
    s = 0.0
    for i in range(5):
        t[i] = x[i]
        s += t[i] * w[i + 1]
    for i in range(4):
        u[i] *= x[i]
    w[0] = x[5]
    if x[0] > bound:
        for n in range(3):
            w = w * x[n]
    return np.sum(w) * w[1] * s


def never(x):
    w = np.empty(6)
    t = w[1:]
    for i in range(5):
        t[i] = x[i]
    w[0] = x[5]
    for _ in range(0):
        w = np.zeros(6)
    return np.sum(w) * w[2]


def two(x):
    w = np.empty(6)
    v = np.empty(6)
    t = w[1:]
    u = v[1:]
    for i in range(5):
        t[i] = x[i]
        u[i] = x[i] ** 2
    w[0] = x[5]
    v[0] = x[4]
    if x[0] > 1.0:
        for _ in range(3):
            w, v = v * x[0], w
    return np.sum(w) * v[1]


def inside(x):
    w = np.empty(6)
    t = w[1:]
    for i in range(5):
        t[i] = x[i]
    w[0] = x[5]
    i = 0
    while i < 3:
        v = np.empty(6)
        q = v[::-1]
        for k in range(6):
            q[k] = w[k] * x[i]
        w = v
        i += 1
        if w[0] > 1e3:
            break
    return np.sum(w) * w[2]


def again(x):
    s = 0.0
    for q in range(3):
        w = np.empty((2, 3))
        t = w[1]
        for i in range(3):
            t[i] = x[i + q]
            w[0, i] = x[i] * t[i]
        if q % 2 == 1:
            for n in range(q):
                w = w * x[n]
        s += np.sum(w) * w[1, q]
    return s


def f(x):
    s = always(x, 0) + always(x, 2) + sometimes(x, 1.0) + sometimes(x, 5.0)
    return s + never(x) + two(x) + inside(x) + again(x)


def inputs():
    return (np.array([2.1, 0.3, 1.4, 0.5, 0.6, 1.2]),)

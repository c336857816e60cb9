"""Variables that are bound to other arrays here and there, and written in between."""

import numpy as np

WRT = ("x",)


def leapfrog(x):
    before, now, after = x.copy(), x * 0.9, np.zeros(4)
    for _ in range(3):
        for i in range(1, 3):
            after[i] = 2.0 * now[i] - before[i] + 0.1 * (now[i + 1] - now[i]) * now[i - 1]
        before, now, after = now, after, before
    return np.sum(now * now)


def swapped_if(x):
    a, b = x.copy(), np.zeros(4)
    for k in range(4):
        for i in range(4):
            b[i] = a[i] * a[i - 1] + 0.2
        if b[k] > 0.3:
            a, b = b, a
    return np.sum(a * b) + a[1]


def left_early(x):
    a, b = x.copy(), np.zeros(4)
    for k in range(6):
        for i in range(4):
            b[i] = a[i] * a[i - 1] + 0.2
            if b[i] > 1.5:
                return b[i] * a[0]
        a, b = b, a
        if k % 3 == 1:
            continue
        if a[0] < 0.1:
            break
        a[0] += 0.1 * b[1]
    return np.sum(a * b)


def made_in_branches(x):
    if x[0] > 1.0:
        w = np.zeros(4)
        w[1] = x[1]
    else:
        w = x.copy()
    for i in range(4):
        w[i] += x[i] * w[i - 1]
    return np.sum(w)


def shrunk(x):
    w = x.copy()
    for k in range(3):
        w[k] = w[k + 1] * x[0]
        if x[1] < w[k]:
            w = w * x[2]
    return np.sum(w * w)


def turned(x):
    a, b, c = x.copy(), x * 0.5, np.ones(4)
    for k in range(5):
        c[k % 4] += a[k % 4] * b[(k + 1) % 4]
        if k % 2 == 0:
            a, b, c = b, c, a
        b[1] *= x[3]
    return np.sum(a * b * c)


def swapped_before(x):
    a, b = x.copy(), np.zeros(4)
    b[0] = x[1]
    a, b = b, a
    if x[0] > 0.5:
        a, b = b, a
    a[1] += x[2] * b[1]
    b[0] *= x[0]
    return np.sum(a * b) + a[0]


def tables(x):
    a = np.outer(x, x)
    b = a * 2.0
    for k in range(3):
        a[k] += b[k + 1] * x[k]
        if a[0, 0] > 1.0:
            a, b = b, a
        b[:, k] *= 0.5
    return np.sum(a) * b[1, 1]


def nested(x):
    u, v, n = x.copy(), x * 0.5, np.zeros(4)
    for _ in range(4):
        for i in range(1, 3):
            n[i] = u[i] + 0.1 * v[i] * u[i - 1]
        while n[1] > 0.5:
            n, u = u, n
            u[1] *= 0.4
            n[1] *= 0.3
        u, n = n, u
    return np.sum(u * v) + n[2]


def f(x):
    total = leapfrog(x) + swapped_if(x) + left_early(x) + left_early(0.4 * x)
    total += made_in_branches(x) + made_in_branches(0.5 * x) + shrunk(x) + turned(x)
    return total + swapped_before(x) + swapped_before(0.4 * x) + tables(x) + nested(x)


def inputs():
    return (np.array([1.1, 0.3, 0.8, 0.6]),)

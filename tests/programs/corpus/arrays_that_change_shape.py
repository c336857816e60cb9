"""Arrays that have another shape in each iteration, or after the first one."""

import numpy as np


def f(x, n):
    grown = x[:1].copy()
    total = x[0]
    for _ in range(n):
        total += np.sum(grown) * 0.1
        grown = np.full(4, total)
    other = x[:1] * 2.0
    for i in range(n):
        if i > 0:
            total += np.sum(other) * 0.1
        other = np.full(3, total) * x
    longer = x.copy()
    for _ in range(n):
        longer = np.exp(np.append(longer, total) * 0.1)
        total += np.sum(longer) * 0.1
    wide = x[:1] * 2.0
    i = 0
    while i < n:
        if i % 2 == 0:
            total += np.sum(wide)
        for k in range(i):
            total += np.sum(wide) * total * 0.01
            wide = wide + x
            for _ in range(k):
                wide = np.full(i + k, total)[:1] * x
        i += 1
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7, 0.4]), 4

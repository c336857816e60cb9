"""Variables that count the iterations of loops that go down."""

import numpy as np


def f(x):
    total = 1.0
    n = 0
    for i in range(2, -1, -1):
        total = total * x[n] + x[i]
        n += 1
    turned = np.zeros(4)
    n = 0
    for i in range(len(x) - 1, -1, -1):
        turned[n + 1] = turned[n] * x[0] + x[i]
        n += 1
    mixed = x.copy()
    n = 7
    for i in range(2, -1, -1):
        for j in range(i, -1, -1):
            mixed[n % 3] = mixed[j] * mixed[i] + 0.1
            n -= 2
    for i in reversed(range(3)):
        n += 2
        mixed[n % 3] = mixed[0] * 0.5 + mixed[i] * x[n % 3]
    for i in range(5, -1, -2):
        n += 1
        total += mixed[n % 3] * total * x[i % 3]
    return total * mixed[0] + turned[3] * turned[1] + mixed[2] * mixed[1]


WRT = ("x",)


def inputs():
    return (np.array([0.45, 0.7, 0.3]),)

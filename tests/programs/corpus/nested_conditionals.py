"""Ways that part and join, with values carried on each of them."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    a = k
    b = 1.0
    for i in range(len(x)):
        if x[i] > 0.0:
            if x[i] > 1.0:
                a, b = b, a * x[i]
            elif b > a:
                a = a + x[i] * b
            else:
                b = math.sin(a)
        else:
            a = a * x[i] if b > 0.5 and not a > 2.0 else b - x[i]
        b = b * 0.9 + a
    return a * b


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

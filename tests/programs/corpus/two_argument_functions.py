"""atan2, hypot, powers and quotients of values that loops overwrite."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = x[0]
    for i in range(len(x)):
        s = math.hypot(s, k)
        s /= math.atan2(s, x[i]) + 4.0
        k = (1.0 + math.sin(k) ** 2) ** s / (1.0 + s * s)
        s = max(s, x[i], k) + min(s, k)
    return s * k


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )

"""A function of the same value that is evaluated after the derivative needs it."""

import math

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    u = x * k
    y = math.sin(u)
    z = y * math.cos(u)
    return z + math.exp(-u) * y


def inputs():
    return 0.7, 1.3

"""A helper that saves lists in loops, called in some branches of another helper."""

import math

KIND = "grad"
WRT = ("d", "k")


def inner(d, k):
    total = 0.0
    t = d
    while t > 0.1:
        u = t
        while u < 2.0:
            u = u * 1.3 + 0.1
            if u > 1.5:
                total += u * u * d
            total = math.sin(total * k)
        t *= 0.5
    return total


def outer(d, k):
    if d > 1.0:
        result = inner(d * 2.0, k)
    elif d < 0.0:
        result = inner(-d, k) * d
    else:
        result = d
    return math.exp(0.1 * result) * result


def f(d, k):
    result = 0.0
    for i in range(4):
        result += outer(d * (i - 1.3), k) * k
    return result


def inputs():
    return (
        0.8,
        0.7,
    )

"""Functions that are gone through, and functions chosen by conditions."""

import math

import numpy as np

WRT = ("x", "k")


def square(x):
    return x * x


def scaled(x, factor=2.0):
    return x * factor


def through(x, k):
    total = 0.0
    for g, weight in ((square, 0.5), (lambda u: u * k, 2.0), (math.sin, k), (abs, 1.0)):
        if weight > 1.5:
            total += weight * g(x)
        else:
            total -= g(weight * x)
    for g in [square, scaled]:
        for h in (math.exp, np.tanh):
            total += g(h(0.3 * x))
    return total


def chosen(x, k):
    g = square if x > 0.5 else scaled if x > 0.2 else math.sin
    if k > 1.0:
        g = scaled
    return g(x * k) + g(k)


def in_loop(x, k):
    total = 0.0
    step = square
    for v in x:
        total += step(v) * k
        step = scaled if v > 0.5 else (lambda u: u * u * k)
    return total * step(k)


def f(x, k):
    total = 0.0
    for v in x:
        total += through(v, k) * chosen(v, k)
    return total + in_loop(x, k) + chosen(0.3, 0.4)


def inputs():
    return np.array([0.3, 0.7, 1.1, 0.1]), 0.9

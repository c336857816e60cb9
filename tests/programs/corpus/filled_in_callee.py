"""Functions that fill arrays and use them as a whole: their contents outlive the forward part."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")
N = 12


def squares(k):
    filled = np.empty(N)
    for i in range(N):
        filled[i] = k * i
    return filled * filled


def rows(k, x):
    table = np.zeros((2, N))
    for i in range(N):
        table[1, i] = x[i % 3] * k
    row = table[1]
    return row * row


def display(k, p):
    rotation = np.array([[math.cos(k), math.sin(k), 0], [-math.sin(k), p + math.cos(k), 0]])
    return rotation * np.array([[p / (1 + k)], [math.sqrt(k / p)]])


def f(x, k):
    r, v = display(k, x[0])
    return squares(k)[3] + np.sum(rows(k, x)) + r[0] * v[1] + r[1]


def inputs():
    return np.array([0.4, 0.9, -0.3]), 0.7

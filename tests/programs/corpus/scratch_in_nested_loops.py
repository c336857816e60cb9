"""Scratch arrays of inner loops, made inside outer ones, with loops that stop early."""

import math

import numpy as np


def f(x, n):
    total = 0.0
    outer = np.zeros((2, len(x)))
    for i in range(n):
        inner = np.empty(len(x) + i)
        for k in range(3):
            for r in range(2):
                for j in range(len(x)):
                    outer[r, j] = x[j] * (k + r + total * 0.1)
            for j in range(len(x) + i):
                inner[j] = x[j % len(x)] * outer[0, 0]
                if inner[j] > 0.8:
                    break
            t = 0.0
            for j in range(len(x)):
                t += outer[1, j] * outer[0, j] + x[j]
            total += t * t * 0.01
        for j in range(1):
            total += math.sin(inner[j])
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7, 0.9]), 3

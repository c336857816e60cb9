"""Loops with exits in branches of loops with exits: what follows the inner loop is not skipped."""

import numpy as np


def early(x, s):
    for j in range(3):
        if x[2] > 0.25:
            for i in range(3):
                if x[i] > 0.1:
                    if s > 0.01:
                        break
                if x[i] > 5.0:
                    return s * x[2]
        s = s * x[1]
    return s


def late(x, s):
    for j in range(2, -1, -1):
        if x[2] > 0.25:
            for i in range(3):
                if x[i] > 0.1:
                    if s > 0.01:
                        continue
                return s
        s = s * x[j]
    return s


def f(x):
    s = early(x, x[0]) + late(x, x[1])
    for j in range(4):
        if x[2] > 0.2:
            for i in range(3):
                if x[i] > 0.1:
                    if s > 0.5:
                        if s > 2.0:
                            break
                        s = s * 1.3
                        continue
                    s += 0.1
                s = s * x[i] + 0.3
            else:
                s += x[1]
            if s > 3.0:
                if x[0] > 0.5:
                    break
                s = s * 0.7
                continue
            s += 0.01
        s = s * x[1] + 0.2
    return s


WRT = ("x",)


def inputs():
    return (np.array([0.45, 0.7, 0.3]),)

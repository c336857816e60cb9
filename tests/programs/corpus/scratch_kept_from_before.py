"""Arrays that look like scratch arrays, but pass something on to a later iteration."""

import math

import numpy as np


def f(x, n):
    d = len(x)
    part = np.zeros(d)
    some = np.zeros(d)
    late = np.zeros(d)
    first = np.zeros(d + 1)
    total = 0.0
    for i in range(n):
        for j in range(1, d):  # the first element is kept
            part[j] = x[j] * (i + 1.0)
        part[0] += math.sin(x[i % d])
        for j in range(d):
            if x[j] > 0.5:  # some elements are kept
                some[j] = x[j] * total
        for j in range(d):
            total += late[j] * x[j]  # read before it is filled
        for j in range(d):
            late[j] = some[j] + part[j]
        for j in range(d):  # the last element is kept
            first[j] = x[j] * late[j]
        first[d] += first[0] * 0.1
        for j in range(d):
            total += 0.3 * part[j] * some[j] + 0.01 * first[j + 1]
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7, 0.9]), 4

"""Variables that loops bind first, to arrays of another length in each iteration."""

import numpy as np


def halved(x, total, depth):
    part = x[:depth] * total
    for i in range(depth - 1):
        part = part[: depth - i] * x[i]
    return part


def scaled(x, total):
    for k in range(4):
        row = x[: k % 3 + 1] * total
        if row[0] > 0.9:
            return np.sum(row) * row[0]
        total += np.sum(row)
    return np.sum(row) * total


def f(x, n):
    total = 0.0
    for k in range(n):
        part = x[: k % 3 + 1] * x[0]
        total += np.sum(part) * part[0] * total + 1.0
    total *= part[0]
    for k in range(n):
        filled = np.zeros(k % 3 + 1)
        before = filled + x[k % 3]
        for j in range(len(filled)):
            filled[j] = before[j] * x[j] + total * 0.1
        total = np.sum(filled) * filled[0]
    total = total * filled[0] + np.sum(filled) + before[0]
    for k in range(n):
        row = np.arange(k % 3 + 1) * x[0] + total * 0.01
        square = np.outer(row, row)
        ends = square @ row
        total = np.sum(ends) + x[1] * total
    total = total * ends[0] + np.sum(square) + row[0]
    total = 0.5 + 0.01 * total * total
    length = 0
    while total > 0.1 and length < 9:
        length += 1
        ones = np.ones(length % 3 + 1) * x[0] * total
        squares = ones**2
        total = np.sum(squares) * 0.2 + x[1] * 0.1
        if total < 0.2:
            break
    total += np.sum(squares) * ones[-1]
    best = x[:1] * 1.0
    for k in range(3):
        other = x[: k + 1] * x[k]
        if other[0] < 0.6:
            best, other = other, best
        total += np.sum(other) * best[0]
    total += best[0] * np.sum(best) + other[0]
    for k in range(1, 4):
        last = halved(x, total, k)
        total += np.sum(last)
    return total * last[0] + scaled(x, total * 0.1)


WRT = ("x",)


def inputs():
    return np.array([0.45, 0.3, 1.3]), 4

"""Learning from data: clusters, regressions, small networks."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from loops.program import Program


@njit
def k_means(points, centres):
    """Return the sum of squares of the distances to the nearest centre."""
    total = 0.0
    for i in range(points.shape[0]):
        best = np.inf
        for c in range(centres.shape[0]):
            distance = 0.0
            for d in range(points.shape[1]):
                step = points[i, d] - centres[c, d]
                distance += step * step
            if distance < best:
                best = distance
        total += best
    return total


@njit
def log_sum_exp(x):
    """Return the sum over the rows of log(sum(exp(row)))."""
    total = 0.0
    for i in range(x.shape[0]):
        top = x[i, 0]
        for j in range(1, x.shape[1]):
            if x[i, j] > top:
                top = x[i, j]
        mass = 0.0
        for j in range(x.shape[1]):
            mass += math.exp(x[i, j] - top)
        total += top + math.log(mass)
    return total


@njit
def softmax_regression(features, labels, weights, bias):
    """Return the mean cross entropy of a linear classifier."""
    n, m = features.shape
    classes = bias.shape[0]
    score = np.empty(classes)
    total = 0.0
    for i in range(n):
        for c in range(classes):
            score[c] = bias[c]
            for j in range(m):
                score[c] += features[i, j] * weights[c, j]
        top = score[0]
        for c in range(1, classes):
            top = max(top, score[c])
        mass = 0.0
        for c in range(classes):
            mass += math.exp(score[c] - top)
        total += top + math.log(mass) - score[labels[i]]
    return total / n


@njit
def sigmoid(x):
    """Return 1 / (1 + exp(-x))."""
    return 1.0 / (1.0 + math.exp(-x))


@njit
def lstm(inputs, w, u, b):
    """Return the sum of squares of the last output of a long short-term memory."""
    cells = w.shape[0] // 4
    h = np.zeros(cells)
    c = np.zeros(cells)
    gate = np.empty(4 * cells)
    for t in range(inputs.shape[0]):
        for g in range(4 * cells):
            gate[g] = b[g]
            for k in range(inputs.shape[1]):
                gate[g] += w[g, k] * inputs[t, k]
            for k in range(cells):
                gate[g] += u[g, k] * h[k]
        for k in range(cells):
            keep = sigmoid(gate[k])
            write = sigmoid(gate[cells + k]) * math.tanh(gate[2 * cells + k])
            c[k] = keep * c[k] + write
            h[k] = sigmoid(gate[3 * cells + k]) * math.tanh(c[k])
    total = 0.0
    for k in range(cells):
        total += h[k] * h[k]
    return total


@njit
def cnn(images, labels, filters, weights):
    """Return the cross entropy of a net: filters of 3 by 3, rectifier, mean over 2 by 2, linear."""
    n, rows, columns = images.shape
    count = filters.shape[0]
    classes = weights.shape[0]
    high, wide = (rows - 2) // 2, (columns - 2) // 2
    pooled = np.empty((count, high, wide))
    score = np.empty(classes)
    total = 0.0
    for s in range(n):
        for f in range(count):
            for i in range(high):
                for j in range(wide):
                    mean = 0.0
                    for p in range(2 * i, 2 * i + 2):
                        for q in range(2 * j, 2 * j + 2):
                            value = 0.0
                            for a in range(3):
                                for b in range(3):
                                    value += filters[f, a, b] * images[s, p + a, q + b]
                            if value > 0.0:
                                mean += 0.25 * value
                    pooled[f, i, j] = mean
        mass = 0.0
        for c in range(classes):
            score[c] = 0.0
            for f in range(count):
                for i in range(high):
                    for j in range(wide):
                        score[c] += weights[c, f, i, j] * pooled[f, i, j]
            mass += math.exp(score[c])
        total += math.log(mass) - score[labels[s]]
    return total


def classified(rng, n, m=16, classes=6):
    """Return features, labels, weights and biases."""
    weights = 0.3 * rng.normal(size=(classes, m))
    return rng.normal(size=(n, m)), rng.integers(0, classes, n), weights, rng.normal(size=classes)


def memory(rng, n, width=8, cells=12):
    """Return n inputs, and weights of a long short-term memory."""
    w, u = rng.normal(size=(4 * cells, width)), rng.normal(size=(4 * cells, cells))
    return rng.normal(size=(n, width)), 0.3 * w, 0.3 * u, rng.normal(size=4 * cells)


def pictures(rng, n, side=12, filters=4, classes=5):
    """Return n images with labels, and weights of a net."""
    pooled = (side - 2) // 2
    weights = 0.2 * rng.normal(size=(classes, filters, pooled, pooled))
    images, labels = rng.normal(size=(n, side, side)), rng.integers(0, classes, n)
    return images, labels, 0.4 * rng.normal(size=(filters, 3, 3)), weights


PROGRAMS = (
    Program(
        k_means,
        ("points", "centres"),
        lambda rng, n: (rng.normal(size=(n, 3)), rng.normal(size=(10, 3))),
        (200, 2_000, 30_000),
    ),
    Program(log_sum_exp, ("x",), lambda rng, n: (rng.normal(size=(n, 20)),), (50, 500, 10_000)),
    Program(softmax_regression, ("weights", "bias"), classified, (60, 600, 10_000)),
    Program(lstm, ("inputs", "w", "u", "b"), memory, (8, 60, 1_000)),
    Program(cnn, ("filters", "weights"), pictures, (5, 30, 300)),
)

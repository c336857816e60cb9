"""Sequences: what depends on all that was before, paths through time, long recurrences."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from loops.program import Program


@njit
def causal_sums(x, kernel):
    """Return |y|^2, where y[i] is x[i] and a weighted sum of all y before, bounded by tanh."""
    n = x.shape[0]
    y = np.zeros(n)
    total = 0.0
    for i in range(n):
        before = 0.0
        for j in range(i):
            before += kernel[i - j] * y[j]
        y[i] = x[i] + math.tanh(before)
        total += y[i] * y[i]
    return total


@njit
def recurrence(level, inflow, drain, steps):
    """Return the mean level of a tank that runs out through a hole."""
    total = 0.0
    for _ in range(steps):
        level += 0.01 * (inflow - drain * math.sqrt(level))
        total += level
    return total / steps


@njit
def soft_minimum(a, b, c, gamma):
    """Return the smooth minimum of three numbers."""
    least = min(a, min(b, c))
    total = math.exp((least - a) / gamma)
    total += math.exp((least - b) / gamma)
    total += math.exp((least - c) / gamma)
    return least - gamma * math.log(total)


@njit
def soft_dtw(x, y, gamma):
    """Return the soft distance of two sequences under dynamic time warping."""
    n, m = x.shape[0], y.shape[0]
    cost = np.full((n + 1, m + 1), 1e10)
    cost[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            step = x[i - 1] - y[j - 1]
            path = soft_minimum(cost[i - 1, j], cost[i, j - 1], cost[i - 1, j - 1], gamma)
            cost[i, j] = step * step + path
    return cost[n, m]


@njit
def hmm(initial, transition, emission, observed):
    """Return the log likelihood of a hidden Markov model, by the scaled forward recursion."""
    states = initial.shape[0]
    belief = initial.copy()
    following = np.empty(states)
    total = 0.0
    for t in range(observed.shape[0]):
        scale = 0.0
        for j in range(states):
            arriving = 0.0
            for i in range(states):
                arriving += belief[i] * transition[i, j]
            following[j] = arriving * emission[j, observed[t]]
            scale += following[j]
        for j in range(states):
            belief[j] = following[j] / scale
        total += math.log(scale)
    return total


@njit
def crf(scores, transition, labels):
    """Return the negative log likelihood of labels under a linear-chain random field."""
    length, states = scores.shape
    alpha = scores[0].copy()
    following = np.empty(states)
    path = scores[0, labels[0]]
    for t in range(1, length):
        path += transition[labels[t - 1], labels[t]] + scores[t, labels[t]]
        for j in range(states):
            top = -np.inf
            for i in range(states):
                top = max(top, alpha[i] + transition[i, j])
            total = 0.0
            for i in range(states):
                total += math.exp(alpha[i] + transition[i, j] - top)
            following[j] = scores[t, j] + top + math.log(total)
        for j in range(states):
            alpha[j] = following[j]
    top = -np.inf
    for j in range(states):
        top = max(top, alpha[j])
    total = 0.0
    for j in range(states):
        total += math.exp(alpha[j] - top)
    return top + math.log(total) - path


def rows_of_one(rng, rows, columns):
    """Return a matrix whose rows are probabilities."""
    a = rng.uniform(0.1, 1.0, (rows, columns))
    return a / a.sum(axis=1, keepdims=True)


def chain(rng, length, states=8, symbols=12):
    """Return a hidden Markov model and what is observed of it."""
    initial = rows_of_one(rng, 1, states)[0]
    transition, emission = rows_of_one(rng, states, states), rows_of_one(rng, states, symbols)
    return initial, transition, emission, rng.integers(0, symbols, length)


def labelled(rng, length, states=8):
    """Return scores, transitions and labels."""
    labels = rng.integers(0, states, length)
    return rng.normal(size=(length, states)), rng.normal(size=(states, states)), labels


PROGRAMS = (
    Program(
        causal_sums,
        ("x", "kernel"),
        lambda rng, n: (rng.normal(size=n), rng.normal(size=n) / n),
        (100, 400, 2_000),
    ),
    Program(
        recurrence,
        ("level", "inflow", "drain"),
        lambda rng, n: (1.0, 2.0, 1.2, n),
        (1_000, 30_000, 1_000_000),
    ),
    Program(
        soft_dtw,
        ("x", "y"),
        lambda rng, n: (rng.normal(size=n), rng.normal(size=n), 0.5),
        (15, 60, 400),
    ),
    Program(hmm, ("initial", "transition", "emission"), chain, (200, 1_000, 5_000)),
    Program(crf, ("scores", "transition"), labelled, (20, 150, 1_500)),
)

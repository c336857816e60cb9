"""Likelihoods of statistics: independent observations, survival, volatility."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from loops.program import Program


@njit
def normal_likelihood(x, mean, log_scale):
    """Return the log likelihood of observations under a normal distribution."""
    total = 0.0
    for i in range(x.shape[0]):
        z = (x[i] - mean) * math.exp(-log_scale)
        total -= 0.5 * z * z + log_scale + 0.5 * math.log(2.0 * math.pi)
    return total


@njit
def logistic_likelihood(features, answers, weights, bias):
    """Return the log likelihood of answers of yes and no."""
    total = 0.0
    for i in range(features.shape[0]):
        score = bias
        for j in range(weights.shape[0]):
            score += weights[j] * features[i, j]
        if answers[i] == 1:
            total -= math.log1p(math.exp(-score))
        else:
            total -= math.log1p(math.exp(score))
    return total


@njit
def cox(features, events, weights):
    """Return the partial log likelihood of survival; rows are in the order of falling times."""
    n, m = features.shape
    at_risk = 0.0
    total = 0.0
    for i in range(n):
        score = 0.0
        for j in range(m):
            score += weights[j] * features[i, j]
        at_risk += math.exp(score)
        if events[i] == 1:
            total += score - math.log(at_risk)
    return total


@njit
def garch(returns, base, shock, memory):
    """Return the negative log likelihood of returns whose variance remembers."""
    variance = base / (1.0 - shock - memory)
    total = 0.0
    for t in range(returns.shape[0]):
        total += 0.5 * (math.log(variance) + returns[t] * returns[t] / variance)
        variance = base + shock * returns[t] * returns[t] + memory * variance
    return total


def answered(rng, n, m=10):
    """Return features, answers and weights."""
    return rng.normal(size=(n, m)), rng.integers(0, 2, n), rng.normal(size=m)


PROGRAMS = (
    Program(
        normal_likelihood,
        ("mean", "log_scale"),
        lambda rng, n: (rng.normal(size=n), 0.1, 0.2),
        (3_000, 20_000, 100_000),
    ),
    Program(
        logistic_likelihood,
        ("weights", "bias"),
        lambda rng, n: (*answered(rng, n), 0.3),
        (200, 2_000, 30_000),
    ),
    Program(cox, ("weights",), answered, (300, 3_000, 30_000)),
    Program(
        garch,
        ("base", "shock", "memory"),
        lambda rng, n: (np.sqrt(0.5) * rng.normal(size=n), 0.05, 0.1, 0.8),
        (1_000, 10_000, 100_000),
    ),
)

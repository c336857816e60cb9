"""Prices of options: in closed form, and on a tree."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from loops.program import Program


@njit
def normal_cdf(x):
    """Return the distribution function of the standard normal distribution."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


@njit
def black_scholes(spot, strike, time, volatility, rate):
    """Return the price of a portfolio of calls."""
    total = 0.0
    for i in range(spot.shape[0]):
        spread = volatility[i] * math.sqrt(time[i])
        up = (math.log(spot[i] / strike[i]) + rate * time[i]) / spread + 0.5 * spread
        down = up - spread
        discounted = strike[i] * math.exp(-rate * time[i])
        total += spot[i] * normal_cdf(up) - discounted * normal_cdf(down)
    return total


@njit
def binomial_tree(spot, strike, rate, volatility, steps):
    """Return the price of an American put with one year to go, on a tree of prices."""
    step = 1.0 / steps
    up = math.exp(volatility * math.sqrt(step))
    down = 1.0 / up
    discount = math.exp(-rate * step)
    chance = (math.exp(rate * step) - down) / (up - down)
    value = np.zeros(steps + 1)
    for j in range(steps + 1):
        value[j] = max(strike - spot * up ** (2 * j - steps), 0.0)
    for i in range(steps - 1, -1, -1):
        for j in range(i + 1):
            hold = discount * (chance * value[j + 1] + (1.0 - chance) * value[j])
            value[j] = max(hold, strike - spot * up ** (2 * j - i))
    return value[0]


def portfolio(rng, n):
    """Return n calls."""
    spot, strike = rng.uniform(80.0, 120.0, n), rng.uniform(80.0, 120.0, n)
    return spot, strike, rng.uniform(0.2, 2.0, n), rng.uniform(0.1, 0.5, n), 0.03


PROGRAMS = (
    Program(
        black_scholes,
        ("spot", "strike", "time", "volatility", "rate"),
        portfolio,
        (200, 2_000, 30_000),
    ),
    Program(
        binomial_tree,
        ("spot", "strike", "rate", "volatility"),
        lambda rng, n: (100.0, 105.0, 0.04, 0.3, n),
        (50, 150, 600),
    ),
)

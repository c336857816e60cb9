"""The normal distribution of scipy.stats."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats
from scipy.stats import norm

from srcdiff.library import LIBRARY, NORMAL

from ..language.compare import check, check_both

POINTS = np.array([0.2, 0.5, 0.7])


def option(spot, strike, time, rate, sigma):
    spread = sigma * math.sqrt(time)
    d = (math.log(spot / strike) + (rate + 0.5 * sigma * sigma) * time) / spread
    return spot * norm.cdf(d) - strike * math.exp(-rate * time) * stats.norm.cdf(d - spread)


def likelihood(v, m, s):
    return np.sum(norm.logpdf(v, m, s)) + np.sum(norm.pdf(v, loc=m, scale=s))


def tails(v, m, s):
    return np.sum(norm.logcdf(v, m, s) * norm.logsf(v, m)) + np.sum(norm.sf(v, scale=s))


def quantiles(v, m, s):
    return np.sum(norm.ppf(v, m, s) * norm.isf(v * v, loc=m, scale=s) + norm.ppf(0.3))


def test_numbers() -> None:
    check_both(option, 1.1, 1.0, 0.5, 0.03, 0.2)
    check(option, 1.1, 1.0, 0.5, 0.03, 0.2, target="cpu")


@pytest.mark.parametrize("function", [likelihood, tails, quantiles])
def test_arrays(function: Callable[..., float]) -> None:
    check_both(function, POINTS, 0.3, 1.7)
    check(function, POINTS, 0.3, 1.7, target="cpu")


@pytest.mark.parametrize("name", sorted(n for n in LIBRARY if n.startswith(NORMAL)))
def test_values(name: str) -> None:
    for x in (0.1, 0.5, 0.9):
        expected = getattr(norm, name.removeprefix(NORMAL))(x, 0.4, 1.3)
        assert LIBRARY[name](x, 0.4, 1.3) == pytest.approx(expected, rel=1e-13)

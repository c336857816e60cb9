"""The functions that generated code imports, against exact arithmetic."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from numba import njit

from srcdiff.runtime import digamma, fit, sinc_slope, trigamma

EPSILON = np.finfo(np.float64).eps
WHOLE = [float(n) for n in range(1, 30)]  # the series is used from 10.0 on: its worst point
POSITIVE = WHOLE + [n + 0.3 for n in WHOLE] + [10.0**e for e in range(-300, 300, 7)]
NEXT_TO_POLES = [s * 10.0**-e - n for n in range(6) for e in range(1, 14) for s in (1, -1)]
NEGATIVE = [-x for x in POSITIVE if x < 1e6 and x != round(x)]
PSI = {digamma: mp.digamma, trigamma: functools.partial(mp.psi, 1)}


@functools.cache
def forms(function: Callable[..., float]) -> tuple[Callable[..., float], ...]:
    """Return a function as it is, and compiled."""
    return function, njit(error_model="numpy")(lambda *arguments: function(*arguments))


@pytest.mark.parametrize("function", PSI, ids=lambda f: f.__name__)
def test_polygamma_is_accurate(function: Callable[[float], float]) -> None:
    for form in forms(function):
        for x in POSITIVE + NEGATIVE + NEXT_TO_POLES:
            with mp.workdps(50):
                exact = PSI[function](mp.mpf(x))
            if abs(exact) > np.finfo(np.float64).max:
                assert form(x) == math.copysign(math.inf, exact)
            else:  # digamma has zeros: next to them the error is that of its terms
                least = 1.0 if function is digamma else 0.0
                assert abs(form(x) - exact) <= 4 * EPSILON * (least + abs(exact)), x


def test_polygamma_at_the_poles() -> None:
    for form in forms(digamma):
        assert (form(0.0), form(-0.0), form(math.inf)) == (-math.inf, math.inf, math.inf)
        assert all(map(math.isnan, map(form, (-1.0, -7.0, -1e17, -math.inf, math.nan))))
    for form in forms(trigamma):
        assert [form(x) for x in (0.0, -0.0, -1.0, -7.0, -1e17)] == [math.inf] * 5
        assert form(math.inf) == 0.0
        assert all(map(math.isnan, map(form, (-math.inf, math.nan))))


def test_sinc_slope_is_accurate() -> None:
    for form in forms(sinc_slope):
        for x in [0.0, 1e-300, 1e-160, 1e-9, 1e-3, 0.1, 0.2, 0.29, 0.3, 0.31, 0.5, 1.0, 3.7, 99.9]:
            with mp.workdps(1000):
                t = mp.pi * mp.mpf(x)
                exact = mp.pi * (mp.cos(t) / t - mp.sin(t) / t**2) if x else mp.mpf(0)
            scale = abs(exact) if x < 0.5 else math.pi  # the rounding error of pi x counts
            assert abs(form(x, float(np.sinc(x))) - exact) <= 4 * EPSILON * scale, x
            assert form(-x, float(np.sinc(x))) == -form(x, float(np.sinc(x)))


@pytest.mark.parametrize("compile_", [lambda function: function, njit])
def test_fit_raises_for_a_shape_that_is_not_broadcast(compile_: Any) -> None:
    @compile_
    def fitted(g: Any, x: Any) -> Any:
        return fit(g, x)

    assert fitted(np.ones((2, 3)), np.zeros((1, 1, 3))).tolist() == [[[2.0, 2.0, 2.0]]]
    for g, x in (((1,), (5,)), ((5,), (2,)), ((3,), (2, 3)), ((2, 3), (2, 2))):
        with pytest.raises(ValueError, match="cannot be broadcast"):
            fitted(np.ones(g), np.zeros(x))

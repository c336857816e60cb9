"""The derivative of the incomplete gamma function with respect to its first argument."""

from __future__ import annotations

import math

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.elementwise import elementwise
from srcdiff.runtime.special import digamma


@elementwise
def gammainc_slope(a: float, x: float) -> float:
    """Return the derivative of the regularised lower incomplete gamma function P(a, x) in a.

    >>> round(gammainc_slope(1.0, 2.0), 12)  # of its power series, term by term
    -0.220825426212
    """
    if a > 0.0 and (x == 0.0 or x == math.inf):
        return 0.0
    if not (a > 0.0 and x > 0.0):
        return math.nan
    return below_peak(a, x) if x < a + 1.0 else above_peak(a, x)


@compilable
def below_peak(a: float, x: float) -> float:
    """Return the derivative of the power series of P(a, x) in x (DLMF 8.7.1), term by term.

    All terms have one sign.
    """
    logarithm, psi = math.log(x), digamma(a + 1.0)
    term = math.exp(a * logarithm - x - math.lgamma(a + 1.0))
    total = 0.0
    for n in range(1, 10000):
        part = term * (logarithm - psi)
        total += part
        if abs(part) <= 1e-17 * abs(total):
            break
        term *= x / (a + n)
        psi += 1.0 / (a + n)
    return total


@compilable
def above_peak(a: float, x: float) -> float:
    """Return minus the integral of t^(a - 1) exp(-t) (log(t) - psi(a)) / gamma(a) from x on.

    It is positive everywhere; the distance from x is written as exp(pi / 2 sinh(u)).
    """
    psi, scale, total = digamma(a), 1.0 + math.sqrt(a), 0.0
    for k in range(-72, 73):
        u = k / 16.0
        distance = scale * math.exp(0.5 * math.pi * math.sinh(u))
        logarithm = math.log(x + distance)
        density = math.exp((a - 1.0) * logarithm - x - distance - math.lgamma(a))
        total += density * (logarithm - psi) * distance * math.cosh(u)
    return -total * math.pi / 32.0

"""The logarithmic derivatives of the gamma function, and the slope of sinc."""

from __future__ import annotations

import math

from srcdiff.runtime.compilable import compilable


@compilable
def digamma(x: float) -> float:
    """Return the derivative of log(gamma(x)).

    The recurrence psi(x + 1) = psi(x) + 1/x (DLMF 5.5.2) leads to x >= 10, where
    psi(x) = log(x) - 1/(2x) - sum of B(2k) / (2k x^(2k)) (DLMF 5.11.2), B the Bernoulli
    numbers. Below 0 the reflection psi(x) = psi(1 - x) - pi / tan(pi x) (DLMF 5.5.4) holds.
    It is infinite at 0.0 and -0.0, and nan at the other poles, the negative integers.

    >>> round(digamma(1.0), 14)  # minus Euler's constant
    -0.57721566490153
    """
    reflected = 0.0
    if x == 0.0:
        return -math.copysign(math.inf, x)
    if x < 0.0:
        above = -x % 1.0
        if above == 0.0:
            return math.nan
        reflected = math.pi / math.tan(math.pi * (above if above <= 0.5 else above - 1.0))
        x = 1.0 - x
    shift = 0.0
    while x < 10.0:
        shift += 1.0 / x
        x += 1.0
    w = 1.0 / x / x
    series = 1.0 / 132.0 - w * (691.0 / 32760.0 - w / 12.0)
    series = 1.0 / 252.0 - w * (1.0 / 240.0 - w * series)
    series = w * (1.0 / 12.0 - w * (1.0 / 120.0 - w * series))
    return reflected + (math.log(x) - 0.5 / x - series - shift)


@compilable
def trigamma(x: float) -> float:
    """Return the derivative of digamma(x).

    The derivatives of the formulas of digamma: psi'(x + 1) = psi'(x) - 1/x^2 (DLMF
    5.15.5), psi'(x) = 1/x + 1/(2 x^2) + sum of B(2k) / x^(2k + 1) (DLMF 5.15.8) and
    psi'(x) = (pi / sin(pi x))^2 - psi'(1 - x) (DLMF 5.15.6). It is inf at its poles,
    0 and the negative integers.

    >>> round(trigamma(1.0), 14)  # pi^2 / 6
    1.64493406684823
    """
    reflected = 0.0
    sign = 1.0
    if x <= 0.0:
        above = -x % 1.0
        if above == 0.0:
            return math.inf
        reflected = math.pi / math.sin(math.pi * (above if above <= 0.5 else above - 1.0))
        sign = -1.0
        x = 1.0 - x
    shift = 0.0
    while x < 10.0:
        shift += 1.0 / x / x
        x += 1.0
    w = 1.0 / x / x
    series = 5.0 / 66.0 - w * (691.0 / 2730.0 - w * (7.0 / 6.0 - w * 3617.0 / 510.0))
    series = 1.0 / 42.0 - w * (1.0 / 30.0 - w * series)
    series = w * (1.0 / 6.0 - w * (1.0 / 30.0 - w * series))
    return reflected * reflected + sign * ((1.0 + 0.5 / x + series) / x + shift)


@compilable
def sinc_slope(x: float, y: float) -> float:
    """Return the derivative of y = sinc(x) = sin(pi x) / (pi x).

    Near 0, where cos(pi x) - y cancels, it is summed from the power series of sinc, with
    t = pi x: pi times the sum of (-1)^k 2k t^(2k - 1) / (2k + 1)! for k = 1, 2, ...
    """
    if abs(x) > 0.3:
        return (math.cos(math.pi * x) - y) / x
    t = math.pi * x
    series = 1.0
    for k in range(8, 0, -1):
        series = 1.0 - t * t * series / (2 * k * (2 * k + 3))
    return -math.pi * t / 3.0 * series

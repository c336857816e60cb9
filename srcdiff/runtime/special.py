"""Derivatives of the gamma function, the zeta function, Lambert's W, and the slope of sinc."""

from __future__ import annotations

import math

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.elementwise import elementwise
from srcdiff.runtime.scipy_special import eval_gegenbauer, eval_jacobi


@elementwise
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


@elementwise
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
    if math.isinf(x):
        return math.nan
    if abs(x) > 0.3:
        return (math.cos(math.pi * x) - y) / x
    t = math.pi * x
    series = 1.0
    for k in range(8, 0, -1):
        series = 1.0 - t * t * series / (2 * k * (2 * k + 3))
    return -math.pi * t / 3.0 * series


@elementwise
def zeta(s: float, q: float) -> float:
    """Return the zeta function of Hurwitz: the sum of (q + k)^-s for k = 0, 1, ...

    The first terms are summed until q + k > 12, the others follow from the formula of
    Euler and Maclaurin (DLMF 25.11.28). Below 1 it is known for q = 1 (DLMF 25.4.1).

    >>> round(zeta(2.0, 1.0), 14)  # pi^2 / 6
    1.64493406684823
    """
    if s < 1.0 and q == 1.0:
        if s == 0.0:
            return -0.5
        turned = 2.0 * math.sin(0.5 * math.pi * s) * math.gamma(1.0 - s)
        return float(turned * (2.0 * math.pi) ** (s - 1.0) * positive_zeta(1.0 - s, 1.0))
    return positive_zeta(s, q)


@compilable
def positive_zeta(s: float, q: float) -> float:
    """Return the zeta function of Hurwitz for s > 1, and that of Riemann for s > 0."""
    if s == 1.0:
        return math.inf
    if (s < 1.0 and q != 1.0) or math.isnan(s) or math.isnan(q):
        return math.nan
    if math.isinf(q):
        return 0.0 if q > 0.0 else math.inf
    if q <= 0.0:
        if q == math.floor(q):
            return math.inf
        if s != math.floor(s):
            return math.nan
    total = 0.0
    while q <= 12.0:
        total += 1.0 / q if s == 1.0 else float(np.power(q, -s))
        q += 1.0
    numbers = (  # B(2k) / (2k)! for k = 1, 2, ...
        *(1.0 / 12.0, -1.0 / 720.0, 1.0 / 30240.0, -1.0 / 1209600.0, 1.0 / 47900160.0),
        *(-691.0 / 1307674368000.0, 1.0 / 74724249600.0, -3617.0 / 10670622842880000.0),
        *(43867.0 / 5109094217170944000.0, -174611.0 / 802857662698291200000.0),
        *(77683.0 / 14101100039391805440000.0, -236364091.0 / 1693824136731743669452800000.0),
    )
    term = float(np.power(q, -s))
    total += term * q / (s - 1.0) + 0.5 * term
    factor = s
    for k in range(12):
        term /= q
        total += numbers[k] * factor * term
        term /= q
        factor *= (s + 2 * k + 1.0) * (s + 2 * k + 2.0)
    return total


@elementwise
def polygamma(n: int, x: float) -> float:
    """Return the n-th derivative of digamma(x) (DLMF 5.15.1).

    >>> polygamma(1, 1.0) == zeta(2.0, 1.0)
    True
    """
    if n == 0:
        return digamma(x)
    sign = 1.0 if n % 2 == 1 else -1.0
    return sign * math.gamma(n + 1.0) * zeta(n + 1.0, x)


@elementwise
def real_lambertw(z: float, k: int) -> float:
    """Return the real w for which w exp(w) = z, above -1 for k = 0 and below for k = -1.

    Raises ValueError where there is none. Newton's steps of third order (Halley) start
    from the series at the branch point (DLMF 4.13.6), or from logarithms (DLMF 4.13.10).

    >>> real_lambertw(math.e, 0)
    1.0
    """
    if not (k == 0 or k == -1) or z < -1.0 / math.e or (k == -1 and z >= 0.0):
        raise ValueError("this value of lambertw is not real")
    if z == 0.0 or z == math.inf or math.isnan(z):
        return z
    p = math.sqrt(max(2.0 * (math.e * z + 1.0), 0.0))
    if k == 0:
        w = -1.0 + p - p * p / 3.0 if z < 0.5 else math.log(z) if z > 5.0 else 0.5 * z
        w = w - math.log(w) if z > 5.0 else w
    else:
        w = -1.0 - p - p * p / 3.0 if z < -0.25 else math.log(-z) - math.log(-math.log(-z))
    for _ in range(40):
        grown = math.exp(w)
        error = w * grown - z
        if w == -1.0 or error == 0.0:
            break
        step = error / (grown * (w + 1.0) - 0.5 * (w + 2.0) * error / (w + 1.0))
        w -= step
        if abs(step) <= 1e-16 * abs(w):
            break
    return w


@elementwise
def legendre_slope(n: float, x: float) -> float:
    """Return the derivative of eval_legendre(n, x) for an integer n (DLMF 18.9.15).

    >>> legendre_slope(2, 0.5), legendre_slope(-3, 0.5)  # of (3 x^2 - 1) / 2
    (1.5, 1.5)
    """
    degree = int(n if n >= 0.0 else -n - 1.0)
    return 0.5 * (degree + 1) * eval_jacobi(degree - 1, 1.0, 1.0, x) if degree > 0 else 0.0


@elementwise
def chebyshev_u_slope(n: float, x: float) -> float:
    """Return the derivative of eval_chebyu(n, x) for an integer n (DLMF 18.9.19).

    >>> chebyshev_u_slope(2, 0.5), chebyshev_u_slope(-4, 0.5)  # of 4 x^2 - 1, and minus that
    (4.0, -4.0)
    """
    degree = int(n if n >= 0.0 else -n - 2.0)
    slope = 2.0 * eval_gegenbauer(degree - 1, 2.0, x) if degree > 0 else 0.0
    return slope if n >= 0.0 else -slope

"""Functions of scipy.special that are made of elementary functions, for numbers and arrays."""

from __future__ import annotations

import math

import numpy as np

from srcdiff.runtime.elementwise import elementwise


@elementwise
def expit(x: float) -> float:
    """Return 1 / (1 + exp(-x)), the logistic function.

    >>> expit(0.0), expit(-1000.0)
    (0.5, 0.0)
    """
    share = math.exp(-abs(x))
    return 1.0 / (1.0 + share) if x >= 0.0 else share / (1.0 + share)


@elementwise
def log_expit(x: float) -> float:
    """Return the logarithm of the logistic function."""
    return min(x, 0.0) - math.log1p(math.exp(-abs(x)))


@elementwise
def logit(x: float) -> float:
    """Return log(x / (1 - x)), the inverse of the logistic function.

    >>> logit(0.5), logit(1.0)
    (0.0, inf)
    """
    if x <= 0.0 or x >= 1.0:
        return math.nan if x < 0.0 or x > 1.0 else math.copysign(math.inf, x - 0.5)
    if x < 0.3 or x > 0.65:
        return math.log(x / (1.0 - x))
    return math.log1p(2.0 * (x - 0.5)) - math.log1p(-2.0 * (x - 0.5))


@elementwise
def xlogy(x: float, y: float) -> float:
    """Return x log(y), 0 where x is 0.

    >>> xlogy(0.0, 0.0)
    0.0
    """
    return 0.0 if x == 0.0 and not math.isnan(y) else float(x * np.log(y))


@elementwise
def xlog1py(x: float, y: float) -> float:
    """Return x log(1 + y), 0 where x is 0."""
    return 0.0 if x == 0.0 and not math.isnan(y) else float(x * np.log1p(y))


@elementwise
def entr(x: float) -> float:
    """Return -x log(x), 0 at 0 and -inf below.

    >>> entr(1.0), entr(0.0), entr(-1.0)
    (-0.0, 0.0, -inf)
    """
    if x > 0.0:
        return -x * math.log(x)
    return x if math.isnan(x) else (0.0 if x == 0.0 else -math.inf)


@elementwise
def rel_entr(x: float, y: float) -> float:
    """Return x log(x / y), 0 where x is 0 and inf outside of the domain."""
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if x > 0.0 and y > 0.0:
        near = 0.5 < x / y < 2.0
        return x * (math.log1p((x - y) / y) if near else math.log(x) - math.log(y))
    return 0.0 if x == 0.0 and y >= 0.0 else math.inf


@elementwise
def kl_div(x: float, y: float) -> float:
    """Return x log(x / y) - x + y, y where x is 0 and inf outside of the domain."""
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if x > 0.0 and y > 0.0:
        return float(x * np.log(x / y) - x + y)
    return y if x == 0.0 and y >= 0.0 else math.inf


@elementwise
def huber(delta: float, r: float) -> float:
    """Return the loss of Huber: r^2 / 2 up to delta, and linear from there on.

    >>> huber(1.0, 0.5), huber(1.0, -3.0)
    (0.125, 2.5)
    """
    if delta < 0.0:
        return math.inf
    return 0.5 * r * r if abs(r) <= delta else delta * (abs(r) - 0.5 * delta)


@elementwise
def pseudo_huber(delta: float, r: float) -> float:
    """Return the smooth loss of Huber: delta^2 (sqrt(1 + (r / delta)^2) - 1)."""
    if delta < 0.0:
        return math.inf
    if delta == 0.0 or r == 0.0:
        return 0.0
    square = (r / delta) * (r / delta)
    return delta * delta * square / (1.0 + math.sqrt(1.0 + square))


@elementwise
def boxcox(x: float, lmbda: float) -> float:
    """Return (x^lmbda - 1) / lmbda, log(x) where lmbda is 0."""
    if abs(lmbda) < 1e-19:
        return float(np.log(x))
    return float(np.expm1(lmbda * np.log(x)) / lmbda)


@elementwise
def boxcox1p(x: float, lmbda: float) -> float:
    """Return ((1 + x)^lmbda - 1) / lmbda, log(1 + x) where lmbda is 0."""
    logarithm = float(np.log1p(x))
    if abs(lmbda) < 1e-19:
        return logarithm
    return float(np.expm1(lmbda * logarithm) / lmbda)


@elementwise
def inv_boxcox(y: float, lmbda: float) -> float:
    """Return x for which boxcox(x, lmbda) is y."""
    return float(np.exp(y) if lmbda == 0.0 else np.exp(np.log1p(lmbda * y) / lmbda))


@elementwise
def inv_boxcox1p(y: float, lmbda: float) -> float:
    """Return x for which boxcox1p(x, lmbda) is y."""
    return float(np.expm1(y) if lmbda == 0.0 else np.expm1(np.log1p(lmbda * y) / lmbda))


@elementwise
def exprel(x: float) -> float:
    """Return (exp(x) - 1) / x, 1 at 0."""
    if math.isinf(x):
        return max(x, 0.0)
    return 1.0 if abs(x) < 1e-16 else float(np.expm1(x) / x)


@elementwise
def exprel_slope(x: float, y: float) -> float:
    """Return the derivative of y = exprel(x): (exp(x) - y) / x, near 0 as a power series.

    >>> exprel_slope(0.0, 1.0)
    0.5
    """
    if abs(x) > 0.5:
        return float((np.exp(x) - y) / x)
    total, term = 0.0, 1.0
    for k in range(1, 18):  # the sum of k x^(k - 1) / (k + 1)!
        term /= k + 1.0
        total += k * term
        term *= x
    return total


@elementwise
def ndtr(x: float) -> float:
    """Return the probability that a standard normal number is below x.

    >>> ndtr(0.0)
    0.5
    """
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


@elementwise
def erf(x: float) -> float:
    """Return the error function."""
    return math.erf(x)


@elementwise
def erfc(x: float) -> float:
    """Return 1 minus the error function."""
    return math.erfc(x)


@elementwise
def loggamma(x: float) -> float:
    """Return the logarithm of the gamma function, nan below 0, where it is complex."""
    if x <= 0.0:
        return math.inf if x == 0.0 else math.nan
    return math.lgamma(x)


@elementwise
def heaviside(x: float, h: float) -> float:
    """Return 0.0 below 0, 1.0 above, and h at 0: np.heaviside, which Numba lacks.

    >>> heaviside(0.0, 0.5), heaviside(-2.0, 0.5)
    (0.5, 0.0)
    """
    if math.isnan(x):
        return x
    return h if x == 0.0 else (0.0 if x < 0.0 else 1.0)

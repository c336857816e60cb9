"""Rules of the gamma function and its relatives, of error functions and of probabilities.

They follow from the definitions in the NIST Digital Library of Mathematical Functions
(DLMF), chapters 5 (gamma), 7 (errors) and 8 (incomplete gamma and beta functions).
`None` tells that a derivative has no closed form.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.registered import derivative

Pair = tuple[Any, Any]
Triple = tuple[Any, Any, Any]


@derivative(math.erf, runtime.erf)
def erf(g: float, y: float, x: float) -> float:
    """2 / sqrt(pi) exp(-x^2)"""
    return g * (2.0 / math.sqrt(math.pi)) * math.exp(-x * x)


@derivative(math.erfc, runtime.erfc)
def erfc(g: float, y: float, x: float) -> float:
    """-2 / sqrt(pi) exp(-x^2)"""
    return -g * (2.0 / math.sqrt(math.pi)) * math.exp(-x * x)


@derivative(runtime.erfcx)
def erfcx(g: float, y: float, x: float) -> float:
    """2 x erfcx(x) - 2 / sqrt(pi)"""
    return g * (2.0 * x * y - 2.0 / math.sqrt(math.pi))


@derivative(runtime.erfi)
def erfi(g: float, y: float, x: float) -> float:
    """2 / sqrt(pi) exp(x^2)"""
    return g * (2.0 / math.sqrt(math.pi)) * math.exp(x * x)


@derivative(runtime.erfinv)
def erfinv(g: float, y: float, x: float) -> float:
    """sqrt(pi) / 2 exp(erfinv(x)^2)"""
    return g * (0.5 * math.sqrt(math.pi)) * math.exp(y * y)


@derivative(runtime.erfcinv)
def erfcinv(g: float, y: float, x: float) -> float:
    """-sqrt(pi) / 2 exp(erfcinv(x)^2)"""
    return -g * (0.5 * math.sqrt(math.pi)) * math.exp(y * y)


@derivative(runtime.dawsn)
def dawsn(g: float, y: float, x: float) -> float:
    """1 - 2 x dawsn(x)"""
    return g * (1.0 - 2.0 * x * y)


@derivative(runtime.ndtr)
def ndtr(g: float, y: float, x: float) -> float:
    """exp(-x^2 / 2) / sqrt(2 pi)"""
    return g * math.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)


@derivative(runtime.log_ndtr)
def log_ndtr(g: float, y: float, x: float) -> float:
    """exp(-x^2 / 2) / sqrt(2 pi) / ndtr(x), by erfcx, which does not vanish far below 0"""
    return g * math.sqrt(2.0 / math.pi) / runtime.erfcx(-x / math.sqrt(2.0))


@derivative(runtime.ndtri)
def ndtri(g: float, y: float, x: float) -> float:
    """sqrt(2 pi) exp(ndtri(x)^2 / 2)"""
    return g * math.sqrt(2.0 * math.pi) * math.exp(0.5 * y * y)


@derivative(runtime.owens_t)
def owens_t(g: float, z: float, h: float, a: float) -> Pair:
    """-exp(-h^2 / 2) erf(a h / sqrt(2)) / sqrt(8 pi) and exp(-h^2 w / 2) / (2 pi w), w = 1 + a^2"""
    w = 1.0 + a * a
    both = math.exp(-0.5 * h * h) / math.sqrt(8.0 * math.pi)
    return (
        -g * both * runtime.erf(a * h / math.sqrt(2.0)),
        g * math.exp(-0.5 * h * h * w) / (2.0 * math.pi * w),
    )


# --- gamma function ---


@derivative(math.gamma, runtime.gamma)
def gamma(g: float, y: float, x: float) -> float:
    """gamma(x) digamma(x)"""
    return g * y * runtime.digamma(x)


@derivative(math.lgamma, runtime.gammaln, runtime.loggamma)
def lgamma(g: float, y: float, x: float) -> float:
    """digamma(x)"""
    return g * runtime.digamma(x)


@derivative(runtime.rgamma)
def rgamma(g: float, y: float, x: float) -> float:
    """-digamma(x) / gamma(x)"""
    return -g * y * runtime.digamma(x)


@derivative(runtime.digamma)
def slope_of_digamma(g: float, y: float, x: float) -> float:
    """trigamma(x)"""
    return g * runtime.trigamma(x)


@derivative(runtime.polygamma)
def polygamma(g: float, y: float, n: int, x: float) -> Pair:
    """polygamma(n + 1, x), for an integer n"""
    return None, g * runtime.polygamma(n + 1, x)


@derivative(runtime.zeta)
def zeta(g: float, y: float, s: float, q: float) -> Pair:
    """-s zeta(s + 1, q) with respect to q"""
    return None, -g * s * runtime.zeta(s + 1.0, q)


@derivative(runtime.beta)
def beta(g: float, y: float, a: float, b: float) -> Pair:
    """beta(a, b) (digamma(a) - digamma(a + b)), and the same for b"""
    both = runtime.digamma(a + b)
    return g * y * (runtime.digamma(a) - both), g * y * (runtime.digamma(b) - both)


@derivative(runtime.betaln)
def betaln(g: float, y: float, a: float, b: float) -> Pair:
    """digamma(a) - digamma(a + b), and the same for b"""
    both = runtime.digamma(a + b)
    return g * (runtime.digamma(a) - both), g * (runtime.digamma(b) - both)


@derivative(runtime.binom)
def binom(g: float, y: float, n: float, k: float) -> Pair:
    """binom(n, k) times differences of digamma at n + 1, k + 1 and n - k + 1"""
    rest = runtime.digamma(n - k + 1.0)
    return g * y * (runtime.digamma(n + 1.0) - rest), g * y * (rest - runtime.digamma(k + 1.0))


@derivative(runtime.poch)
def poch(g: float, y: float, z: float, m: float) -> Pair:
    """poch(z, m) (digamma(z + m) - digamma(z)) and poch(z, m) digamma(z + m)"""
    both = runtime.digamma(z + m)
    return g * y * (both - runtime.digamma(z)), g * y * both


# --- probabilities ---


@derivative(runtime.gammainc)
def gammainc(g: float, y: float, a: float, x: float) -> Pair:
    """by a series or an integral with respect to a; x^(a - 1) exp(-x) / gamma(a) to x"""
    return g * runtime.gammainc_slope(a, x), g * math.exp(
        runtime.xlogy(a - 1.0, x) - x - runtime.gammaln(a)
    )


@derivative(runtime.gammaincc)
def gammaincc(g: float, y: float, a: float, x: float) -> Pair:
    """by a series or an integral with respect to a; -x^(a - 1) exp(-x) / gamma(a) to x"""
    return -g * runtime.gammainc_slope(a, x), -g * math.exp(
        runtime.xlogy(a - 1.0, x) - x - runtime.gammaln(a)
    )


@derivative(runtime.gammaincinv)
def gammaincinv(g: float, x: float, a: float, y: float) -> Pair:
    """gamma(a) exp(x) / x^(a - 1) at the result x, with respect to y"""
    slope = math.exp(runtime.gammaln(a) + x - runtime.xlogy(a - 1.0, x))
    return -g * slope * runtime.gammainc_slope(a, x), g * slope


@derivative(runtime.gammainccinv)
def gammainccinv(g: float, x: float, a: float, y: float) -> Pair:
    """-gamma(a) exp(x) / x^(a - 1) at the result x, with respect to y"""
    slope = math.exp(runtime.gammaln(a) + x - runtime.xlogy(a - 1.0, x))
    return -g * slope * runtime.gammainc_slope(a, x), -g * slope


@derivative(runtime.betainc)
def betainc(g: float, y: float, a: float, b: float, x: float) -> Triple:
    """x^(a - 1) (1 - x)^(b - 1) / beta(a, b) with respect to x"""
    logarithm = runtime.xlogy(a - 1.0, x) + runtime.xlog1py(b - 1.0, -x)
    return None, None, g * math.exp(logarithm - runtime.betaln(a, b))


@derivative(runtime.betaincinv)
def betaincinv(g: float, x: float, a: float, b: float, y: float) -> Triple:
    """beta(a, b) / (x^(a - 1) (1 - x)^(b - 1)) at the result x, with respect to y"""
    logarithm = runtime.xlogy(a - 1.0, x) + runtime.xlog1py(b - 1.0, -x)
    return None, None, g * math.exp(runtime.betaln(a, b) - logarithm)


@derivative(runtime.chdtr)
def chdtr(g: float, y: float, v: float, x: float) -> Pair:
    """the density of chi square: (x / 2)^(v / 2 - 1) exp(-x / 2) / (2 gamma(v / 2))"""
    logarithm = runtime.xlogy(0.5 * v - 1.0, 0.5 * x) - 0.5 * x - runtime.gammaln(0.5 * v)
    return None, 0.5 * g * math.exp(logarithm)


@derivative(runtime.chdtrc)
def chdtrc(g: float, y: float, v: float, x: float) -> Pair:
    """the density of chi square, negative"""
    logarithm = runtime.xlogy(0.5 * v - 1.0, 0.5 * x) - 0.5 * x - runtime.gammaln(0.5 * v)
    return None, -0.5 * g * math.exp(logarithm)


@derivative(runtime.pdtr)
def pdtr(g: float, y: float, k: float, m: float) -> Pair:
    """-m^n exp(-m) / n! with respect to m, for n = floor(k)"""
    n = math.floor(k)
    return 0.0, -g * math.exp(runtime.xlogy(n, m) - m - runtime.gammaln(n + 1.0))


@derivative(runtime.pdtrc)
def pdtrc(g: float, y: float, k: float, m: float) -> Pair:
    """m^n exp(-m) / n! with respect to m, for n = floor(k)"""
    n = math.floor(k)
    return 0.0, g * math.exp(runtime.xlogy(n, m) - m - runtime.gammaln(n + 1.0))


@derivative(runtime.stdtr)
def stdtr(g: float, y: float, df: float, t: float) -> Pair:
    """the density of Student's t: (1 + t^2 / df)^(-(df + 1) / 2) / sqrt(df) / B(df / 2, 1 / 2)"""
    logarithm = -0.5 * (df + 1.0) * np.log1p(t * t / df) - runtime.betaln(0.5 * df, 0.5)
    return None, g * math.exp(logarithm) / np.sqrt(df)


@derivative(runtime.stdtrit)
def stdtrit(g: float, t: float, df: float, p: float) -> Pair:
    """1 divided by the density of Student's t at the result, with respect to p"""
    logarithm = 0.5 * (df + 1.0) * np.log1p(t * t / df) + runtime.betaln(0.5 * df, 0.5)
    return None, g * math.exp(logarithm) * np.sqrt(df)

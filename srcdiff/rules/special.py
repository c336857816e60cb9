"""Rules of the error function and of the gamma function and its logarithmic derivatives."""

from __future__ import annotations

import math

from srcdiff import runtime
from srcdiff.rules.registry import derivative


@derivative(math.erf)
def erf(g: float, y: float, x: float) -> float:
    """2 / sqrt(pi) exp(-x^2)"""
    return g * (2.0 / math.sqrt(math.pi)) * math.exp(-x * x)


@derivative(math.erfc)
def erfc(g: float, y: float, x: float) -> float:
    """-2 / sqrt(pi) exp(-x^2)"""
    return -g * (2.0 / math.sqrt(math.pi)) * math.exp(-x * x)


@derivative(math.gamma)
def gamma(g: float, y: float, x: float) -> float:
    """gamma(x) digamma(x)"""
    return g * y * runtime.digamma(x)


@derivative(math.lgamma)
def lgamma(g: float, y: float, x: float) -> float:
    """digamma(x)"""
    return g * runtime.digamma(x)


@derivative(runtime.digamma)
def slope_of_digamma(g: float, y: float, x: float) -> float:
    """trigamma(x)"""
    return g * runtime.trigamma(x)

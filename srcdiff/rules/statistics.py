"""Rules of functions of scipy.special that are made of elementary functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.registered import derivative

Pair = tuple[Any, Any]


@derivative(runtime.expit)
def expit(g: float, y: float, x: float) -> float:
    """expit(x) expit(-x)"""
    return g * y * runtime.expit(-x)


@derivative(runtime.log_expit)
def log_expit(g: float, y: float, x: float) -> float:
    """expit(-x)"""
    return g * runtime.expit(-x)


@derivative(runtime.logit)
def logit(g: float, y: float, x: float) -> float:
    """1 / (x (1 - x))"""
    return g / (x * (1.0 - x))


@derivative(runtime.xlogy)
def xlogy(g: float, z: float, x: float, y: float) -> Pair:
    """log(y) and x / y, 0 where x is 0"""
    return g * np.log(y), g * (0.0 if x == 0.0 else x / y)


@derivative(runtime.xlog1py)
def xlog1py(g: float, z: float, x: float, y: float) -> Pair:
    """log(1 + y) and x / (1 + y), 0 where x is 0"""
    return g * np.log1p(y), g * (0.0 if x == 0.0 else x / (1.0 + y))


@derivative(runtime.entr)
def entr(g: float, y: float, x: float) -> Any:
    """-log(x) - 1"""
    return -g * (np.log(x) + 1.0)


@derivative(runtime.rel_entr)
def rel_entr(g: float, z: float, x: float, y: float) -> Pair:
    """log(x / y) + 1 and -x / y"""
    return g * (np.log(x / y) + 1.0), -g * x / y


@derivative(runtime.kl_div)
def kl_div(g: float, z: float, x: float, y: float) -> Pair:
    """log(x / y) and 1 - x / y"""
    return g * np.log(x / y), g * (1.0 - x / y)


@derivative(runtime.huber)
def huber(g: float, z: float, delta: float, r: float) -> Pair:
    """|r| - delta outside, 0 inside; r, but delta or -delta outside"""
    return (
        g * (0.0 if abs(r) <= delta else abs(r) - delta),
        g * (r if abs(r) <= delta else math.copysign(delta, r)),
    )


@derivative(runtime.pseudo_huber)
def pseudo_huber(g: float, z: float, delta: float, r: float) -> Pair:
    """2 z / delta - r^2 / (delta s) and r / s, for s = sqrt(1 + (r / delta)^2)"""
    s = np.sqrt(1.0 + (r / delta) * (r / delta))
    return g * delta * (s - 1.0) * (s - 1.0) / s, g * r / s


@derivative(runtime.boxcox)
def boxcox(g: float, z: float, x: float, lmbda: float) -> Pair:
    """x^(lmbda - 1), and the derivative of exprel(lmbda log(x)) log(x)"""
    t = np.log(x)
    slope = runtime.exprel_slope(lmbda * t, runtime.exprel(lmbda * t))
    return g * np.exp((lmbda - 1.0) * t), g * t * t * slope


@derivative(runtime.boxcox1p)
def boxcox1p(g: float, z: float, x: float, lmbda: float) -> Pair:
    """(1 + x)^(lmbda - 1), and the derivative of exprel(lmbda log(1 + x)) log(1 + x)"""
    t = np.log1p(x)
    slope = runtime.exprel_slope(lmbda * t, runtime.exprel(lmbda * t))
    return g * np.exp((lmbda - 1.0) * t), g * t * t * slope


@derivative(runtime.inv_boxcox)
def inv_boxcox(g: float, x: float, y: float, lmbda: float) -> Pair:
    """x^(1 - lmbda), and -x^(1 - lmbda) times the derivative of boxcox for lmbda"""
    t = np.log(x)
    slope = runtime.exprel_slope(lmbda * t, runtime.exprel(lmbda * t))
    return g * np.exp((1.0 - lmbda) * t), -g * np.exp((1.0 - lmbda) * t) * t * t * slope


@derivative(runtime.inv_boxcox1p)
def inv_boxcox1p(g: float, x: float, y: float, lmbda: float) -> Pair:
    """(1 + x)^(1 - lmbda), and that times minus the derivative of boxcox1p for lmbda"""
    t = np.log1p(x)
    slope = runtime.exprel_slope(lmbda * t, runtime.exprel(lmbda * t))
    return g * np.exp((1.0 - lmbda) * t), -g * np.exp((1.0 - lmbda) * t) * t * t * slope


@derivative(runtime.exprel)
def exprel(g: float, y: float, x: float) -> float:
    """(exp(x) - exprel(x)) / x, accurate near 0"""
    return g * runtime.exprel_slope(x, y)


@derivative(runtime.heaviside)
def heaviside(g: float, y: float, x: float, h: float) -> Pair:
    """0 with respect to x, and 1 where x is 0 with respect to h"""
    return 0.0, g if x == 0.0 else 0.0


@derivative(runtime.cosm1)
def cosm1(g: float, y: float, x: float) -> Any:
    """-sin(x)"""
    return -g * np.sin(x)


@derivative(runtime.exp10)
def exp10(g: float, y: float, x: float) -> float:
    """10^x log(10)"""
    return g * y * math.log(10.0)

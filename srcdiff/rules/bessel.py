"""Rules of Bessel functions: DLMF 10.6 (J and Y), 10.29 (I and K) and 11.4 (Struve)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.registered import derivative

Pair = tuple[Any, Any]


@derivative(runtime.j0)
def j0(g: float, y: float, x: float) -> float:
    """-j1(x)"""
    return -g * runtime.j1(x)


@derivative(runtime.j1)
def j1(g: float, y: float, x: float) -> float:
    """(j0(x) - jv(2, x)) / 2"""
    return 0.5 * g * (runtime.j0(x) - runtime.jv(2.0, x))


@derivative(runtime.y0)
def y0(g: float, y: float, x: float) -> float:
    """-y1(x)"""
    return -g * runtime.y1(x)


@derivative(runtime.y1)
def y1(g: float, y: float, x: float) -> float:
    """(y0(x) - yv(2, x)) / 2"""
    return 0.5 * g * (runtime.y0(x) - runtime.yv(2.0, x))


@derivative(runtime.i0, *([np.i0] if hasattr(np, "i0") else []))
def i0(g: float, y: float, x: float) -> float:
    """i1(x)"""
    return g * runtime.i1(x)


@derivative(runtime.i1)
def i1(g: float, y: float, x: float) -> float:
    """(i0(x) + iv(2, x)) / 2"""
    return 0.5 * g * (runtime.i0(x) + runtime.iv(2.0, x))


@derivative(runtime.k0)
def k0(g: float, y: float, x: float) -> float:
    """-k1(x)"""
    return -g * runtime.k1(x)


@derivative(runtime.k1)
def k1(g: float, y: float, x: float) -> float:
    """-k0(x) - k1(x) / x"""
    return -g * (runtime.k0(x) + y / x)


@derivative(runtime.i0e)
def i0e(g: float, y: float, x: float) -> float:
    """i1e(x) - sign(x) i0e(x)"""
    return g * (runtime.i1e(x) - math.copysign(1.0, x) * y)


@derivative(runtime.i1e)
def i1e(g: float, y: float, x: float) -> float:
    """(i0e(x) + ive(2, x)) / 2 - sign(x) i1e(x)"""
    return g * (0.5 * (runtime.i0e(x) + runtime.ive(2.0, x)) - math.copysign(1.0, x) * y)


@derivative(runtime.k0e)
def k0e(g: float, y: float, x: float) -> float:
    """k0e(x) - k1e(x)"""
    return g * (y - runtime.k1e(x))


@derivative(runtime.k1e)
def k1e(g: float, y: float, x: float) -> float:
    """k1e(x) - k0e(x) - k1e(x) / x"""
    return g * (y - runtime.k0e(x) - y / x)


@derivative(runtime.jv)
def jv(g: float, y: float, v: float, x: float) -> Pair:
    """(jv(v - 1, x) - jv(v + 1, x)) / 2 with respect to x"""
    return None, 0.5 * g * (runtime.jv(v - 1.0, x) - runtime.jv(v + 1.0, x))


@derivative(runtime.yv)
def yv(g: float, y: float, v: float, x: float) -> Pair:
    """(yv(v - 1, x) - yv(v + 1, x)) / 2 with respect to x"""
    return None, 0.5 * g * (runtime.yv(v - 1.0, x) - runtime.yv(v + 1.0, x))


@derivative(runtime.iv)
def iv(g: float, y: float, v: float, x: float) -> Pair:
    """(iv(v - 1, x) + iv(v + 1, x)) / 2 with respect to x"""
    return None, 0.5 * g * (runtime.iv(v - 1.0, x) + runtime.iv(v + 1.0, x))


@derivative(runtime.kv)
def kv(g: float, y: float, v: float, x: float) -> Pair:
    """-(kv(v - 1, x) + kv(v + 1, x)) / 2 with respect to x"""
    return None, -0.5 * g * (runtime.kv(v - 1.0, x) + runtime.kv(v + 1.0, x))


@derivative(runtime.ive)
def ive(g: float, y: float, v: float, x: float) -> Pair:
    """(ive(v - 1, x) + ive(v + 1, x)) / 2 - sign(x) ive(v, x) with respect to x"""
    neighbours = runtime.ive(v - 1.0, x) + runtime.ive(v + 1.0, x)
    return None, g * (0.5 * neighbours - math.copysign(1.0, x) * y)


@derivative(runtime.kve)
def kve(g: float, y: float, v: float, x: float) -> Pair:
    """kve(v, x) - (kve(v - 1, x) + kve(v + 1, x)) / 2 with respect to x"""
    return None, g * (y - 0.5 * (runtime.kve(v - 1.0, x) + runtime.kve(v + 1.0, x)))


@derivative(runtime.struve)
def struve(g: float, y: float, v: float, x: float) -> Pair:
    """struve(v - 1, x) - v / x struve(v, x) with respect to x"""
    return None, g * (runtime.struve(v - 1.0, x) - v / x * y)


@derivative(runtime.modstruve)
def modstruve(g: float, y: float, v: float, x: float) -> Pair:
    """modstruve(v - 1, x) - v / x modstruve(v, x) with respect to x"""
    return None, g * (runtime.modstruve(v - 1.0, x) - v / x * y)

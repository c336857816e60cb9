"""Rules of elliptic and exponential integrals, of their kin, and of orthogonal polynomials.

DLMF 19.4 (elliptic), 13.3 and 15.5 (hypergeometric), 6.2 and 8.19 (exponential),
4.13 (Lambert's W), 25.12 (dilogarithm), 18.9 (polynomials). The parameter m of elliptic
integrals is the square of the modulus.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.registered import derivative

Pair = tuple[Any, Any]
Triple = tuple[Any, Any, Any]


@derivative(runtime.ellipk)
def ellipk(g: float, y: float, m: float) -> float:
    """(E - (1 - m) K) / (2 m (1 - m)), near 0 as a hypergeometric function"""
    return g * (
        math.pi / 8.0 * runtime.hyp2f1(1.5, 1.5, 2.0, m)
        if abs(m) < 0.5
        else (runtime.ellipe(m) - (1.0 - m) * y) / (2.0 * m * (1.0 - m))
    )


@derivative(runtime.ellipkm1)
def ellipkm1(g: float, y: float, p: float) -> float:
    """(p K - E) / (2 p (1 - p)) with K and E at 1 - p, near 1 as a hypergeometric function"""
    return g * (
        -math.pi / 8.0 * runtime.hyp2f1(1.5, 1.5, 2.0, 1.0 - p)
        if abs(1.0 - p) < 0.5
        else (p * y - runtime.ellipe(1.0 - p)) / (2.0 * p * (1.0 - p))
    )


@derivative(runtime.ellipe)
def ellipe(g: float, y: float, m: float) -> float:
    """(E - K) / (2 m), near 0 as a hypergeometric function"""
    return g * (
        -math.pi / 8.0 * runtime.hyp2f1(0.5, 1.5, 2.0, m)
        if abs(m) < 0.5
        else (y - runtime.ellipk(m)) / (2.0 * m)
    )


@derivative(runtime.ellipkinc)
def ellipkinc(g: float, y: float, phi: float, m: float) -> Pair:
    """1 / d for d = sqrt(1 - m sin(phi)^2), and E / (2 m (1 - m)) - F / (2 m) - sin(2 phi) / ..."""
    d = np.sqrt(1.0 - m * np.sin(phi) * np.sin(phi))
    wave = np.sin(2.0 * phi)
    slope = (
        (2.0 * phi - wave) / 8.0
        if m == 0.0
        else (runtime.ellipeinc(phi, m) / (1.0 - m) - y) / (2.0 * m) - wave / (4.0 * (1.0 - m) * d)
    )
    return g / d, g * slope


@derivative(runtime.ellipeinc)
def ellipeinc(g: float, y: float, phi: float, m: float) -> Pair:
    """sqrt(1 - m sin(phi)^2) and (E - F) / (2 m)"""
    d = np.sqrt(1.0 - m * np.sin(phi) * np.sin(phi))
    slope = (
        (np.sin(2.0 * phi) - 2.0 * phi) / 8.0
        if m == 0.0
        else (y - runtime.ellipkinc(phi, m)) / (2.0 * m)
    )
    return g * d, g * slope


@derivative(runtime.hyp0f1)
def hyp0f1(g: float, y: float, v: float, z: float) -> Pair:
    """hyp0f1(v + 1, z) / v with respect to z"""
    return None, g * runtime.hyp0f1(v + 1.0, z) / v


@derivative(runtime.hyp1f1)
def hyp1f1(g: float, y: float, a: float, b: float, z: float) -> Triple:
    """a / b hyp1f1(a + 1, b + 1, z) with respect to z"""
    return None, None, g * a / b * runtime.hyp1f1(a + 1.0, b + 1.0, z)


@derivative(runtime.hyp2f1)
def hyp2f1(
    g: float, y: float, a: float, b: float, c: float, z: float
) -> tuple[None, None, None, float]:
    """a b / c hyp2f1(a + 1, b + 1, c + 1, z) with respect to z"""
    return None, None, None, g * a * b / c * runtime.hyp2f1(a + 1.0, b + 1.0, c + 1.0, z)


@derivative(runtime.spence)
def spence(g: float, y: float, z: float) -> float:
    """log(z) / (1 - z), -1 at 1"""
    return g * (-1.0 if z == 1.0 else np.log(z) / (1.0 - z))


@derivative(runtime.expi)
def expi(g: float, y: float, x: float) -> float:
    """exp(x) / x"""
    return g * math.exp(x) / x


@derivative(runtime.exp1)
def exp1(g: float, y: float, x: float) -> float:
    """-exp(-x) / x"""
    return -g * math.exp(-x) / x


@derivative(runtime.expn)
def expn(g: float, y: float, n: int, x: float) -> Pair:
    """-expn(n - 1, x) with respect to x"""
    zeroth = -math.exp(-x) * (1.0 + 1.0 / x) / x
    return None, g * (zeroth if n == 0 else -runtime.expn(n - 1, x))


@derivative(runtime.wrightomega)
def wrightomega(g: float, y: float, x: float) -> float:
    """y / (1 + y) for y = wrightomega(x)"""
    return g * y / (1.0 + y)


@derivative(runtime.real_lambertw)
def real_lambertw(g: float, w: float, z: float, k: int) -> Pair:
    """1 / (exp(w) (1 + w)) for w = lambertw(z)"""
    return g * math.exp(-w) / (1.0 + w), 0.0


# --- orthogonal polynomials of an integer degree ---


@derivative(runtime.eval_legendre)
def legendre(g: float, y: float, n: int, x: float) -> Pair:
    """Half of n + 1 times a polynomial of Jacobi; P with -n - 1 is P with n"""
    return None, g * runtime.legendre_slope(n, x)


@derivative(runtime.eval_chebyt)
def chebyshev_t(g: float, y: float, n: int, x: float) -> Pair:
    """n eval_chebyu(n - 1, x)"""
    return None, g * n * (0.0 if n == 0 else runtime.eval_chebyu(n - 1, x))


@derivative(runtime.eval_chebyu)
def chebyshev_u(g: float, y: float, n: int, x: float) -> Pair:
    """2 eval_gegenbauer(n - 1, 2, x); U with -n - 2 is minus U with n"""
    return None, g * runtime.chebyshev_u_slope(n, x)


@derivative(runtime.eval_laguerre)
def laguerre(g: float, y: float, n: int, x: float) -> Pair:
    """-eval_genlaguerre(n - 1, 1, x)"""
    return None, -g * (0.0 if n == 0 else runtime.eval_genlaguerre(n - 1, 1.0, x))


@derivative(runtime.eval_genlaguerre)
def general_laguerre(g: float, y: float, n: int, alpha: float, x: float) -> Triple:
    """-eval_genlaguerre(n - 1, alpha + 1, x)"""
    slope = 0.0 if n == 0 else runtime.eval_genlaguerre(n - 1, alpha + 1.0, x)
    return None, None, -g * slope


@derivative(runtime.eval_gegenbauer)
def gegenbauer(g: float, y: float, n: int, alpha: float, x: float) -> Triple:
    """2 alpha eval_gegenbauer(n - 1, alpha + 1, x)"""
    slope = 0.0 if n == 0 else runtime.eval_gegenbauer(n - 1, alpha + 1.0, x)
    return None, None, 2.0 * g * alpha * slope


@derivative(runtime.eval_jacobi)
def jacobi(
    g: float, y: float, n: int, alpha: float, beta: float, x: float
) -> tuple[None, None, None, float]:
    """(n + alpha + beta + 1) / 2 eval_jacobi(n - 1, alpha + 1, beta + 1, x)"""
    slope = 0.0 if n == 0 else runtime.eval_jacobi(n - 1, alpha + 1.0, beta + 1.0, x)
    return None, None, None, 0.5 * g * (n + alpha + beta + 1.0) * slope

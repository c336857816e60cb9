"""What the rules of special functions are compared with: as references.py tells."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import mpmath as mp
import numpy as np

from srcdiff import runtime

from ..sample import sample
from . import references
from .references import Point, inside, positive, several, signed, single

numbers = random.Random(1)
WHOLE = [(n, x) for n in range(6) for x in signed(1e-3, 0.99)]


def reference(
    primals: tuple[Any, ...],
    exact: Callable[..., Any],
    points: Sequence[Point],
    *options: Any,
    **others: Any,
) -> None:
    """Enter a reference with a fifth of its points, or all: exact arithmetic takes long here."""
    references.reference(primals, exact, sample(points, 5), *options, **others)


def ulps(count: float) -> Any:
    """Count the error in so many ulps of the derivative: the functions have errors themselves."""
    return lambda d, *rest: count * abs(d)


def with_result(count: float) -> Any:
    """Count the error in ulps of the derivative and of the function, near zeros of the former."""
    return lambda d, z, *rest: count * (abs(d) + abs(z))


def orders(xs: list[float], low: float = 0.0, high: float = 8.0) -> list[Point]:
    """Return points of functions of an order, which is not differentiated, and a number."""
    return [(numbers.choice([0, 1, 2, 5]), x) for x in xs]


def phi(x: Any) -> Any:
    """Return the probability that a standard normal number is below x."""
    return mp.erfc(-x / mp.sqrt(2)) / 2


# errors
SMALL = single(signed(1e-100, 5.0))
reference((runtime.erf,), mp.erf, SMALL, lambda d, y, x: abs(d) * (1 + x * x), digits=700)
reference((runtime.erfc,), mp.erfc, SMALL, lambda d, y, x: abs(d) * (1 + x * x), digits=700)
reference((runtime.erfi,), mp.erfi, SMALL, lambda d, y, x: abs(d) * (1 + x * x))
reference(
    (runtime.erfcx,),
    lambda x: mp.exp(x * x) * mp.erfc(x),
    SMALL,
    lambda d, y, x: 4 * (abs(d) + 2) * (1 + x * x),  # 2 x y cancels
    digits=700,
)
reference(
    (runtime.dawsn,),
    lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x),
    SMALL,
    lambda d, y, x: 4 * (1 + abs(2 * x * y)),
)
reference((runtime.ndtr,), phi, SMALL, lambda d, y, x: abs(d) * (1 + x * x), digits=700)
reference(
    (runtime.log_ndtr,),
    lambda x: mp.log(phi(x)),
    single(signed(1e-3, 30.0)),
    lambda d, y, x: abs(d) * (4 + x * x),
    digits=900,
)
OPEN = single(inside(0.0, 1.0))
reference((runtime.erfinv,), mp.erfinv, single(signed(1e-9, 0.99)), ulps(20))
reference((runtime.erfcinv,), lambda x: mp.erfinv(1 - x), single(inside(0.01, 1.9)), ulps(20))
reference(
    (runtime.ndtri,),
    lambda p: mp.sqrt(2) * mp.erfinv(2 * p - 1),
    single(inside(0.01, 0.99)),
    ulps(20),
)
reference(
    (runtime.owens_t,),
    lambda h, a: (
        mp.quad(lambda t: mp.exp(-h * h * (1 + t * t) / 2) / (1 + t * t), [0, a]) / (2 * mp.pi)
    ),
    several(signed(0.1, 3.0), signed(0.1, 3.0), count=12),
    ulps(40),
)

# gamma functions
LARGE = positive(1e-3, 100.0)
reference(
    (runtime.gamma,),
    mp.gamma,
    single(positive(1e-100, 160.0)),
    lambda d, y, x: 20 * (abs(d) + abs(y)),
)
reference(
    (runtime.rgamma,),
    mp.rgamma,
    single(positive(1e-3, 160.0)),
    lambda d, y, x: 20 * (abs(d) + abs(y)),
)
reference(
    (runtime.gammaln, runtime.loggamma),
    mp.loggamma,
    single(positive(1e-100, 1e6)),
    lambda d, y, x: max(1, abs(d)),
)
reference(
    (runtime.polygamma,),
    mp.polygamma,
    [(n, x) for n in range(4) for x in positive(0.01, 100.0)[:20]],
    ulps(4),
)
reference(
    (runtime.zeta,),
    lambda s, q: mp.zeta(s, q),
    [(s, q) for s in (2, 3, 6) for q in positive(0.01, 100.0)[:20]],
    ulps(4),
)
PAIRS = several(positive(0.1, 20.0), positive(0.1, 20.0))
reference(
    (runtime.beta,),
    mp.beta,
    PAIRS,
    lambda d, z, a, b: 40 * (abs(d) + abs(z) * (1 + abs(mp.digamma(a + b)))),
)
reference(
    (runtime.betaln,),
    lambda a, b: mp.log(mp.beta(a, b)),
    PAIRS,
    lambda d, z, a, b: 4 * (abs(d) + 1 + abs(mp.digamma(a + b))),
)
reference(
    (runtime.binom,),
    mp.binomial,
    several(positive(5.0, 20.0), positive(0.1, 4.0)),
    lambda d, z, n, k: 60 * (abs(d) + 4 * abs(z)),
)
reference(
    (runtime.poch,),
    mp.rf,
    several(positive(0.5, 20.0), positive(0.1, 4.0)),
    lambda d, z, n, k: 60 * (abs(d) + 4 * abs(z)),
)

# probabilities, at parameters that are not differentiated
AB = [(a, x) for a in (1, 2, 5) for x in positive(0.1, 20.0)[:25]]
PEAKS = [(a, x) for a in (0.3, 1.0, 5.0) for x in positive(0.1, 20.0)[:12]]
PARTS = [(a, p) for a in (1.0, 2.5) for p in inside(0.05, 0.95)[-15::7]]
SHARES = [(a, p) for a in (1, 2, 5) for p in inside(0.05, 0.95)[-15:]]
reference(
    (runtime.gammainc,),
    lambda a, x: mp.gammainc(a, 0, x, regularized=True),
    PEAKS,
    lambda d, z, a, x: abs(d) * (2000 + x),
)
reference(
    (runtime.gammaincc,),
    lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True),
    PEAKS,
    lambda d, z, a, x: abs(d) * (2000 + x),
)


def inverse(of: Any, sign: int = 1) -> Any:
    """Return the inverse of a function of a parameter and a positive number, by bisection."""

    def exact(a: Any, p: Any) -> Any:
        return mp.findroot(
            lambda x: of(a, x) - p,
            (mp.mpf("1e-30"), mp.mpf(100)),
            solver="illinois",
            tol=mp.mpf(10) ** (20 - 2 * mp.mp.dps),
            maxsteps=3000,
        )

    return exact


reference(
    (runtime.gammaincinv,),
    inverse(lambda a, x: mp.gammainc(a, 0, x, regularized=True)),
    PARTS,
    ulps(4000),
)
reference(
    (runtime.gammainccinv,),
    inverse(lambda a, x: mp.gammainc(a, x, mp.inf, regularized=True)),
    PARTS,
    ulps(4000),
)
TRIPLES = [(a, b, x) for a in (1, 3) for b in (2, 5) for x in inside(0.01, 0.99)[-12:]]
reference(
    (runtime.betainc,), lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True), TRIPLES, ulps(40)
)
reference(
    (runtime.betaincinv,),
    lambda a, b, p: mp.findroot(
        lambda x: mp.betainc(a, b, 0, x, regularized=True) - p,
        (mp.mpf("1e-30"), 1 - mp.mpf("1e-30")),
        solver="illinois",
        tol=mp.mpf(10) ** (20 - 2 * mp.mp.dps),
        maxsteps=3000,
    ),
    TRIPLES[::6],
    ulps(60),
)
reference(
    (runtime.chdtr,),
    lambda v, x: mp.gammainc(mp.mpf(v) / 2, 0, x / 2, regularized=True),
    AB,
    lambda d, z, a, x: abs(d) * (4 + x),
)
reference(
    (runtime.chdtrc,),
    lambda v, x: mp.gammainc(mp.mpf(v) / 2, x / 2, mp.inf, regularized=True),
    AB,
    lambda d, z, a, x: abs(d) * (4 + x),
)
reference(
    (runtime.pdtr,),
    lambda k, m: mp.gammainc(k + 1, m, mp.inf, regularized=True),
    AB,
    lambda d, z, a, x: abs(d) * (4 + x),
)
reference(
    (runtime.pdtrc,),
    lambda k, m: mp.gammainc(k + 1, 0, m, regularized=True),
    AB,
    lambda d, z, a, x: abs(d) * (4 + x),
)


def student(df: Any, t: Any) -> Any:
    """Return the probability that a number of Student's distribution is below t."""
    tail = mp.betainc(mp.mpf(df) / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    return 1 - tail if t > 0 else tail


STUDENT = [(df, t) for df in (1, 2, 5) for t in signed(0.1, 10.0)[:25]]
reference((runtime.stdtr,), student, STUDENT, ulps(20))
reference(
    (runtime.stdtrit,),
    lambda df, p: mp.findroot(
        lambda t: student(df, t) - p,
        (mp.mpf(-100), mp.mpf(100)),
        solver="illinois",
        tol=mp.mpf(10) ** (20 - 2 * mp.mp.dps),
        maxsteps=3000,
    ),
    [(5, 0.3), (2, 0.8), (1, 0.9)],
    ulps(400),
)

# Bessel functions
X = positive(0.05, 30.0)
reference((runtime.j0,), mp.j0, single(signed(1e-3, 30.0)), lambda d, z, x: 40)
reference((runtime.j1,), mp.j1, single(signed(1e-3, 30.0)), lambda d, z, x: 40)
reference((runtime.y0,), lambda x: mp.bessely(0, x), single(X), lambda d, z, x: 40 * (1 + abs(d)))
reference((runtime.y1,), lambda x: mp.bessely(1, x), single(X), lambda d, z, x: 40 * (1 + abs(d)))
reference((runtime.i0, np.i0), lambda x: mp.besseli(0, x), single(signed(1e-3, 100.0)), ulps(4))
reference((runtime.i1,), lambda x: mp.besseli(1, x), single(signed(1e-3, 100.0)), ulps(4))
reference((runtime.k0,), lambda x: mp.besselk(0, x), single(positive(1e-3, 100.0)), ulps(4))
reference((runtime.k1,), lambda x: mp.besselk(1, x), single(positive(1e-3, 100.0)), ulps(4))
SCALED = single(signed(1e-3, 30.0))
reference((runtime.i0e,), lambda x: mp.exp(-abs(x)) * mp.besseli(0, x), SCALED, with_result(4))
reference((runtime.i1e,), lambda x: mp.exp(-abs(x)) * mp.besseli(1, x), SCALED, with_result(4))
reference((runtime.k0e,), lambda x: mp.exp(x) * mp.besselk(0, x), single(X), with_result(4))
reference((runtime.k1e,), lambda x: mp.exp(x) * mp.besselk(1, x), single(X), with_result(8))
reference((runtime.jv,), mp.besselj, orders(X), lambda d, z, *rest: 200)
reference((runtime.yv,), mp.bessely, orders(X), lambda d, z, v, x: 200 * (1 + abs(d)))
reference((runtime.iv,), mp.besseli, orders(X), ulps(200))
reference((runtime.kv,), mp.besselk, orders(X), ulps(200))
reference(
    (runtime.ive,), lambda v, x: mp.exp(-abs(x)) * mp.besseli(v, x), orders(X), with_result(200)
)
reference((runtime.kve,), lambda v, x: mp.exp(x) * mp.besselk(v, x), orders(X), with_result(200))
reference((runtime.struve,), mp.struveh, orders(X), with_result(400))
reference((runtime.modstruve,), mp.struvel, orders(X), with_result(400))

# integrals
PARAMETERS = single(inside(-2.0, 0.99), signed(1e-6, 0.4))
reference((runtime.ellipk,), mp.ellipk, PARAMETERS, ulps(40))
reference((runtime.ellipkm1,), lambda p: mp.ellipk(1 - p), single(inside(0.01, 3.0)), ulps(40))
reference((runtime.ellipe,), mp.ellipe, PARAMETERS, ulps(40))
AMPLITUDES = several(signed(0.1, 1.5), signed(0.05, 0.9))
reference(
    (runtime.ellipkinc,),
    mp.ellipf,
    AMPLITUDES,
    lambda d, z, phi, m: 20 * (abs(d) + abs(z / m) / (1 - m)),
)
reference(
    (runtime.ellipeinc,), mp.ellipe, AMPLITUDES, lambda d, z, phi, m: 20 * (abs(d) + abs(z / m))
)
reference(
    (runtime.hyp0f1,),
    mp.hyp0f1,
    [(v, x) for v in (1, 2, 5) for x in signed(0.01, 10.0)[:20]],
    with_result(200),
)
reference(
    (runtime.hyp1f1,),
    mp.hyp1f1,
    [(a, b, x) for a in (1, 2) for b in (3, 5) for x in signed(0.01, 5.0)[:12]],
    ulps(40),
)
reference(
    (runtime.hyp2f1,),
    mp.hyp2f1,
    [(a, b, 4, x) for a in (1, 2) for b in (3, 5) for x in inside(-0.9, 0.8)[-12:]],
    ulps(100),
)
reference(
    (runtime.spence,),
    lambda z: mp.polylog(2, 1 - z),
    single(positive(0.01, 1.9)),
    lambda d, z, x: 4 * abs(d) / abs(x - 1),
)
reference((runtime.expi,), mp.ei, single(signed(0.01, 30.0)), ulps(4))
reference((runtime.exp1,), mp.e1, single(positive(0.01, 30.0)), ulps(4))
reference(
    (runtime.expn,),
    mp.expint,
    [(n, x) for n in range(4) for x in positive(0.05, 20.0)[:20]],
    ulps(40),
)
reference(
    (runtime.wrightomega,),
    lambda x: mp.lambertw(mp.exp(x)).real,
    single(signed(0.01, 30.0)),
    ulps(4),
)
reference(
    (runtime.real_lambertw,),
    lambda z, k: mp.lambertw(z, k).real,
    [(z, 0) for z in positive(1e-3, 1e6)]
    + [(z, k) for z in inside(-0.36, -0.01)[-30:] for k in (0, -1)],
    lambda d, w, z, k: 8 * abs(d) * (1 + abs(1 / (1 + mp.mpf(w))) + abs(w)),
)
DEGREES = [(n, x) for n in range(5) for x in inside(-0.95, 0.95)[-12:]]
reference((runtime.eval_legendre,), mp.legendre, DEGREES, lambda d, *rest: 40 * (1 + abs(d)))
reference((runtime.eval_chebyt,), mp.chebyt, DEGREES, lambda d, *rest: 40 * (1 + abs(d)))
reference((runtime.eval_chebyu,), mp.chebyu, DEGREES, lambda d, *rest: 40 * (1 + abs(d)))
reference(
    (runtime.eval_laguerre,),
    lambda n, x: mp.laguerre(n, 0, x),
    DEGREES,
    lambda d, *rest: 40 * (1 + abs(d)),
)
reference(
    (runtime.eval_genlaguerre,),
    mp.laguerre,
    [(n, 2, x) for n, x in DEGREES],
    lambda d, *rest: 40 * (1 + abs(d)),
)
reference(
    (runtime.eval_gegenbauer,),
    mp.gegenbauer,
    [(n, 2, x) for n, x in DEGREES],
    lambda d, *rest: 200 * (1 + abs(d)),
)
reference(
    (runtime.eval_jacobi,),
    mp.jacobi,
    [(n, 2, 1, x) for n, x in DEGREES],
    lambda d, *rest: 200 * (1 + abs(d)),
)

# elementary
reference(
    (runtime.expit,),
    lambda x: 1 / (1 + mp.exp(-x)),
    single(signed(1e-6, 300.0)),
    ulps(1),
    digits=400,
)
reference(
    (runtime.log_expit,),
    lambda x: -mp.log1p(mp.exp(-x)),
    single(signed(1e-6, 300.0)),
    ulps(1),
    digits=400,
)
reference((runtime.logit,), lambda x: mp.log(x / (1 - x)), OPEN, ulps(1))
POSITIVE = several(positive(1e-3, 1e3), positive(1e-3, 1e3))
LOGARITHM = lambda d, z, x, y: abs(d) + 1 + abs(mp.log(y))  # noqa: E731
reference((runtime.xlogy,), lambda x, y: x * mp.log(y), POSITIVE)
reference((runtime.xlog1py,), lambda x, y: x * mp.log1p(y), POSITIVE)
reference(
    (runtime.entr,),
    lambda x: -x * mp.log(x),
    single(positive(1e-9, 1e9)),
    lambda d, *rest: 1 + abs(d),
)
reference(
    (runtime.rel_entr,), lambda x, y: x * mp.log(x / y), POSITIVE, lambda d, *rest: 1 + abs(d)
)
reference(
    (runtime.kl_div,), lambda x, y: x * mp.log(x / y) - x + y, POSITIVE, lambda d, *rest: 1 + abs(d)
)
reference(
    (runtime.huber,),
    lambda d, r: r * r / 2 if abs(r) <= d else d * (abs(r) - d / 2),
    several(positive(0.1, 10.0), signed(0.1, 10.0)),
    lambda d, z, delta, r: abs(d) + delta + abs(r),
)
reference(
    (runtime.pseudo_huber,),
    lambda d, r: d * d * (mp.sqrt(1 + (r / d) ** 2) - 1),
    several(positive(0.1, 10.0), signed(0.1, 10.0)),
    lambda d, z, delta, r: abs(d) + delta,
)
POWERS = several(positive(0.05, 20.0), signed(0.01, 3.0))
reference((runtime.boxcox,), lambda x, a: (x**a - 1) / a, POWERS, ulps(8))
reference((runtime.boxcox1p,), lambda x, a: ((1 + x) ** a - 1) / a, POWERS, ulps(8))
SHARE = several(inside(-0.3, 0.3)[-40:], signed(0.01, 2.0))
INVERSE = lambda d, x, y, a: 40 * (abs(d) + abs(x) + 1)  # noqa: E731
reference((runtime.inv_boxcox,), lambda y, a: (1 + a * y) ** (1 / a), SHARE, INVERSE)
reference((runtime.inv_boxcox1p,), lambda y, a: (1 + a * y) ** (1 / a) - 1, SHARE, INVERSE)
reference((runtime.exprel,), lambda x: mp.expm1(x) / x, single(signed(1e-9, 300.0)), ulps(4))
reference(
    (runtime.heaviside,),
    lambda x, h: 0 if x < 0 else 1,
    several(signed(0.1, 3.0), signed(0.1, 3.0)),
)
reference((runtime.cosm1,), lambda x: mp.cos(x) - 1, single(signed(1e-3, 100.0)))
reference(
    (runtime.exp10,), lambda x: mp.mpf(10) ** x, single(signed(1e-6, 300.0)), ulps(40), digits=700
)

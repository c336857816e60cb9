"""Kernels that call derivatives, and functions of numbers that are mapped over samples."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import cuda

from srcdiff import grad, value_and_grad, vjp

from ..case import Case


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def decayed(x: Any, rate: Any) -> Any:
    """Return what a loop leaves of a value."""
    for _ in range(5):
        x = x - rate * math.sin(x) * x
    return x


def potential(r: Any, depth: Any) -> Any:
    """Return the potential of a pair of particles."""
    if r > 3.0:
        return 0.0 * r
    power = (1.0 / r) ** 6
    return 4.0 * depth * (power * power - power)


def polar(x: Any, y: Any) -> Any:
    """Return the length and the angle of a vector."""
    return math.sqrt(x * x + y * y), math.atan2(y, x)


def option(s: Any, strike: Any, years: Any, volatility: Any = 0.2) -> Any:
    """Return the price of an option."""
    spread = volatility * math.sqrt(years)
    d = (math.log(s / strike) + 0.5 * spread * spread) / spread
    above = 0.5 * (1.0 + math.erf(d / math.sqrt(2.0)))
    return s * above - strike * 0.5 * (1.0 + math.erf((d - spread) / math.sqrt(2.0)))


def from_table(x: Any, weights: Any) -> Any:
    """Return a polynomial with coefficients that are the same for all samples."""
    total = 0.0
    for k in range(4):
        total = total * x + weights[k]
    return total


slopes = grad(decayed, wrt=("x", "rate"), target="cuda")
force = value_and_grad(potential, target="cuda")
turned = vjp(polar, wrt=("x", "y"), target="cuda")


@cuda.jit  # type: ignore[untyped-decorator]
def descended(x: Any, rate: Any, steps: Any, out: Any) -> None:
    """Step down the slope of a function, each thread its own."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            d_v, _d_rate = slopes(v, rate)
            v -= 0.1 * d_v
        out[i] = v


@cuda.jit  # type: ignore[untyped-decorator]
def attracted(r: Any, energies: Any, forces: Any) -> None:
    """Compute energies and forces of pairs."""
    i = cuda.grid(1)
    if i < r.size:
        energies[i], forces[i] = force(r[i], 0.7)


@cuda.jit  # type: ignore[untyped-decorator]
def pulled(x: Any, y: Any, d_x: Any, d_y: Any) -> None:
    """Turn cotangents of polar coordinates into those of a vector."""
    i = cuda.grid(1)
    if i < x.size:
        d_x[i], d_y[i] = turned(x[i], y[i], (0.5, 2.0))


@cuda.jit  # type: ignore[untyped-decorator]
def carried(x: Any, rate: Any, out: Any) -> None:
    """Call a device function with a loop that carries a value: it cannot hand on what it saves."""
    i = cuda.grid(1)
    if i < x.size:
        out[i] = decayed(x[i], rate[i]) * x[i]


@cuda.jit  # type: ignore[untyped-decorator]
def pulled_by_all(x: Any, out: Any) -> None:
    """Sum the forces of all others."""
    i = cuda.grid(1)
    if i < x.size:
        total = 0.0
        for j in range(x.size):
            if j != i:
                _energy, slope = force(1.0 + abs(x[i] - x[j]), 0.7)
                total += slope
        out[i] = total


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def decayed_twice(x: Any, rate: Any) -> Any:
    """Call such a function from another one."""
    return decayed(math.sqrt(decayed(x * x, rate)), 2.0 * rate)


@cuda.jit  # type: ignore[untyped-decorator]
def carried_on(x: Any, rate: Any, steps: Any, out: Any) -> None:
    """Call them in a loop."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v = decayed_twice(v, rate[i]) + 0.5 * v
        out[i] = v


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def turn(row: Any, angle: Any) -> None:
    """Turn a vector."""
    x = row[0]
    row[0] = math.cos(angle) * x - math.sin(angle) * row[1]
    row[1] = math.sin(angle) * x + math.cos(angle) * row[1]


@cuda.jit  # type: ignore[untyped-decorator]
def turned_in_place(rows: Any, angle: Any) -> None:
    """Change an array in a device function, which the text of the kernel does not show."""
    i = cuda.grid(1)
    if i < rows.shape[0]:
        turn(rows[i], angle[i])


def plain(function: Any) -> Any:
    """Return the Python function of one of a device."""
    return getattr(function, "py_func", None) or getattr(function, "fn", function)


def differences() -> dict[str, float]:
    """Return by how much the kernels differ from the same gradients without a GPU."""
    x = np.linspace(0.9, 3.4, 11)
    out, second = np.zeros(11), np.zeros(11)
    worst = {}
    slope = grad(plain(decayed), wrt="x", target="python")
    descended[3, 4](x, 0.3, 4, out)
    expected = []
    for v in x.tolist():
        for _ in range(4):
            v -= 0.1 * slope(v, 0.3)
        expected.append(v)
    worst["descended"] = abs(out - expected).max()
    attracted[3, 4](x, out, second)
    expected = [value_and_grad(potential, target="python")(v, 0.7) for v in x]
    worst["attracted"] = abs(np.transpose([out, second]) - expected).max()
    pulled[3, 4](x, x - 2.0, out, second)
    product = vjp(polar, wrt=("x", "y"), target="python")
    expected = [product(v, v - 2.0, (0.5, 2.0)) for v in x]
    worst["pulled"] = abs(np.transpose([out, second]) - expected).max()
    return worst


LAUNCH = (3, 4)
CASES = [
    Case(descended, LAUNCH, lambda rng: (rng.uniform(0.9, 3.0, 11), 0.3, 4, np.zeros(11))),
    Case(attracted, LAUNCH, lambda rng: (rng.uniform(0.9, 3.4, 11), *np.zeros((2, 11)))),
    Case(
        pulled_by_all,
        LAUNCH,
        lambda rng: (rng.uniform(0.5, 1.5, 11), np.zeros(11)),
        atomic=frozenset({"x"}),
    ),
    Case(
        carried,
        LAUNCH,
        lambda rng: (rng.uniform(0.9, 3.0, 11), rng.uniform(0.1, 0.2, 11), np.zeros(11)),
    ),
    Case(
        carried_on,
        LAUNCH,
        lambda rng: (rng.uniform(0.9, 2.0, 11), rng.uniform(0.1, 0.2, 11), 3, np.zeros(11)),
    ),
    Case(
        turned_in_place,
        LAUNCH,
        lambda rng: (rng.normal(size=(11, 2)), rng.normal(size=11)),
        atomic=frozenset({"rows"}),
        options={"outputs": "rows"},
    ),
]

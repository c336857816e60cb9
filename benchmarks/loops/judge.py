"""Whether a gradient is right, and how far two of them are apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from loops.program import Program


def tupled(gradient: Any) -> tuple[Any, ...]:
    """Return a gradient as a tuple, also that of one argument."""
    return gradient if isinstance(gradient, tuple) else (gradient,)


def difference(found: Any, expected: Any) -> float:
    """Return how much two gradients differ, relative to the largest element of each part."""
    worst = 0.0
    for a, b in zip(tupled(found), tupled(expected), strict=True):
        a, b = np.asarray(a), np.asarray(b)
        scale = max(float(np.max(np.abs(b))), 1e-300)
        error = float(np.max(np.abs(a - b))) / scale
        worst = max(worst, np.inf if np.isnan(error) else error)
    return worst


def by_differences(program: Program, names: tuple[str, ...], size: int, gradient: Any) -> float:
    """Return how far a gradient is from central differences along a random direction.

    Relative to the sum of the magnitudes of what is added up.
    """
    rng = np.random.default_rng(1)
    arguments = program.arguments(size)
    wrt = [names.index(name) for name in program.wrt]
    directions = [rng.uniform(0.5, 1.5, np.shape(arguments[k])) for k in wrt]

    def along(step: float) -> float:
        moved = list(program.arguments(size))
        for k, direction in zip(wrt, directions, strict=True):
            moved[k] = moved[k] + step * direction
        return float(program.function(*moved))

    h = 1e-5
    slope = (8.0 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12.0 * h)
    products = [np.sum(g * d) for g, d in zip(tupled(gradient), directions, strict=True)]
    error = abs(sum(products) - slope) / sum(abs(p) for p in products)
    return float("inf") if np.isnan(error) else float(error)

"""Check atomic maxima in Numba's simulator: `python -m tests.gpu.check_extremes`.

Prints, as JSON, adjoints where several threads have the largest value, or none has it.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numba import cuda

from srcdiff.cuda import grad

from . import simulator
from .corpus.extremes import tops


def largest(x: Any, best: Any) -> None:
    """Take the largest element; a kernel that is not compiled yet."""
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(best, 0, x[i])


def adjoints(x: list[float], best: float) -> list[Any]:
    """Return the adjoints of `x` and of what was there before, or the name of an error."""
    d_x, d_best = np.zeros(len(x)), np.ones(1)
    try:
        grad(largest)[1, 8](np.array(x), d_x, np.array([best]), d_best)
    except ArithmeticError as error:
        return [type(error).__name__]
    return [d_x.tolist(), d_best.tolist()]


def in_single_precision() -> list[float]:
    """Return the adjoints of numbers whose products are rounded when they are stored."""
    x, weight = np.float32([0.1, 0.7, 0.3]), np.float32([3.0, 1.1, 2.0])
    best, d_best = np.float32([-9.0]), np.float32([1.0])
    d_x, d_weight = np.zeros_like(x), np.zeros_like(x)
    place = np.zeros(3, np.int64)
    grad(tops)[1, 4](x, d_x, place, weight, d_weight, best, d_best)
    return [float(v) for v in (d_x != 0.0)] + d_best.tolist()


def main() -> None:
    """Print what was found."""
    simulator.install()
    found = {
        "one": adjoints([1.0, 3.0, 2.0], 0.0),
        "several": adjoints([3.0, 1.0, 3.0], 0.0),
        "before": adjoints([1.0, 2.0], 5.0),
        "equal": adjoints([1.0, 5.0], 5.0),
        "none": adjoints([], 1.0),
        "zeros": adjoints([0.0], -0.0),
        "unknown": adjoints([np.nan, 1.0], np.nan),
        "single": in_single_precision(),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()

"""Tests of srcdiff.analyse.array_shapes: loops hand over arrays of one shape."""

from collections.abc import Callable

import numpy as np
import pytest

import srcdiff

Step = Callable[[np.ndarray, float], np.ndarray]


def explicit(u: np.ndarray, k: float) -> np.ndarray:
    n = len(u)
    v = np.zeros(n)
    for i in range(1, n - 1):
        v[i] = u[i] + k * (u[i + 1] - 2 * u[i] + u[i - 1])
    return v


def of_extents(u: np.ndarray, k: float) -> np.ndarray:
    (n,) = u.shape
    v = np.empty((n,))
    for i in range(n):
        v[i] = u[i] * k
    return v


def copied(u: np.ndarray, k: float) -> np.ndarray:
    v = u.copy()
    v[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return v


def rolled(u: np.ndarray, k: float) -> np.ndarray:
    return u + k * (np.roll(u, 1) - 2 * u + np.roll(u, -1))


def multiplied(u: np.ndarray, k: float) -> np.ndarray:
    return np.eye(u.shape[0]) @ u * k


def implicit(u: np.ndarray, k: float) -> np.ndarray:
    n = len(u)
    return np.linalg.solve(np.eye(n) * (1 + k), u)


def simulation(step: Step) -> Callable[[float, np.ndarray], float]:
    def run(k: float, start: np.ndarray) -> float:
        u = start.copy()
        for _ in range(3):
            u[0] = k * k
            u[-1] *= 0.5
            u = step(u, k)
        return np.sum(u**2)

    return run


@pytest.mark.parametrize("step", [explicit, of_extents, copied, rolled, multiplied, implicit])
def test_written_before_replaced(step: Step) -> None:
    """An array may be written, and then replaced by one of its shape, in each iteration."""
    run = simulation(step)
    start, k, h = np.array([1.0, 2.0, 0.5, 0.3]), 0.8, 1e-6
    d_k, d_start = srcdiff.grad(run, wrt=("k", "start"), target="python")(k, start)
    assert d_k == pytest.approx((run(k + h, start) - run(k - h, start)) / (2 * h), rel=1e-6)
    for i, moved in enumerate(h * np.eye(4)):
        slope = (run(k, start + moved) - run(k, start - moved)) / (2 * h)
        assert d_start[i] == pytest.approx(slope, rel=1e-6, abs=1e-8)


def growing(u: np.ndarray, k: float) -> np.ndarray:
    return np.concatenate((u, u[:1] * k))


def resized(u: np.ndarray, k: float) -> np.ndarray:
    return np.full(len(u) + 1, k)


@pytest.mark.parametrize("step", [growing, resized])
def test_other_shapes(step: Step) -> None:
    """One that may have another shape is refused when it has."""
    with pytest.raises(AssertionError, match="other shapes than u"):
        srcdiff.grad(simulation(step), target="python")(0.8, np.ones(3))

"""Tests of srcdiff.analyse.arrays.array_shapes: loops hand over arrays of one shape."""

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


def diffusion(u: np.ndarray, k: float, n: int) -> float:
    u = u.copy()
    for _ in range(n):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def diffusion_of_rows(a: np.ndarray, k: float, n: int) -> float:
    for _ in range(n):
        b = a.copy()
        inner = a[1:-1, 1:-1]
        b[1:-1, 1:-1] = inner + k * (a[2:, 1:-1] + a[:-2, 1:-1] - 2.0 * inner)
        b[0] = b[-1, ::-1]
        a = b
    return np.sum(a * a)


def parts_of_parts(u: np.ndarray, k: float, n: int) -> float:
    total = 0.0
    for i in range(n):
        inner = u[1:-1]
        step = inner[1:] - inner[:-1]
        total += np.sum(step * u[2:-1] * k) + np.sum(u[3:] * step * (i + 1))
    return total


STENCILS = [diffusion, diffusion_of_rows, parts_of_parts]


@pytest.mark.parametrize("function", STENCILS)
def test_slices_of_one_length(function: Callable[..., float]) -> None:
    """Slices without the same number of elements have one length: no adjoint has to be fitted."""
    u = np.ones((5, 4)) if function is diffusion_of_rows else np.ones(5)
    text = srcdiff.grad(function, wrt=("ua"[u.ndim - 1], "k"), target="python").source(u, 0.1, 2)
    assert "runtime.fit" not in text


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("function", STENCILS)
def test_slices_of_short_arrays(function: Callable[..., float], size: int) -> None:
    """They also have it where nothing is left of an array."""
    shape = (size, 4) if function is diffusion_of_rows else (size,)
    if function is diffusion_of_rows and size < 1:
        return  # it has no first row
    u = np.sin(np.arange(1.0, 1.0 + np.prod(shape))).reshape(shape)
    names = ("ua"[u.ndim - 1], "k")
    d_u, d_k = srcdiff.grad(function, wrt=names, target="python")(u, 0.3, 3)
    h = 1e-6
    slope = (function(u, 0.3 + h, 3) - function(u, 0.3 - h, 3)) / (2 * h)
    assert d_k == pytest.approx(slope, rel=1e-6, abs=1e-8)
    for place in np.ndindex(shape):
        moved = np.zeros(shape)
        moved[place] = h
        slope = (function(u + moved, 0.3, 3) - function(u - moved, 0.3, 3)) / (2 * h)
        assert d_u[place] == pytest.approx(slope, rel=1e-6, abs=1e-8)


def broadcast(u: np.ndarray, w: np.ndarray, n: int) -> float:
    total = 0.0
    for _ in range(n):
        total += np.sum(u[1:-1] * w * np.sum(u))
    return total


@pytest.mark.parametrize("size", [1, 3])
def test_arrays_that_may_be_repeated(size: int) -> None:
    """A slice and another array may have other lengths: one of the two may be repeated."""
    u, w = np.array([0.3, 0.5, -0.4, 0.9, 0.2]), np.arange(1.0, size + 1)
    d_u, d_w = srcdiff.grad(broadcast, wrt=("u", "w"), target="python")(u, w, 2)
    assert d_w == pytest.approx(2 * u.sum() * (u[1:-1] if size == 3 else u[1:-1].sum()))
    assert d_u[0] == pytest.approx(2 * np.sum(u[1:-1] * w))


def eliminated(a: np.ndarray) -> float:
    a = a.copy()
    n = len(a)
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k:] -= a[i, k] / a[k, k] * a[k, k:]
    return np.prod(np.diag(a))


def factored(a: np.ndarray) -> float:
    n = len(a)
    low = np.zeros_like(a)
    for j in range(n):
        low[j, j] = np.sqrt(a[j, j] - np.sum(low[j, :j] * low[j, :j]))
        below = a[j + 1 :, j] - low[j + 1 :, :j] @ low[j, :j]
        low[j + 1 :, j] = below / low[j, j]
    return np.sum(low * low * low)


def in_windows(a: np.ndarray) -> float:
    total = 0.0
    for i in range(len(a) - 2):
        for j in range(i, i + 2):
            total += np.sum(a[i, j : j + 2] * a[j, j : j + 2] * a[i + 1, : j - i + 1])
    return total


def of_other_rounds(a: np.ndarray) -> float:
    total = 0.0
    for k in range(1, 3):
        now = a[0, :k] * 2.0
        if k > 1:
            total += np.sum(np.sin(now * before))  # noqa: F821
        before = a[1, :k] * 3.0  # noqa: F841
    return total


def of_other_bounds(a: np.ndarray) -> float:
    n = len(a)
    total = 0.0
    for k in range(1, n):
        m = n - 1
        for j in range(3, n):
            total += np.sum(a[0, k - m :] * a[1, k - j :]) + np.sum(a[2, -k:] * a[3, n - k :])
    return total


ELIMINATIONS = [eliminated, factored]
SQUARE = np.array([[4.0, 0.3, -0.2, 0.5], [0.3, 3.0, 0.4, 0.1], [-0.2, 0.4, 5.0, 0.6]])
SQUARE = np.vstack((SQUARE, [0.5, 0.1, 0.6, 6.0]))


@pytest.mark.parametrize("function", ELIMINATIONS)
def test_slices_between_bounds_that_have_names(function: Callable[..., float]) -> None:
    """Slices from the same bounds of lengths that are the same have one length."""
    text = srcdiff.grad(function, target="python").source(SQUARE)
    assert "runtime.fit" not in text


@pytest.mark.parametrize("function", [*ELIMINATIONS, in_windows, of_other_rounds, of_other_bounds])
def test_gradients_of_such_slices(function: Callable[..., float]) -> None:
    srcdiff.check_grads(function, (SQUARE,))


def states(x: np.ndarray, h: float) -> float:
    kept = [x, 0.5 * x]
    for k in range(3):
        kept.append(kept[-1] + h * kept[-2] * kept[-1])
        kept[k // 2][0] += h * kept[-1][0]
    return np.sum(kept[-1])


def first_alone(x: np.ndarray, h: float) -> float:
    kept = [x[:1], x]
    for _ in range(3):
        kept.append(kept[-1] * kept[-2] * h)
    return np.sum(kept[-1] * kept[0])


def broadcast_later(x: np.ndarray, h: float) -> float:
    kept = [x[:1], 2.0 * x[:1]]
    for k in range(3):
        kept.append(kept[-1] * kept[-2] * h)
        if k == 1:
            kept[1] = x
    return np.sum(kept[0] * kept[1]) + np.sum(kept[-1])


def shrinking(x: np.ndarray, h: float) -> float:
    kept = [x, h * x]
    for _ in range(2):
        y = kept.pop()
        kept.append(kept[0] * y)
        kept.append(y[:1] * h)
        kept.append(kept[-1] * kept[-1])
    return np.sum(kept[-1]) + np.sum(kept[0])


def through_two_names(x: np.ndarray, h: float) -> float:
    kept = [x, h * x]
    same = kept
    same.append(x[:1])
    return np.sum(kept[-1] * kept[0] * h)


LISTED = [states, first_alone, broadcast_later, shrinking, through_two_names]


@pytest.mark.parametrize("function", LISTED)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_lists_of_arrays(function: Callable[..., float], target: str) -> None:
    x = np.array([0.3, 1.2, 0.7])
    srcdiff.check_grads(function, (x, 0.4), wrt=(0, 1), target=target)


def test_arrays_in_a_list_have_one_shape() -> None:
    found = srcdiff.grad(states, wrt=(0, 1), target="python")
    found(np.ones(3), 0.1)
    assert "fit" not in found.source()
    assert ".pop()" not in found.source()  # what the list holds is found there again

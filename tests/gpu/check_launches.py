"""Check what launches do around kernels in the simulator: `python -m tests.gpu.check_launches`.

Prints, as JSON, the largest differences between what adjoints hold and what they should.
"""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import numpy as np
from numba import cuda

from srcdiff import AliasedArguments, WrongCall
from srcdiff.backends import launch, plans
from srcdiff.cuda import grad

from . import simulator
from .corpus.neighbours import wave_step


@cuda.jit
def scaled(x: Any, a: Any, n: Any, out: Any) -> None:
    """Scale the first elements of a vector."""
    i = cuda.grid(1)
    if i < n:
        out[i] = a * x[i] * x[i]


@cuda.jit
def selected(x: Any, w: Any, out: Any) -> None:
    """Weight the elements that are large."""
    i = cuda.grid(1)
    if i < out.size:
        total = x[i]
        if x[i] > 0.5:
            total += w[i] * x[i]
        out[i] = total


@cuda.jit
def stepped(x: Any, steps: Any, out: Any) -> None:
    """Carry a value through a loop, which the launch makes room for."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v = v * v + 0.1
        out[i] = v


@cuda.jit
def kept_or_scaled(x: Any, y: Any) -> None:
    """Scale elements in place where they are small."""
    i = cuda.grid(1)
    if i < y.size:
        if x[i] > 0.6:
            y[i] = 0.0
        else:
            y[i] *= x[i]


@cuda.jit
def twice(x: Any, out: Any) -> None:
    """Write an element two times: the adjoint of the first write is zero."""
    i = cuda.grid(1)
    if i < x.size:
        out[i] = 3.0 * x[i]
        out[i] = x[i] * x[i]


def apart(found: Any, expected: Any) -> float:
    """Return the largest difference of two arrays."""
    return float(np.abs(np.asarray(found) - np.asarray(expected)).max())


def vectors(count: int, size: int = 8) -> list[Any]:
    """Return random vectors."""
    return list(np.random.default_rng(5).uniform(0.2, 0.9, (count, size)))


def sums_of_many_blocks() -> float:
    """Return how far the adjoint of a number is off that more blocks add to than wait in turn."""
    plans.MANY = 16
    x, w = vectors(2, 40)
    d_x, d_a = np.zeros_like(x), np.ones(1)
    grad(scaled, wrt=("x", "a"))[20, 2](x, d_x, 0.5, d_a, x.size, np.zeros_like(x), w.copy())
    return max(apart(d_x, w * x), apart(d_a, 1.0 + (w * x * x).sum()))


def sums_of_any_blocks() -> float:
    """Return how far the adjoint of a number is off for blocks of any number of threads."""
    x, w = vectors(2, 70)
    adjoint = grad(scaled, wrt="a")
    worst = 0.0
    for threads in (1, 2, 3, 5, 8, 12, 31, 33, 65):
        d_a = np.zeros(1)
        adjoint[-(-x.size // threads), threads](x, 0.5, d_a, x.size, np.zeros_like(x), w.copy())
        worst = max(worst, apart(d_a, (w * x * x).sum()))
    return worst


def other_numbers() -> float:
    """Return how far adjoints are off where only a number or a shape differs between launches."""
    x, w = vectors(2)
    adjoint = grad(scaled, wrt="x", accumulate=False)
    worst = 0.0
    for n in (8, 5, 8, 0):
        d_x = np.full(8, 7.0)
        adjoint[1, 8](x, d_x, 0.5, n, np.zeros(8), w.copy())
        worst = max(worst, apart(d_x, np.where(np.arange(8) < n, w * x, 0.0)))
    for a in (0.5, 0.25):
        d_x = np.full(6, 7.0)
        adjoint[1, 8](x[:6], d_x, a, 6, np.zeros(6), w[:6].copy())
        worst = max(worst, apart(d_x, 2.0 * a * w[:6] * x[:6]))
    return worst


def shared_memory() -> bool:
    """Return True if arrays that overlap are refused also where others did not before."""
    x, w = vectors(2)
    adjoint = grad(scaled, wrt="x")
    adjoint[1, 8](x, np.zeros(8), 0.5, 8, np.zeros(8), w.copy())
    both = np.zeros(8)
    refused = 0
    for own, shadow, out in ((x, x, np.zeros(8)), (both, np.zeros(8), both)):
        try:
            adjoint[1, 8](own, shadow, 0.5, 8, out, w.copy())
        except AliasedArguments:
            refused += 1
    return refused == 2


def masked_arrays() -> bool:
    """Return True if masked arrays are refused, also where plain arrays came before."""
    x, w = vectors(2)
    adjoint = grad(scaled, wrt="x")
    masked = np.ma.array(x, mask=x > 0.5)
    refused = 0
    for own in (masked, x, masked):
        try:
            adjoint[1, 8](own, np.zeros(8), 0.5, 8, np.zeros(8), w.copy())
        except WrongCall:
            refused += 1
    return refused == 2


def zeros_elsewhere() -> float:
    """Return how far adjoints are off that threads assign on a condition."""
    x, w, cotangent = vectors(3)
    d_x, d_w = np.full(8, 7.0), np.full(8, 7.0)
    adjoint = grad(selected, accumulate=False)
    adjoint[2, 4](x, d_x, w, d_w, np.zeros(8), cotangent.copy())
    large = x > 0.5
    some = max(
        apart(d_x, cotangent * (1.0 + np.where(large, w, 0.0))),
        apart(d_w, np.where(large, cotangent * x, 0.0)),
    )
    longer = np.full(11, 7.0)  # than there are threads
    adjoint[2, 4](x, d_x, np.ones(11), longer, np.zeros(8), cotangent.copy())
    return max(some, apart(longer[8:], np.zeros(3)))


def other_rooms() -> float:
    """Return how far adjoints are off whose launches need rooms of different lengths."""
    x, w = vectors(2)
    adjoint = grad(stepped, accumulate=False)
    worst = 0.0
    for steps in (3, 400, 2, 400):
        d_x = np.zeros(8)
        adjoint[1, 8](x, d_x, steps, np.zeros(8), w.copy())
        v, slope = x, w
        for _ in range(steps):
            v, slope = v * v + 0.1, 2.0 * v * slope
        worst = max(worst, apart(d_x, slope))
    return worst


@cuda.jit
def in_layers(x: Any, out: Any) -> None:
    """A kernel that asks for three axes."""
    k, j, i = cuda.grid(3)
    if i < x.shape[0] and 0 < j < x.shape[1] - 1 and k < x.shape[2]:
        out[i, j, k] = x[i, j - 1, k] * x[i, j + 1, k]


@cuda.jit
def steep(x: Any, w: Any, rows: Any, out: Any) -> None:
    """Differences of rows, of which an argument tells how many there are."""
    j, i = cuda.grid(2)
    if i < rows and j < w.shape[1]:
        out[i, j] = w[i, j] * (x[i + 1, j] - x[i, j])


def several_places() -> float:
    """Return how far adjoints are off whose threads take several places, in launches of any size.

    Places that the launch does not have are left out, also where no condition says so.
    """
    worst = 0.0
    x, cotangent = np.random.default_rng(6).uniform(0.2, 0.9, (2, 12, 5))
    with patch.multiple(launch, MANY=0, LONG=1):
        for threads in ((1, 11), (2, 5), (3, 3), (5, 1), (7, 2), (2, 1)):
            adjoint = grad(steep, wrt="w", accumulate=False)
            d_w = np.full((12, 5), 7.0)
            own = (x, x.copy(), d_w, 11, np.zeros((12, 5)), cotangent.copy())
            adjoint[(2, threads[0]), (4, threads[1])](*own)
            expected = np.zeros((12, 5))
            last = min(threads[0] * threads[1], 11)
            expected[:last] = cotangent[:last] * (x[1 : last + 1] - x[:last])
            worst = max(worst, apart(d_w, expected))
            assert adjoint.written().places == 4
        layers = np.random.default_rng(7).uniform(0.2, 0.9, (1, 6, 4))
        d_x, ones = np.zeros((1, 6, 4)), np.ones((1, 6, 4))
        grad(in_layers)[(2, 4), (2, 2)](layers, d_x, np.zeros((1, 6, 4)), ones)
        expected = np.zeros((1, 6, 4))
        expected[:, :-2] += layers[:, 2:]
        expected[:, 2:] += layers[:, :-2]
    return max(worst, apart(d_x, expected))


def left_as_they_are() -> float:
    """Return how far adjoints are off without `clear`, and by how much those of outputs changed."""
    x, w = vectors(2)
    d_x, d_out = np.zeros(8), w.copy()
    grad(selected, wrt="x", clear=False)[2, 4](x, d_x, x.copy(), np.zeros(8), d_out)
    worst = max(apart(d_x, w * (1.0 + np.where(x > 0.5, x, 0.0))), apart(d_out, w))
    d_x, d_out = np.zeros(8), w.copy()
    grad(twice, clear=False)[2, 4](x, d_x, np.zeros(8), d_out)
    worst = max(worst, apart(d_x, 2.0 * w * x))
    large, y = x > 0.6, vectors(3)[2]
    d_x, d_y = np.full(9, 7.0), w.copy()
    grad(kept_or_scaled, accumulate=False, clear=False)[3, 4](np.append(x, 0.5), d_x, y.copy(), d_y)
    worst = max(worst, apart(d_x, np.append(np.where(large, 0.0, w * y), 0.0)))
    fields = [np.random.default_rng(k).uniform(0.2, 0.9, (9, 7)) for k in range(4)]
    found = []
    for clear in (True, False):
        shadows = [np.zeros((9, 7)) for _ in range(3)]
        d_after = fields[3].copy()
        pairs = [v for pair in zip(fields[:3], shadows, strict=True) for v in pair]
        grad(wave_step, clear=clear)[(2, 3), (4, 4)](*pairs, np.zeros((9, 7)), d_after)
        found.append([*shadows, d_after])
    worst = max(worst, apart(found[1][3], fields[3]), abs(found[0][3][1:-1, 1:-1]).max())
    return max([worst, *(apart(*both) for both in zip(found[0][:3], found[1][:3], strict=True))])


def main() -> None:
    """Print what was found."""
    simulator.install()
    found = {
        "sums of many blocks": sums_of_many_blocks(),
        "sums of any blocks": sums_of_any_blocks(),
        "other numbers": other_numbers(),
        "zeros elsewhere": zeros_elsewhere(),
        "other rooms": other_rooms(),
        "several places": several_places(),
        "left as they are": left_as_they_are(),
        "shared memory is refused": shared_memory(),
        "masked arrays are refused": masked_arrays(),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()

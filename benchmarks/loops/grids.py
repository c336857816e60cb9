"""Fields on grids: conservation laws, diffusion, waves, a gas on a lattice, convolutions."""

from __future__ import annotations

import numpy as np
from numba import njit

from loops.program import Program


@njit
def burgers(start, viscosity, step, count):
    """Return the energy of a flow after `count` steps, each done in place from left to right."""
    u = start.copy()
    n = u.shape[0]
    for _ in range(count):
        before = u[0]
        for i in range(1, n - 1):
            here = u[i]
            slope = 0.5 * (u[i + 1] - before)
            bend = u[i + 1] - 2.0 * here + before
            u[i] = here + step * (viscosity * bend - here * slope)
            before = here
    total = 0.0
    for i in range(n):
        total += u[i] * u[i]
    return total


@njit
def heat(start, conductivity, count):
    """Return the sum of squares of a temperature after `count` steps, with two buffers."""
    rows, columns = start.shape
    old = start.copy()
    new = start.copy()
    for _ in range(count):
        for i in range(1, rows - 1):
            for j in range(1, columns - 1):
                around = old[i - 1, j] + old[i + 1, j] + old[i, j - 1] + old[i, j + 1]
                new[i, j] = old[i, j] + conductivity[i, j] * (around - 4.0 * old[i, j])
        old, new = new, old
    total = 0.0
    for i in range(rows):
        for j in range(columns):
            total += old[i, j] * old[i, j]
    return total


@njit
def shallow_water(height, depth, step, count):
    """Return the sum of squares of the height of waves in a basin, after `count` steps."""
    rows, columns = height.shape
    h = height.copy()
    u = np.zeros((rows + 1, columns))
    v = np.zeros((rows, columns + 1))
    for _ in range(count):
        for i in range(1, rows):
            for j in range(columns):
                u[i, j] -= step * (h[i, j] - h[i - 1, j])
        for i in range(rows):
            for j in range(1, columns):
                v[i, j] -= step * (h[i, j] - h[i, j - 1])
        for i in range(rows):
            for j in range(columns):
                flow = u[i + 1, j] - u[i, j] + v[i, j + 1] - v[i, j]
                h[i, j] -= step * (depth[i, j] + h[i, j]) * flow
    total = 0.0
    for i in range(rows):
        for j in range(columns):
            total += h[i, j] * h[i, j]
    return total


ACROSS = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
ALONG = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])
WEIGHT = np.array([4 / 9] + 4 * [1 / 9] + 4 * [1 / 36])


@njit
def lattice_boltzmann(start, relaxation, count):
    """Return the kinetic energy of a gas with nine velocities, after `count` steps."""
    rows, columns = start.shape[1], start.shape[2]
    gas = start.copy()
    moved = np.zeros_like(gas)
    energy = 0.0
    for _ in range(count):
        energy = 0.0
        for i in range(rows):
            for j in range(columns):
                density = 0.0
                across = 0.0
                along = 0.0
                for q in range(9):
                    density += gas[q, i, j]
                    across += ACROSS[q] * gas[q, i, j]
                    along += ALONG[q] * gas[q, i, j]
                across /= density
                along /= density
                square = across * across + along * along
                energy += 0.5 * density * square
                for q in range(9):
                    speed = ACROSS[q] * across + ALONG[q] * along
                    shape = 1.0 + 3.0 * speed + 4.5 * speed * speed - 1.5 * square
                    target = WEIGHT[q] * density * shape
                    to_i = (i + ACROSS[q]) % rows
                    to_j = (j + ALONG[q]) % columns
                    moved[q, to_i, to_j] = gas[q, i, j] + relaxation * (target - gas[q, i, j])
        gas, moved = moved, gas
    return energy


@njit
def convolution_1d(x, kernel):
    """Return the sum of squares of a signal under a kernel."""
    total = 0.0
    for i in range(x.shape[0] - kernel.shape[0] + 1):
        value = 0.0
        for k in range(kernel.shape[0]):
            value += kernel[k] * x[i + k]
        total += value * value
    return total


@njit
def convolution_3d(x, kernel):
    """Return the sum of squares of a volume under a kernel of three points in each direction."""
    total = 0.0
    for i in range(x.shape[0] - 2):
        for j in range(x.shape[1] - 2):
            for k in range(x.shape[2] - 2):
                value = 0.0
                for a in range(3):
                    for b in range(3):
                        for c in range(3):
                            value += kernel[a, b, c] * x[i + a, j + b, k + c]
                total += value * value
    return total


def wave(rng, n):
    """Return a smooth flow on n points, and 100 steps."""
    return np.sin(np.linspace(0.0, 6.0, n)) + 0.1 * rng.normal(size=n), 0.2, 0.1, 100


def gas(rng, n):
    """Return a gas that moves a little, and 10 steps."""
    return WEIGHT[:, None, None] * (1.0 + 0.1 * rng.normal(size=(9, n, n))), 0.6, 10


PROGRAMS = (
    Program(burgers, ("start", "viscosity"), wave, (50, 500, 10_000)),
    Program(
        heat,
        ("start", "conductivity"),
        lambda rng, n: (rng.normal(size=(n, n)), 0.2 * rng.random((n, n)), 50),
        (10, 40, 200),
    ),
    Program(
        shallow_water,
        ("height", "depth"),
        lambda rng, n: (0.1 * rng.normal(size=(n, n)), 1.0 + rng.random((n, n)), 0.1, 50),
        (10, 40, 150),
    ),
    Program(lattice_boltzmann, ("start", "relaxation"), gas, (6, 24, 100)),
    Program(
        convolution_1d,
        ("x", "kernel"),
        lambda rng, n: (rng.normal(size=n), rng.normal(size=9)),
        (1_000, 10_000, 100_000),
    ),
    Program(
        convolution_3d,
        ("x", "kernel"),
        lambda rng, n: (rng.normal(size=(n, n, n)), rng.normal(size=(3, 3, 3))),
        (10, 20, 50),
    ),
)

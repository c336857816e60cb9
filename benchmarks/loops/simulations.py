"""Simulations in time of bodies and of ordinary differential equations."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from loops.program import Program


@njit
def n_body(position, velocity, mass, step, count):
    """Return the sum of squares of the distances from the origin after `count` steps."""
    position = position.copy()
    velocity = velocity.copy()
    n = mass.shape[0]
    for _ in range(count):
        for i in range(n):
            for j in range(n):
                if i != j:
                    dx = position[j, 0] - position[i, 0]
                    dy = position[j, 1] - position[i, 1]
                    dz = position[j, 2] - position[i, 2]
                    square = dx * dx + dy * dy + dz * dz + 0.01
                    pull = step * mass[j] / (square * math.sqrt(square))
                    velocity[i, 0] += pull * dx
                    velocity[i, 1] += pull * dy
                    velocity[i, 2] += pull * dz
        for i in range(n):
            for c in range(3):
                position[i, c] += step * velocity[i, c]
    total = 0.0
    for i in range(n):
        for c in range(3):
            total += position[i, c] * position[i, c]
    return total


@njit
def lennard_jones(position, depth, radius):
    """Return the energy of all pairs nearer than three radii."""
    n = position.shape[0]
    energy = 0.0
    for i in range(n):
        for j in range(i):
            dx = position[i, 0] - position[j, 0]
            dy = position[i, 1] - position[j, 1]
            dz = position[i, 2] - position[j, 2]
            square = dx * dx + dy * dy + dz * dz
            if square < 9.0 * radius * radius:
                third = (radius * radius / square) ** 3
                energy += 4.0 * depth * (third * third - third)
    return energy


@njit
def growth(y, rate, coupling, out):
    """Write the rates of change of populations on a ring to out."""
    n = y.shape[0]
    for i in range(n):
        out[i] = y[i] * (rate[i] - y[i] - coupling * y[(i + 1) % n])


@njit
def ode(start, rate, coupling, step, count):
    """Return the sum of squares of populations after steps of Runge and Kutta, with buffers."""
    n = start.shape[0]
    y = start.copy()
    stage = np.empty(n)
    slope = np.empty(n)
    change = np.empty(n)
    for _ in range(count):
        growth(y, rate, coupling, slope)
        for i in range(n):
            change[i] = slope[i]
            stage[i] = y[i] + 0.5 * step * slope[i]
        growth(stage, rate, coupling, slope)
        for i in range(n):
            change[i] += 2.0 * slope[i]
            stage[i] = y[i] + 0.5 * step * slope[i]
        growth(stage, rate, coupling, slope)
        for i in range(n):
            change[i] += 2.0 * slope[i]
            stage[i] = y[i] + step * slope[i]
        growth(stage, rate, coupling, slope)
        for i in range(n):
            y[i] += step / 6.0 * (change[i] + slope[i])
    total = 0.0
    for i in range(n):
        total += y[i] * y[i]
    return total


@njit
def advance(s, x, v, stiffness, step):
    """Write the state of a chain of masses after step s from the state before it."""
    n = x.shape[1]
    for i in range(n):
        force = -stiffness * x[s - 1, i] - 0.1 * x[s - 1, i] ** 3
        if i > 0:
            force += x[s - 1, i - 1] - x[s - 1, i]
        if i < n - 1:
            force += x[s - 1, i + 1] - x[s - 1, i]
        v[s, i] = v[s - 1, i] + step * force
        x[s, i] = x[s - 1, i] + step * v[s, i]


@njit
def step_function(x0, v0, stiffness, step, count):
    """Return the square of the last state of a chain of masses, with all states in arrays."""
    n = x0.shape[0]
    x = np.zeros((count + 1, n))
    v = np.zeros((count + 1, n))
    for i in range(n):
        x[0, i] = x0[i]
        v[0, i] = v0[i]
    for s in range(1, count + 1):
        advance(s, x, v, stiffness, step)
    total = 0.0
    for i in range(n):
        total += x[count, i] * x[count, i]
    return total


def bodies(rng, n):
    """Return bodies that move slowly, and 20 steps."""
    return rng.normal(size=(n, 3)), 0.1 * rng.normal(size=(n, 3)), rng.random(n) + 0.5, 0.01, 20


def lattice(rng, n):
    """Return n atoms near the sites of a cubic lattice."""
    side = math.ceil(n ** (1 / 3))
    sites = np.array([(i, j, k) for i in range(side) for j in range(side) for k in range(side)])
    return 1.1 * sites[:n] + 0.05 * rng.normal(size=(n, 3)), 1.3, 1.0


PROGRAMS = (
    Program(n_body, ("position", "velocity", "mass"), bodies, (10, 30, 100)),
    Program(lennard_jones, ("position", "depth", "radius"), lattice, (60, 200, 1_000)),
    Program(
        ode,
        ("start", "rate", "coupling"),
        lambda rng, n: (rng.uniform(0.1, 1.0, 8), rng.uniform(0.5, 1.5, 8), 0.5, 0.01, n),
        (50, 1_000, 20_000),
    ),
    Program(
        step_function,
        ("x0", "v0", "stiffness"),
        lambda rng, n: (rng.normal(size=16), rng.normal(size=16), 0.7, 0.01, n),
        (250, 2_000, 16_000),
    ),
)

"""Functions whose derivatives are measured, each with inputs of a given size."""

from __future__ import annotations

import math

import numpy as np


def pendulum(length, gravity, damping, angle, time):
    """Return the angle in rad of a damped pendulum of small swing, after a time in s.

    length in m, gravity in m/s^2, damping in 1/s, angle at the start in rad.
    """
    rate = math.sqrt(gravity / length - 0.25 * damping * damping)
    envelope = angle * math.exp(-0.5 * damping * time)
    return envelope * math.cos(rate * time)


def chain(x, stiffness):
    """Return the energy of a chain of springs, and of a soft wall in front of each mass."""
    total = 0.0
    for i in range(x.shape[0] - 1):
        stretch = x[i + 1] - x[i] - 1.0
        wall = 1.0 + x[i] * x[i]
        total += 0.5 * stiffness * stretch * stretch + 1.0 / wall
    return total


def squeeze(x, gain):
    """Replace each x by gain x / (1 + x^2), and return the sum."""
    total = 0.0
    for i in range(x.shape[0]):
        x[i] = gain * x[i] / (1.0 + x[i] * x[i])
        total += x[i]
    return total


def settle(level, drain, tolerance):
    """Return the sum of the fixed points u = level + drain cos(u), found by iteration."""
    total = 0.0
    for i in range(level.shape[0]):
        u = level[i]
        change = 1.0
        while abs(change) > tolerance:
            change = level[i] + drain * math.cos(u) - u
            u += change
        total += u * u
    return total


def attraction(distance, depth):
    """Return the energy of a pair, cut off at a distance of 3."""
    if distance > 3.0:
        return 0.0
    inverse = 1.0 / distance
    square = inverse * inverse
    return depth * (square * square - square)


def cloud(points, depth):
    """Return the energy of neighbours along a line of points in the plane."""
    energy = 0.0
    for i in range(points.shape[0] - 1):
        across = points[i + 1, 0] - points[i, 0]
        along = points[i + 1, 1] - points[i, 1]
        energy += attraction(math.sqrt(across * across + along * along), depth)
    return energy


def orbit(x, y, u, v, mass, step, count):
    """Return the distance squared from a sun after `count` leapfrog steps."""
    for _ in range(count):
        square = x * x + y * y
        pull = -mass / (square * math.sqrt(square))
        u += step * pull * x
        v += step * pull * y
        x += step * u
        y += step * v
    return x * x + y * y


def inputs(name, size):
    """Return the arguments of a function for a problem size, always the same ones."""
    rng = np.random.default_rng(0)
    if name == "pendulum":
        return 1.3, 9.81, 0.4, 0.2, 2.5
    if name == "chain":
        return np.arange(size) + 0.1 * rng.normal(size=size), 3.0
    if name == "squeeze":
        return rng.uniform(0.2, 2.0, size), 1.4
    if name == "settle":
        return rng.uniform(0.1, 1.0, size), 0.6, 1e-10
    if name == "cloud":
        return np.cumsum(rng.uniform(0.5, 2.0, (size, 2)), axis=0), 0.7
    return 1.0, 0.0, 0.0, 1.1, 1.0, 1e-3, size

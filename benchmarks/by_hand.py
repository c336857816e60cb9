"""The derivatives that one would write by hand, with care, for the same compiler."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

compiled = njit(error_model="numpy")


@compiled
def pendulum(length, gravity, damping, angle, time):
    """Gradient of pendulum with respect to its arguments."""
    rate = math.sqrt(gravity / length - 0.25 * damping * damping)
    decay = math.exp(-0.5 * damping * time)
    envelope = angle * decay
    swing = math.cos(rate * time)
    d_phase = -envelope * math.sin(rate * time)
    d_exponent = envelope * swing
    d_square = d_phase * time / (2.0 * rate)
    d_gravity = d_square / length
    d_damping = -0.5 * time * d_exponent - 0.5 * damping * d_square
    d_time = rate * d_phase - 0.5 * damping * d_exponent
    return -gravity / length * d_gravity, d_gravity, d_damping, decay * swing, d_time


@compiled
def chain(x, stiffness):
    """Gradient of chain with respect to x, stiffness."""
    d_x = np.zeros_like(x)
    d_stiffness = 0.0
    for i in range(x.shape[0] - 1):
        stretch = x[i + 1] - x[i] - 1.0
        wall = 1.0 + x[i] * x[i]
        d_stiffness += 0.5 * stretch * stretch
        d_stretch = stiffness * stretch
        d_x[i + 1] += d_stretch
        d_x[i] -= d_stretch + 2.0 * x[i] / (wall * wall)
    return d_x, d_stiffness


@compiled
def squeeze(x, gain):
    """Gradient of squeeze with respect to x, gain."""
    d_x = np.empty_like(x)
    d_gain = 0.0
    for i in range(x.shape[0]):
        below = 1.0 + x[i] * x[i]
        inverse = 1.0 / below
        d_gain += x[i] * inverse
        d_x[i] = gain * inverse - 2.0 * gain * x[i] * x[i] * inverse * inverse
    return d_x, d_gain


@compiled
def settle(level, drain, tolerance):
    """Gradient of settle with respect to level, drain."""
    d_level = np.empty_like(level)
    d_drain = 0.0
    saved = np.empty(8)
    for i in range(level.shape[0]):
        u = level[i]
        change = 1.0
        count = 0
        while abs(change) > tolerance:
            if count == saved.shape[0]:
                saved = np.concatenate((saved, np.empty_like(saved)))
            saved[count] = u
            count += 1
            change = level[i] + drain * math.cos(u) - u
            u += change
        d_u = 2.0 * u
        d_level_i = 0.0
        while count > 0:
            count -= 1
            u = saved[count]
            d_level_i += d_u
            d_drain += math.cos(u) * d_u
            d_u = -drain * math.sin(u) * d_u
        d_level[i] = d_level_i + d_u
    return d_level, d_drain


@compiled
def cloud(points, depth):
    """Gradient of cloud with respect to points, depth."""
    d_points = np.zeros_like(points)
    d_depth = 0.0
    for i in range(points.shape[0] - 1):
        across = points[i + 1, 0] - points[i, 0]
        along = points[i + 1, 1] - points[i, 1]
        distance = math.sqrt(across * across + along * along)
        if distance <= 3.0:
            inverse = 1.0 / distance
            square = inverse * inverse
            d_depth += square * square - square
            d_distance = depth * square * inverse * (2.0 - 4.0 * square)
            d_across = d_distance * across * inverse
            d_along = d_distance * along * inverse
            d_points[i + 1, 0] += d_across
            d_points[i, 0] -= d_across
            d_points[i + 1, 1] += d_along
            d_points[i, 1] -= d_along
    return d_points, d_depth


@compiled
def orbit(x, y, u, v, mass, step, count):
    """Gradient of orbit with respect to x, y, u, v, mass."""
    x_saved = np.empty(count)
    y_saved = np.empty(count)
    pull_saved = np.empty(count)
    for k in range(count):
        x_saved[k] = x
        y_saved[k] = y
        square = x * x + y * y
        pull_saved[k] = pull = -mass / (square * math.sqrt(square))
        u += step * pull * x
        v += step * pull * y
        x += step * u
        y += step * v
    d_x, d_y, d_u, d_v, d_mass = 2.0 * x, 2.0 * y, 0.0, 0.0, 0.0
    for k in range(count - 1, -1, -1):
        x, y, pull = x_saved[k], y_saved[k], pull_saved[k]
        d_u += step * d_x
        d_v += step * d_y
        d_pull = step * (x * d_u + y * d_v)
        d_mass += pull / mass * d_pull
        d_square = -1.5 * pull / (x * x + y * y) * d_pull
        d_x += step * pull * d_u + 2.0 * x * d_square
        d_y += step * pull * d_v + 2.0 * y * d_square
    return d_x, d_y, d_u, d_v, d_mass

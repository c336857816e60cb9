"""Geometry: curves of splines, and cameras that look at points."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from loops.program import Program

DEGREE = 3


@njit
def b_spline(knots, control, at, target):
    """Return the squared distance of points of a spline from targets, by de Boor's recursion."""
    row = np.empty(DEGREE + 1)
    total = 0.0
    for p in range(at.shape[0]):
        x = at[p]
        span = DEGREE
        while span < control.shape[0] - 1 and x >= knots[span + 1]:
            span += 1
        for j in range(DEGREE + 1):
            row[j] = control[span - DEGREE + j]
        for r in range(1, DEGREE + 1):
            for j in range(DEGREE, r - 1, -1):
                left = knots[span - DEGREE + j]
                right = knots[span + 1 + j - r]
                alpha = (x - left) / (right - left)
                row[j] = (1.0 - alpha) * row[j - 1] + alpha * row[j]
        total += (row[DEGREE] - target[p]) ** 2
    return total


@njit
def cross(a, b, out):
    """Write the cross product of two vectors to out."""
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


@njit
def rotate(rotation, point):
    """Return a point turned about an axis whose length is the angle."""
    angle = math.sqrt(rotation[0] ** 2 + rotation[1] ** 2 + rotation[2] ** 2)
    turned = np.empty(3)
    cross(rotation, point, turned)
    if angle < 1e-12:
        return point + turned
    cosine = math.cos(angle)
    along = 0.0
    for k in range(3):
        along += rotation[k] * point[k]
    along *= (1.0 - cosine) / (angle * angle)
    sine = math.sin(angle) / angle
    return cosine * point + sine * turned + along * rotation


@njit
def project(camera, point):
    """Return where a camera sees a point: turned, moved, divided by depth, bent by the lens."""
    seen = rotate(camera[:3], point) + camera[3:6]
    u, v = -seen[0] / seen[2], -seen[1] / seen[2]
    square = u * u + v * v
    bend = camera[6] * (1.0 + square * (camera[7] + square * camera[8]))
    return bend * u, bend * v


@njit
def bundle_adjustment(cameras, points, camera_of, point_of, seen):
    """Return the sum of squares of the distances between where points are seen and should be."""
    total = 0.0
    for i in range(seen.shape[0]):
        u, v = project(cameras[camera_of[i]], points[point_of[i]])
        total += (u - seen[i, 0]) ** 2 + (v - seen[i, 1]) ** 2
    return total


def curve(rng, n):
    """Return a cubic spline with 12 control points, and n points to fit."""
    knots = np.concatenate((np.zeros(3), np.linspace(0.0, 1.0, 10), np.ones(3)))
    return knots, rng.normal(size=12), rng.random(n), rng.normal(size=n)


def scene(rng, n, cameras=8):
    """Return n observations by 8 cameras of n / 4 points."""
    turns, moves = 0.3 * rng.normal(size=(cameras, 3)), rng.normal(size=(cameras, 3))
    lenses = np.tile([1.0, 0.1, 0.01], (cameras, 1))
    points = rng.normal(size=(max(n // 4, 1), 3)) - [0.0, 0.0, 8.0]
    which = rng.integers(0, cameras, n), rng.integers(0, points.shape[0], n)
    return np.concatenate((turns, moves, lenses), axis=1), points, *which, rng.normal(size=(n, 2))


PROGRAMS = (
    Program(b_spline, ("control", "at"), curve, (300, 3_000, 30_000)),
    Program(bundle_adjustment, ("cameras", "points"), scene, (50, 500, 10_000)),
)

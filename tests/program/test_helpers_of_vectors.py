"""Helpers on small vectors that loops call: their elements are held in variables."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad, jvp

POINTS = np.array([[0.3, -0.7, 1.1], [0.4, 0.2, -0.5], [1.3, 0.6, 0.9]])
AXIS = np.array([0.2, 0.5, -0.4])


def cross(a: Any, b: Any, out: Any) -> None:
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


def rotate(axis: Any, point: Any) -> Any:
    angle = math.sqrt(axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2)
    turned = np.empty(3)
    cross(axis, point, turned)
    if angle < 1e-12:
        return point + turned
    sine = math.sin(angle) / angle
    return math.cos(angle) * point + sine * turned


def projected(axis: Any, point: Any) -> Any:
    seen = rotate(axis, point)
    return seen[0] / (2.0 + seen[2] ** 2), seen[1]


def cameras(axis: Any, points: Any) -> Any:
    total = 0.0
    for i in range(points.shape[0]):
        u, v = projected(axis, points[i])
        total += u * u * v
    return total


def once(axis: Any, points: Any) -> Any:
    u, v = projected(axis, points[0])
    return u * u * v


def offset(point: Any) -> Any:
    shift = np.array([1.0, 2.0, 3.0])
    return point * point + shift * point


def stretched(axis: Any, points: Any) -> Any:
    total = 0.0
    for i in range(points.shape[0]):
        total += np.sum(offset(points[i, :1])) * axis[i]
    return total


def accumulated(out: Any, a: Any) -> Any:
    for i in range(3):
        out[i] += a[i] * out[i - 1]
    return out


def filled_twice(axis: Any, points: Any) -> Any:
    total = 0.0
    for i in range(points.shape[0]):
        out = np.ones(3)
        accumulated(out, axis)
        same = accumulated(out, points[i])
        same[0] *= 2.0
        accumulated(out, out)
        total += out[0] * out[1] + out[2]
    return total


FUNCTIONS = [cameras, once, stretched, filled_twice]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_derivatives_of_helpers(function: Callable[..., Any]) -> None:
    check_grads(function, (AXIS, POINTS), target="python")


def test_no_small_arrays_are_made_in_loops() -> None:
    text = grad(cameras, wrt=("axis", "points")).source(AXIS, POINTS)
    assert "np.empty" not in text
    assert "np.zeros(" not in text
    assert "runtime.fit" not in text


def test_forward_mode_makes_none_either() -> None:
    assert "np.empty" not in jvp(cameras).source(AXIS, POINTS, AXIS)


def test_helpers_that_run_once_keep_their_arrays() -> None:
    assert "turned = np.empty(3)" in grad(once).source(AXIS, POINTS)

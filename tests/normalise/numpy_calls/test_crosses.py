"""Cross products of vectors with two components."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad, value_and_grad

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1])
A = np.array([[0.3, 1.2, -0.7], [2.1, -0.4, 0.9], [1.1, 0.5, -1.6]])
TARGETS = pytest.mark.parametrize("target", ["python", "cpu"])


def crossed_in_the_plane(x, a):
    arm, force = x[:2] - a[0, :2], np.array([x[1], x[2]])
    total = np.cross([1.0, x[0]], [x[1], 2.0]) + np.cross(arm, force) ** 2
    for k in range(2):
        force = force + arm * x[k]
        total += np.cross(a=x[k : k + 2], b=force)
    return total + np.sum(np.cross(a[:, :2] * x[0], a[:, -2:]) * x)


@TARGETS
@pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors:DeprecationWarning")
def test_products_in_the_plane(target: str) -> None:
    check(crossed_in_the_plane, X, A, target=target)


def crossed_with_too_few(x):
    return np.cross(x[2:][:2], x[:2])


@TARGETS
@pytest.mark.parametrize("transform", [grad, value_and_grad])
def test_what_has_fewer_components_raises(transform: Any, target: str) -> None:
    with pytest.raises(ValueError, match="incompatible dimensions for cross product"):
        transform(crossed_with_too_few, target=target)(X)

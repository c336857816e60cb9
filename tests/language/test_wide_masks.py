"""Masks of several dimensions: those of another shape than the array raise, as in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

from .compare import check_both


def read_by_another(x, y):
    return np.sum(y[x > 0.5] ** 2)


def written_by_another(x, y):
    y = y * 1.0
    y[x > 0.5] *= 2.0
    return np.sum(y * y)


def in_a_loop(x, y):
    s = 0.0
    for k in range(3):
        m = x > 0.5
        s += np.sum(y[m]) * k
        y = y.T
    return s


WIDE = np.array([[0.3, 1.2, 0.9], [2.1, 0.1, 1.4]])


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [read_by_another, written_by_another, in_a_loop])
def test_masks_of_another_shape_raise(function: Any, target: str) -> None:
    """Also if they have as many elements as the array."""
    for y in (WIDE.T.copy(), WIDE.T, np.ones((3, 2))):
        with pytest.raises(IndexError):
            function(WIDE, y)
        with pytest.raises(IndexError, match="the mask has another shape"):
            grad(function, "y", target=target)(WIDE, y)
        with pytest.raises(IndexError, match="the mask has another shape"):
            jvp(function, "y", target=target)(WIDE, y, np.ones_like(y))


def of_its_own(x):
    m = x > 0.5
    z = 2.0 * x
    z[~m & np.isfinite(x)] = 0.0
    return np.sum(z[m]) + np.sum(x[z > 1.0])


def test_masks_made_of_the_array_are_not_checked() -> None:
    """Their shape is known."""
    assert "raise" not in grad(of_its_own, target="python").source(WIDE)
    check_both(of_its_own, WIDE)

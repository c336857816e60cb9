"""Functions that Numba has for arrays without gaps, of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

from ...differentiate.finite import check

POINT = np.array([0.7, 0.9, 0.45, -0.3, 1.2, 0.1])


def differences(x: Any) -> Any:
    return np.sum(np.diff(x[::-2]) ** 2)


def whole(x: Any) -> Any:
    return np.sum(np.diff(x) ** 2)


def differences_along_columns(x: Any) -> Any:
    m = np.outer(x, x)
    return np.sum(np.diff(m[::2, 1:4], n=2) ** 2) + np.sum(np.diff(m[:, 1]) * x[1:])


def kronecker_products(x: Any) -> Any:
    m = np.outer(np.sin(x), x)
    return np.sum(np.kron(x[::2], m[:, 1]) ** 2) + np.sum(np.kron(m[::3, :2], m.T[:2]))


def areas(x: Any) -> Any:
    m = np.outer(np.sin(x), x)
    return np.trapezoid(m[:, 1], x * x) * x[0] + np.trapezoid(x[::2], m[::2, 0])


@pytest.mark.skipif(not hasattr(np, "trapezoid"), reason="NumPy 1 calls it trapz")
def test_areas() -> None:
    check(grad(areas, target="python")(POINT.copy()), areas, POINT)


@pytest.mark.parametrize("f", [differences, differences_along_columns, kronecker_products])
def test_both_modes(f: Callable[..., Any]) -> None:
    check(grad(f, target="python")(POINT.copy()), f, POINT)
    tangents = [jvp(f, target="python")(POINT.copy(), t_x)[1] for t_x in np.eye(POINT.size)]
    check(np.array(tangents), f, POINT)


def test_what_has_no_gaps_is_not_copied() -> None:
    assert "ascontiguousarray" in grad(differences, target="python").source(POINT)
    assert "ascontiguousarray" not in grad(whole, target="python").source(POINT)

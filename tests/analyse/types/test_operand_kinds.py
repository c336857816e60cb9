"""Operands that rules are not written for, or that Numba computes otherwise than NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp

V = np.array([0.7, 1.3, 2.1])
COUNTS = np.array([-7, 7, 5])


def of_constants(x, n):
    return x[0] * np.fmod(-7, 3)


def of_math(x, n):
    return x[0] * math.fmod(n[0], 3)


def of_arrays(x, n):
    return np.sum(x * np.fmod(n, 3))


def of_one_float(x, n):
    return x[0] * np.fmod(float(n[0]), 3) + np.sum(x * np.fmod(n * 1.0, 3))


@pytest.mark.parametrize("function", [of_constants, of_math, of_arrays])
def test_fmod_of_integers_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedSyntax, match="`fmod` of two integers"):
        grad(function, target="python")(V, COUNTS)
    with pytest.raises(UnsupportedSyntax, match="`fmod` of two integers"):
        jvp(function, target="python")(V, COUNTS, V)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_fmod_of_floats_has_the_signs_of_numpy(target: str) -> None:
    wanted = np.fmod(COUNTS, 3) + np.array([np.fmod(COUNTS[0], 3), 0, 0])
    assert np.allclose(grad(of_one_float, target=target)(V, COUNTS), wanted)

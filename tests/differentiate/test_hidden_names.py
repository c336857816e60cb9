"""Functions and globals of the user that are called like modules and builtin functions."""

from __future__ import annotations

import builtins
import math as m
from typing import Any

import pytest

from srcdiff import grad

from .finite import check

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
np = 2.5
math_gradient = 0.5


def max(x):
    return x * x * x


def math(x):
    return m.sin(x) * np


def math_rev(x):
    return x * 5.0


def runtime(x):
    return x * x


def njit(x, numba=2.0):
    return x * numba


def sum(x, n):
    if n == 0:
        return x
    return x * sum(x, n - 1)


def builtin_and_own(x):
    return max(x) + builtins.max(x, 1.0)


def module_and_own(x):
    return math(x) * m.exp(x) * math_gradient


def names_of_the_generated_module(x):
    return njit(x) * runtime(x) + math_rev(x) * math(x)


def parameters_by_name(x):
    return njit(numba=x, x=2.0) * np


def recursive(x):
    return sum(x, 3)


PROGRAMS = [
    max,
    math,
    njit,
    runtime,
    builtin_and_own,
    module_and_own,
    names_of_the_generated_module,
    parameters_by_name,
    recursive,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@TARGETS
def test_the_gradient(program: Any, target: str) -> None:
    check(grad(program, target=target)(1.2), program, 1.2)


def test_the_function_itself() -> None:
    assert grad(math).primal(1.2) == pytest.approx(math(1.2))

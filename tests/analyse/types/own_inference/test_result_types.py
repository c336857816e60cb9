"""What Numba's functions return: the same as where Numba compiles them, and nothing is compiled."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.registry import cpu_target

from srcdiff import grad
from srcdiff.analyse.types.own_inference.result_types import context
from srcdiff.analyse.types.own_inference.signatures import type_of_value
from srcdiff.analyse.types.types import types

VECTOR = types.Array(types.float64, 1, "C")
STRIDED = types.Array(types.float32, 1, "A")
MATRIX = types.Array(types.float64, 2, "F")
MASK = types.Array(types.boolean, 1, "C")
COMPLEX = types.Array(types.complex128, 2, "C")
CALLS = [
    (np.sum, (STRIDED,)),
    (np.dot, (MATRIX, VECTOR)),
    (np.where, (MASK, VECTOR, VECTOR)),
    (np.concatenate, (types.UniTuple(VECTOR, 2),)),
    (np.linalg.det, (COMPLEX,)),
    (np.diff, (VECTOR,)),
    (np.cumsum, (STRIDED,)),
    (operator.matmul, (MATRIX, MATRIX)),
    (operator.add, (STRIDED, types.float64)),
    (max, (types.int64, types.float64)),
]


@njit
def halves(x, n=2):
    return x[n:], 0.5 * x[n]


@njit
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@pytest.mark.parametrize(("function", "given"), CALLS)
def test_the_same_as_compiled(function: Any, given: tuple[Any, ...]) -> None:
    refresh()
    kind = type_of_value(function)
    found = context().resolve_function_type(kind, given, {})
    compiled = cpu_target.typing_context.resolve_function_type(kind, given, {})
    assert found.return_type == compiled.return_type


def test_compiled_functions_of_the_user() -> None:
    refresh()
    found = context().resolve_function_type(type_of_value(halves), (VECTOR,), {})
    assert str(found.return_type) == f"Tuple({VECTOR}, float64)"
    result = context().resolve_function_type(type_of_value(factorial), (types.int64,), {})
    assert result.return_type == types.int64
    assert not halves.overloads and not factorial.overloads
    assert factorial(5) == 120


def test_compiled_code_is_made_after_its_types() -> None:
    def steps(x):
        return np.sum(np.diff(x) ** 2)

    x = np.array([1.0, 4.0, 2.0])
    exact = np.array([-6.0, 10.0, -4.0])
    np.testing.assert_array_equal(grad(steps, target="python")(x), exact)
    np.testing.assert_array_equal(grad(steps)(x), exact)
    assert njit(steps)(x) == 13.0


def refresh() -> None:
    """Have Numba read the declarations that it has not read yet."""
    cpu_target.target_context.refresh()
    cpu_target.typing_context.refresh()

"""Equal eigenvalues and singular values: a number where it is right, nan where it is 0/0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

FIVE = np.arange(25.0).reshape(5, 5) / 10.0
SPREAD = np.linalg.qr(np.cos(FIVE * FIVE))[0]
IDENTITY = 2.0 * np.eye(3)
TWICE = SPREAD @ np.diag([1.0, 1.0, 2.0, 3.0, 3.0]) @ SPREAD.T  # equal but for rounding
WEIGHTS = np.cos(np.arange(25.0)).reshape(5, 5)


def weights(x: Any) -> Any:
    """Return numbers for the elements of a matrix."""
    return np.ascontiguousarray(WEIGHTS[: len(x), : len(x)])


def first_projector(x: Any, w: Any) -> Any:
    _, v = np.linalg.eigh((x + x.T) / 2.0)
    return np.sum(np.outer(v[:, 0], v[:, 0]) * w)


def largest_vector(x: Any, w: Any) -> Any:
    _, v = np.linalg.eigh((x + x.T) / 2.0)
    return np.sum(v[:, 2] * v[:, 2] * w[0])


def first_left_vector(x: Any, w: Any) -> Any:
    u, _, _ = np.linalg.svd(x, full_matrices=False)
    return np.sum(np.outer(u[:, 0], u[:, 0]) * w)


def sum_of_logarithms(x: Any, w: Any) -> Any:
    values, _ = np.linalg.eigh(x)
    return np.sum(np.log(values)) * w[0, 0]


def product_of_singular_values(x: Any, w: Any) -> Any:
    _, s, _ = np.linalg.svd(x)
    return np.prod(s) * w[0, 0]


@pytest.mark.parametrize("matrix", [IDENTITY, TWICE, IDENTITY.astype(np.float32)])
@pytest.mark.parametrize("function", [first_projector, first_left_vector])
def test_what_turns_with_the_vectors_is_nan(function: Callable[..., Any], matrix: Any) -> None:
    w = weights(matrix).astype(matrix.dtype)
    assert np.isnan(grad(function, target="python")(matrix, w)).any()
    direction = np.sin(np.arange(matrix.size)).reshape(matrix.shape).astype(matrix.dtype)
    _, tangent = jvp(function, 0, target="python")(matrix, w, direction)
    assert np.isnan(tangent)


@pytest.mark.parametrize("matrix", [IDENTITY, TWICE])
@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (sum_of_logarithms, lambda x: np.linalg.inv(x)),
        (product_of_singular_values, lambda x: np.linalg.det(x) * np.linalg.inv(x)),
    ],
)
def test_what_depends_on_values_alone_is_right(
    function: Callable[..., Any], expected: Callable[[Any], Any], matrix: Any
) -> None:
    w = weights(matrix)
    found = grad(function, target="python")(matrix, w)
    np.testing.assert_allclose(found + found.T, 2.0 * w[0, 0] * expected(matrix), rtol=1e-10)


def test_a_vector_of_a_value_that_is_single_is_right() -> None:
    found = grad(largest_vector, target="python")(TWICE, WEIGHTS)
    step = 1e-6 * np.cos(3.0 * FIVE)
    expected = largest_vector(TWICE + step, WEIGHTS) - largest_vector(TWICE - step, WEIGHTS)
    assert np.sum(found * step) == pytest.approx(0.5 * expected, rel=1e-6)


def test_the_compiled_derivative_is_nan_as_well() -> None:
    w = weights(IDENTITY)
    assert np.isnan(grad(first_projector)(IDENTITY, w)).any()
    assert np.isnan(grad(first_left_vector)(IDENTITY, w)).any()

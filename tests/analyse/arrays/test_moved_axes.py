"""Where axes are in what is made of an array, compared with NumPy itself."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff.analyse.arrays.moved_axes import moved_by, moved_by_subscript
from srcdiff.core.operations import operation
from srcdiff.syntax import expression

SHAPE = (2, 3, 4)  # each axis is known by its extent
MADE = [
    *("x + 1.0", "np.exp(x)", "x.sum(axis=0)", "x.sum(axis=-1)", "np.max(x, 1)", "np.mean(x, -3)"),
    *("np.expand_dims(x, 0)", "np.expand_dims(x, 2)", "np.expand_dims(x, 3)"),
    *("np.expand_dims(x, -1)", "np.expand_dims(x, -3)"),
]
TAKEN = [
    "x[0]",
    "x[:, 0]",
    "x[:, :, -1]",
    "x[:, None]",
    "x[None, 1, :, None]",
    "x[:]",
    "x[:, 1, 2]",
]


def expected(text: str) -> list[int | None]:
    """Return where the axes of an array are in what an expression gives."""
    shape = eval(text, {"np": np, "x": np.ones(SHAPE)}).shape
    return [shape.index(n) - len(shape) if n in shape else None for n in SHAPE]


@pytest.mark.parametrize("text", MADE)
def test_axes_of_results(text: str) -> None:
    found = operation(expression(text))
    assert found is not None
    move = moved_by(found, len(SHAPE))
    assert [move(axis) for axis in (-3, -2, -1)] == expected(text)


@pytest.mark.parametrize("text", TAKEN)
def test_axes_of_parts(text: str) -> None:
    move = moved_by_subscript(expression(text).slice, len(SHAPE))
    assert [move(axis) for axis in (-3, -2, -1)] == expected(text)


@pytest.mark.parametrize(
    "text", ["x @ x", "np.matmul(x, x)", "x.T", "x.sum()", "np.cumsum(x, 0)", "np.sum(x, (0, 1))"]
)
def test_axes_that_are_lost(text: str) -> None:
    found = operation(expression(text))
    assert found is not None
    move = moved_by(found, len(SHAPE))
    assert [move(axis) for axis in (-3, -2, -1)] == [None] * 3


@pytest.mark.parametrize("text", ["x[..., 0]", "x[::-1]", "x[1:]", "x[k]"])
def test_parts_of_an_axis_are_not_beside_it(text: str) -> None:
    assert moved_by_subscript(expression(text).slice, len(SHAPE))(-3) is None

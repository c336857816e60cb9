"""Arrays with their axes in another order, compiled without Numba's sorts and sets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core import event

from srcdiff import vjp
from srcdiff.analyse.types.axes import moved_axis, swapped_axes, turned_axes
from srcdiff.backends.compiling.remembered import remembered

X = np.arange(24.0).reshape(2, 3, 4)
ARRAYS = {
    "c": X,
    "fortran": np.asfortranarray(X),
    "strided": np.repeat(X, 2, axis=1)[::-1, ::2, 1:],
    "single": X.astype(np.float32),
    "empty": X[:, :0],
}
PAIRS = [*product(range(-3, 3), repeat=2)]


class Compiled(event.Listener):  # type: ignore[misc]
    """The names of the functions that Numba compiles meanwhile."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        self.names.append(getattr(event.data["dispatcher"], "__qualname__", ""))

    def on_end(self, event: Any) -> None: ...


@pytest.mark.parametrize("array", ARRAYS)
@pytest.mark.parametrize("function", [moved_axis, swapped_axes])
def test_pairs_of_axes(function: Callable[..., Any], array: str) -> None:
    compiled = njit(lambda a, first, second: function(a, first, second))
    for pair in PAIRS:
        check(compiled(ARRAYS[array], *pair), function(ARRAYS[array], *pair))


@pytest.mark.parametrize("array", ARRAYS)
def test_all_axes(array: str) -> None:
    compiled = njit(lambda a, axes: turned_axes(a, axes))
    for axes in [*permutations(range(3)), (-1, 0, 1), (1, -1, -3)]:
        check(compiled(ARRAYS[array], axes), turned_axes(ARRAYS[array], axes))


def check(found: Any, expected: Any) -> None:
    """Compare views."""
    np.testing.assert_array_equal(found, expected, strict=True)
    assert found.strides == expected.strides
    assert np.shares_memory(found, expected) == (found.size > 0)


@pytest.mark.parametrize("given", [(3, 0), (0, -4)])
@pytest.mark.parametrize("function", [moved_axis, swapped_axes])
def test_axes_that_an_array_has_not(function: Callable[..., Any], given: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no such axis"):
        njit(lambda a, first, second: function(a, first, second))(X, *given)


@pytest.mark.parametrize(("axes", "reason"), [((0, 1, 1), "repeated"), ((0, 1, 3), "no such")])
def test_axes_that_are_no_order(axes: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        njit(lambda a, axes: turned_axes(a, axes))(X, axes)


def ordered(x: Any, k: int) -> Any:
    """Use all three, with axes that are known and others."""
    y = np.moveaxis(x, 0, k) * np.moveaxis(x, 0, -1)
    return np.transpose(np.swapaxes(y, k, 1), (2, 0, 1)) * x[0, 0, 0]


def test_derivatives_use_them() -> None:
    listener = Compiled()
    cotangent = np.cos(np.arange(24.0)).reshape(4, 3, 2)
    with event.install_listener("numba:compile", listener):
        found = vjp(ordered, cache=False)(X, 2, cotangent)
    np.testing.assert_allclose(found, vjp(ordered, target="python")(X, 2, cotangent))
    assert not any("sort" in name for name in listener.names)


def test_several_axes_are_left_to_numba() -> None:
    with remembered():
        compiled = njit(lambda a: np.moveaxis(a, (0, 1), (1, 2)))
        check(compiled(X), np.moveaxis(X, (0, 1), (1, 2)))
        check(njit(lambda a: np.transpose(a))(X), X.T)


def test_sums_along_an_axis_compile_no_text() -> None:
    found = Compiled()
    with remembered(), event.install_listener("numba:compile", found):
        compiled = njit(lambda a, axis: np.sum(a, axis))
        for axis in (1, -1):
            np.testing.assert_array_equal(compiled(X, axis), np.sum(X, axis))
    assert not [name for name in found.names if "str" in name]
    with pytest.raises(np.exceptions.AxisError):
        compiled(X, 3)

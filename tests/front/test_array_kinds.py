"""Arrays that mean more than their numbers are refused: masked ones, matrices, quantities."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from srcdiff import WrongCall, adjoint, grad, jvp, value_and_grad, vjp
from srcdiff.errors import UnsupportedType


class Quantity(np.ndarray):
    """What has units."""


NUMBERS = np.array([1.0, 2.0, 3.0])
KINDS = {
    "masked": np.ma.array(NUMBERS, mask=[False, True, False]),
    "matrix": NUMBERS[None].view(np.matrix),
    "quantity": NUMBERS.view(Quantity),
}
MATRIX = np.eye(3).view(np.matrix)


def cubes(x):
    return np.sum(x * x * x)


def scaled(p):
    return p[0] * np.sum(p[1] * p[1])


def of_global(x):
    return np.sum(MATRIX * x)


def alike(value):
    """Return a plain array, for which Numba has the same type."""
    return np.array(np.asarray(value))


def gradient_by_name(function, target):
    """Return a gradient whose argument is passed by its name."""
    gradient = grad(function, target=target)
    return lambda x: gradient(x=x)


def primal(function, target):
    """Return what computes the value alone."""
    return grad(function, target="cpu").primal


# what is called, and the arguments that follow the first
CALLS = {
    "gradient": (grad, lambda x: ()),
    "value": (value_and_grad, lambda x: ()),
    "by name": (gradient_by_name, lambda x: ()),
    "product": (vjp, lambda x: (1.0,)),
    "adjoint": (adjoint, lambda x: (alike(x), 1.0)),
    "tangent": (jvp, lambda x: (alike(x),)),
    "value itself": (primal, lambda x: ()),
}


@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("call", CALLS)
def test_arrays_of_kinds_of_their_own_are_refused(call, kind, target):
    transform, more = CALLS[call]
    value = KINDS[kind]
    derivative = transform(cubes, target=target)
    with pytest.raises(WrongCall, match=type(value).__name__):
        derivative(value, *more(value))
    # also where plain arrays of the same type came before
    derivative(alike(value), *more(value))
    with pytest.raises(WrongCall, match=type(value).__name__):
        derivative(value, *more(value))
    derivative(alike(value), *more(value))


@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize("kind", KINDS)
def test_they_are_refused_in_tuples_and_as_adjoints(kind, target):
    value = KINDS[kind]
    of_tuple, adjoint_of = grad(scaled, target=target), adjoint(cubes, target=target)
    of_tuple((2.0, alike(value)))
    adjoint_of(alike(value), alike(value), 1.0)
    with pytest.raises(WrongCall, match=type(value).__name__):
        of_tuple((2.0, value))
    with pytest.raises(WrongCall, match=type(value).__name__):
        adjoint_of(alike(value), value, 1.0)


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_a_global_of_a_kind_of_its_own_is_refused(target):
    with pytest.raises(UnsupportedType, match="`MATRIX` is a matrix"):
        grad(of_global, target=target)(NUMBERS)


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_arrays_in_files_and_records_are_plain(target, tmp_path):
    mapped = np.memmap(tmp_path / "numbers", dtype=np.float64, mode="w+", shape=3)
    mapped[:] = NUMBERS
    gradient = grad(cubes, target=target)
    np.testing.assert_array_equal(gradient(mapped), 3.0 * NUMBERS**2)
    np.testing.assert_array_equal(gradient(NUMBERS.view(np.recarray)), 3.0 * NUMBERS**2)


def test_functions_of_the_user_take_what_they_took():
    @numba.njit
    def inner(x):
        return np.sum(x * x)

    def outer(x):
        return 2.0 * inner(x)

    grad(outer)(NUMBERS)
    assert inner(NUMBERS.view(Quantity)) == 14.0


class Metre(float):
    """A number that is not multiplied as others are."""

    def __mul__(self, other):
        return Metre(100.0 * float(self) * float(other))


class Index(int):
    """An integer that is not added as others are."""


def area(x, n):
    return x * x * n


@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize("given", [(Metre(2.0), 3), (2.0, Index(3))], ids=["float", "int"])
def test_numbers_of_kinds_of_their_own_are_refused(given, target):
    gradient = grad(area, target=target)
    for _ in range(2):  # also where plain numbers came before
        with pytest.raises(WrongCall, match=r"Metre|Index"):
            gradient(*given)
        assert gradient(2.0, 3) == gradient(np.float64(2.0), np.int32(3)) == 12.0

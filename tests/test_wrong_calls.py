"""Calls that do not fit are refused, and never compute something else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, WrongCall, adjoint, grad, vjp

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
X = np.array([0.4, 1.3, 0.2])


def square(x):
    return x * x


def scaled(x, y, factor=2.0):
    for i in range(len(x)):
        y[i] = factor * x[i] * x[i]


def squares(x):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    return y


def powers(x, n):
    total = 0.0
    for i in range(n):
        total = total * x + i
    return total


# --- arguments ---

CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1.0, 2.0), {}),
    ((), {"y": 1.0}),
    ((1.0,), {"x": 1.0}),
    ((1.0,), {"y": 1.0}),
]


@pytest.mark.parametrize("call", CALLS, ids=str)
@TARGETS
def test_arguments_that_do_not_fit(call: tuple[Any, Any], target: str) -> None:
    with pytest.raises(TypeError):
        grad(square, target=target)(*call[0], **call[1])


STRANGE: list[Any] = [
    pytest.param(object(), id="object"),
    {"a": 1.0},
    "text",
    None,
    [1.0, 2.0],
    (1.0, 2.0),
    X.astype(">f8"),
    X.astype(np.longdouble),
    X.astype(np.float16),
    np.float16(1.0),
    np.ma.array(X),
    np.array(["a", "b"]),
    np.array([1.0, None], dtype=object),
    1,
    True,
    X.astype(int),
    X.astype(np.clongdouble),
]


@pytest.mark.parametrize("given", STRANGE, ids=lambda given: repr(given)[:30])
@TARGETS
def test_arguments_of_types_that_cannot_be_differentiated(given: Any, target: str) -> None:
    for function in (square, squares):
        with pytest.raises(SrcdiffError):
            grad(function, target=target)(given)


# --- cotangents ---


@TARGETS
def test_a_cotangent_that_is_missing(target: str) -> None:
    with pytest.raises(TypeError):
        vjp(square, target=target)(1.0)
    with pytest.raises(TypeError):
        adjoint(square, target=target)(1.0)
    with pytest.raises(TypeError):
        adjoint(square, target=target)(1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    "cotangent",
    [(1.0,), (1.0, 2.0), "text", X, 1.0j, [1.0]],
    ids=["tuple", "pair", "text", "array", "complex", "list"],
)
@TARGETS
def test_a_cotangent_that_is_no_number(cotangent: Any, target: str) -> None:
    with pytest.raises(WrongCall):
        vjp(square, target=target)(1.0, cotangent)


@pytest.mark.parametrize(
    "cotangent",
    [1.0, (1.0, 2.0), X.reshape(1, 3), X[:, None], X.astype(complex), [1.0, 2.0, 3.0]],
    ids=["number", "pair", "row", "column", "complex", "list"],
)
@TARGETS
def test_a_cotangent_that_is_no_vector(cotangent: Any, target: str) -> None:
    with pytest.raises(WrongCall):
        vjp(squares, target=target)(X, cotangent)


@pytest.mark.parametrize("length", [0, 1, 2, 4])
@TARGETS
def test_a_cotangent_of_another_length(length: int, target: str) -> None:
    short = np.ones(8)[:length]  # what lies behind it belongs to nobody else
    with pytest.raises(ValueError, match="shape"):
        vjp(squares, target=target)(X, short)
    with pytest.raises(ValueError, match="shape"):
        vjp(scaled, outputs="y", target=target)(X, np.empty(3), 2.0, short)


@pytest.mark.parametrize("cotangent", [None, 1.0, np.ones((3, 1))], ids=["None", "number", "2-d"])
@TARGETS
def test_a_cotangent_of_an_output_of_another_kind(cotangent: Any, target: str) -> None:
    with pytest.raises(WrongCall):
        vjp(scaled, outputs="y", target=target)(X, np.empty(3), 2.0, cotangent)


# --- the adjoint form ---


@TARGETS
def test_a_truth_value_as_a_cotangent(target: str) -> None:
    for given in (True, np.True_):
        with pytest.raises(WrongCall, match="cannot be a bool"):
            vjp(square, target=target)(2.0, given)


@pytest.mark.parametrize("length", [0, 1, 2, 4])
@TARGETS
def test_an_adjoint_of_another_length(length: int, target: str) -> None:
    derivative = adjoint(scaled, outputs="y", target=target)
    short = np.ones(8)[:length]  # what lies behind it belongs to nobody else
    with pytest.raises(ValueError, match="shape"):
        derivative(X, short, np.empty(3), np.ones(3), 2.0)
    with pytest.raises(ValueError, match="shape"):
        derivative(X, np.zeros(3), np.empty(3), short, 2.0)


@pytest.mark.parametrize(
    "d_x",
    [np.zeros(3, int), np.zeros((3, 1)), np.zeros(3, bool), np.zeros(3, complex), None, 1.0],
    ids=["integers", "2-d", "booleans", "complex", "None", "number"],
)
@TARGETS
def test_an_adjoint_of_another_kind(d_x: Any, target: str) -> None:
    derivative = adjoint(scaled, outputs="y", target=target)
    with pytest.raises(WrongCall):
        derivative(X, d_x, np.empty(3), np.ones(3), 2.0)
    derivative(X, np.zeros(3), np.empty(3), np.ones(3), 2.0)
    with pytest.raises(WrongCall):  # as before, although there is code for other types now
        derivative(X, d_x, np.empty(3), np.ones(3), 2.0)


@TARGETS
def test_an_adjoint_that_is_read_only(target: str) -> None:
    derivative = adjoint(scaled, outputs="y", target=target)
    d_x = np.zeros(3)
    derivative(X, d_x.copy(), np.empty(3), np.ones(3), 2.0)
    d_x.flags.writeable = False
    with pytest.raises((SrcdiffError, ValueError)):
        derivative(X, d_x, np.empty(3), np.ones(3), 2.0)
    np.testing.assert_array_equal(d_x, np.zeros(3))


def test_every_argument_of_an_adjoint_has_its_own_type() -> None:
    derivative = adjoint(powers)
    assert derivative(2.0, 4, 1.0) == 6.0
    single = adjoint(scaled, outputs="y")
    for kind in (np.float64, np.float32):
        d_x, y, d_y = np.zeros(3), np.empty(3, kind), np.ones(3, kind)
        single(X, d_x, y, d_y, 2.0)
        np.testing.assert_allclose(d_x, 4.0 * X)
        np.testing.assert_array_equal(d_y, np.zeros(3))
    number = adjoint(lambda x, n: x * n)
    assert number(2.0, 3, 1.0) == 3.0
    assert number(2.0, 2.5, 1.0) == 2.5
    assert number(2.0, 3, 0.5) == 1.5


@TARGETS
def test_an_adjoint_takes_its_arguments_by_position(target: str) -> None:
    with pytest.raises(TypeError):
        adjoint(square, target=target)(1.0, cotangent=1.0)


# --- what is asked for ---


def test_what_cannot_be_asked_for() -> None:
    for wrong in ("y", 1, -2, 1.5, None, ("x", "x"), ("x", 3)):
        with pytest.raises(WrongCall):
            grad(square, wrt=wrong)
    with pytest.raises(WrongCall):
        vjp(scaled, outputs="z")
    with pytest.raises(WrongCall):
        grad(square, target="gpu")
    with pytest.raises(WrongCall):
        grad(square, fast=True)
    with pytest.raises(WrongCall):
        grad("x")
    with pytest.raises(WrongCall):
        grad(square).source()

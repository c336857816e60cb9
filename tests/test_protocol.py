"""What type checkers make of derivatives: mypy reads this file too (`make check`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest
from typing_extensions import assert_type

import srcdiff
from srcdiff import Derivative, adjoint, check_grads, grad, jvp, value_and_grad, vjp
from srcdiff.report import Report

Vector = npt.NDArray[np.float64]


@grad
def plain(x: float, n: int = 2) -> float:
    """Return a power, by a decorator without arguments."""
    return x**n


@grad(wrt=("x", "k"), target="python")
def called(x: Vector, k: float) -> float:
    """Return an energy, by a decorator with arguments."""
    return float(0.5 * k * np.sum(x * x))


@value_and_grad(target="python")
def valued(x: float) -> float:
    """Return a square."""
    return x * x


def scaled(x: Vector, k: float) -> Vector:
    """Return a vector."""
    return k * x


def filled(x: Vector, y: Vector) -> None:
    """Write a vector."""
    for i in range(len(x)):
        y[i] = 3.0 * x[i]


def test_decorators_keep_the_parameters() -> None:
    plain_type: Derivative[[float, int], Any] = plain
    assert plain_type is plain
    assert plain(3.0) == 6.0
    assert plain(3.0, n=3) == 27.0
    d_x, d_k = called(np.ones(3), 2.0)
    assert d_x.tolist() == [2.0] * 3
    assert d_k == 1.5


def test_the_value_has_the_type_of_the_result() -> None:
    found = valued(3.0)
    assert_type(found, tuple[float, Any])
    value, slope = found
    assert_type(value, float)
    assert (value, slope) == (9.0, 6.0)


def test_functions_keep_the_parameters() -> None:
    def curved(x: float, y: float) -> float:
        return x * x * y

    first = grad(curved, "x", target="python")
    second = grad(first, "y", target="python")
    assert_type(first(2.0, 5.0), Any)
    assert (first(2.0, 5.0), second(x=2.0, y=5.0)) == (20.0, 4.0)
    check_grads(curved, (2.0, 5.0))


def test_products_take_more_than_the_function() -> None:
    x = np.array([1.0, 2.0])
    backward: Derivative[..., Any] = vjp(scaled, "x", target="python")
    forward: Derivative[..., Any] = jvp(scaled, ("x", "k"), target="python")
    in_place: Derivative[..., Any] = adjoint(filled, "x", "y", target="python")
    assert backward(x, 3.0, np.ones(2)).tolist() == [3.0, 3.0]
    assert forward(x, 3.0, np.ones(2), 1.0)[1].tolist() == [4.0, 5.0]
    d_x = np.zeros(2)
    in_place(x, d_x, np.zeros(2), np.ones(2))
    assert d_x.tolist() == [3.0, 3.0]


def test_what_can_be_asked(tmp_path: Path) -> None:
    assert_type(called.source(np.ones(2), 1.0), str)
    assert_type(called.report(np.ones(2), 1.0), Report)
    assert_type(valued.primal(3.0), Any)
    assert "def called_gradient(x, k):" in called.source(np.ones(2), 1.0)
    assert isinstance(called.report(np.ones(2), 1.0), Report)
    called.save(tmp_path / "saved.py", np.ones(2), 1.0)
    assert "srcdiff.runtime" not in (tmp_path / "saved.py").read_text()
    assert valued.primal(3.0) == 9.0
    assert called.__name__ == "called"


def asked_of(derivative: Derivative[[float], Any]) -> tuple[Callable[[float], Any], str]:
    """Return the function of a derivative and its source, as a library would take it."""
    return derivative.primal, derivative.source(1.0)


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_each_derivative_is_one(target: str) -> None:
    def square(x: float) -> float:
        return x * x

    for make in (grad, value_and_grad, vjp, jvp, adjoint):
        derivative = make(square, target=target)
        public = {name for name in vars(Derivative) if not name.startswith("_")}
        assert public == {"primal", "report", "save", "source"}
        assert all(hasattr(derivative, name) for name in (*public, "__call__", "__name__"))
    primal, text = asked_of(grad(square, target=target))
    assert primal(3.0) == 9.0
    assert "def square_gradient(x):" in text


def test_the_version_is_that_of_the_package() -> None:
    assert_type(srcdiff.__version__, str)
    assert srcdiff.__version__.count(".") == 2
    assert Path(srcdiff.__file__).with_name("py.typed").exists()


if TYPE_CHECKING:  # each of these is a mistake that mypy has to find: it says so if it does not
    plain("three")  # type: ignore[arg-type]
    plain(3.0, m=3)  # type: ignore[call-arg]
    called(np.ones(3))  # type: ignore[call-arg]
    valued(3.0).sum()  # type: ignore[attr-defined]
    grad(3.0)  # type: ignore[call-overload]
    grad(scaled, wrt=1.5)  # type: ignore[call-overload]
    plain.sources()  # type: ignore[attr-defined]
    plain.save(3.0)  # type: ignore[arg-type]
    wrong: Derivative[[str], Any] = plain  # type: ignore[assignment]

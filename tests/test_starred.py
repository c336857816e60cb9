"""Functions with `*args`: Python callers pass the arguments, compiled callers one tuple."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import WrongCall, adjoint, check_grads, cuda, grad, jvp, value_and_grad, vjp

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
X = np.array([1.0, 2.0])


def residual(x: Any, *args: Any) -> Any:
    total = np.sum(x * x)
    for value in args:
        total *= value
    return total


def scaled(x: float, by: float = 2.0, *rest: float) -> float:
    return x * by * len(rest)


def product(*factors: float) -> float:
    return factors[0] * factors[1] ** 2


@TARGETS
def test_gradients(target: str) -> None:
    derivative = grad(residual, target=target)
    assert derivative(X, 3.0, 2.0) == pytest.approx([12.0, 24.0])
    assert derivative(X) == pytest.approx([2.0, 4.0])
    value, (d_x, d_args) = value_and_grad(residual, wrt=("x", "args"), target=target)(X, 3.0, 2.0)
    assert value == 30.0
    assert d_x == pytest.approx([12.0, 24.0])
    assert d_args == (10.0, 15.0)
    assert grad(product, target=target)(3.0, 4.0) == (16.0, 24.0)
    assert grad(product, wrt=0, target=target)(3.0, 4.0) == (16.0, 24.0)


@TARGETS
def test_defaults_before_them(target: str) -> None:
    derivative = grad(scaled, target=target)
    assert derivative(1.0) == derivative(1.0, 3.0) == 0.0
    assert derivative(1.0, 3.0, 4.0, X) == 6.0
    assert derivative(x=1.0, by=3.0) == 0.0


@TARGETS
def test_products(target: str) -> None:
    assert vjp(residual, target=target)(X, 3.0, 2.0, 0.5) == pytest.approx([6.0, 12.0])
    assert vjp(residual, target=target)(X, 0.5) == pytest.approx([1.0, 2.0])
    assert vjp(residual, target=target)(X, 3.0, 2.0, cotangent=0.5) == pytest.approx([6.0, 12.0])
    assert jvp(residual, target=target)(X, 3.0, 2.0, X) == pytest.approx((30.0, 60.0))
    both = jvp(residual, wrt=("x", "args"), target=target)
    assert both(X, 3.0, 2.0, X, (1.0, 0.0)) == pytest.approx((30.0, 70.0))


@TARGETS
def test_the_adjoint_takes_a_tuple(target: str) -> None:
    shadow = np.zeros(2)
    adjoint(residual, target=target)(X, shadow, (3.0, 2.0), 1.0)
    assert shadow == pytest.approx([12.0, 24.0])


def test_compiled_callers() -> None:
    gradient, pullback = grad(residual), vjp(residual)

    @njit  # type: ignore[untyped-decorator]
    def called(x: Any) -> Any:
        return gradient(x, 3.0, 2.0), pullback(x, (3.0, 2.0), 1.0)

    first, second = called(X)
    assert first == pytest.approx([12.0, 24.0])
    assert second == pytest.approx([12.0, 24.0])


def test_sources_and_checks() -> None:
    derivative = grad(residual, target="python")
    assert "def residual_gradient(x, args):" in derivative.source(X, 3.0, 2.0)
    assert derivative.source(X) != derivative.source(X, 3.0)
    assert "residual" in str(derivative.report(X, 3.0))
    assert "cotangent" in vjp(residual, target="python").source(X, 3.0, 1.0)
    check_grads(residual, (X, 3.0, 2.0), wrt="x", target="python")
    check_grads(residual, (X, 3.0, 2.0), target="python")


def test_not_on_the_gpu() -> None:
    with pytest.raises(WrongCall, match=r"takes `\*args`"):
        grad(residual, target="cuda")
    with pytest.raises(WrongCall, match=r"takes `\*args`"):
        cuda.map_grad(residual)

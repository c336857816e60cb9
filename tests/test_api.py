"""Every way to ask for a derivative, and to call it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

import srcdiff
from srcdiff import adjoint, grad, value_and_grad, vjp

from .differentiate.finite import check

X = np.array([0.4, 1.3, 0.2, 2.0])


def energy(x, k=3.0):
    """Potential energy of a chain of springs."""
    total = 0.0
    for i in range(len(x) - 1):
        stretch = x[i + 1] - x[i]
        total += 0.5 * k * stretch * stretch
    return total


def product(x, y, z=2.0):
    return x * x * y * z


energy_compiled = njit(energy)
product_compiled = njit(product)


# --- how a derivative is made ---


def test_as_decorator() -> None:
    @grad
    def square(x):
        return x * x

    assert square(3.0) == 6.0


def test_as_decorator_with_arguments() -> None:
    @grad(wrt="y", target="python")
    def power(x, y):
        return x**y

    assert power(2.0, 3.0) == pytest.approx(8.0 * math.log(2.0))


def test_as_decorator_of_a_compiled_function() -> None:
    @grad(wrt=("x", "y"))
    @njit
    def area(x, y):
        return x * y

    assert area(3.0, 4.0) == (4.0, 3.0)


def test_as_decorator_of_other_kinds() -> None:
    @value_and_grad(target="python")
    def square(x):
        return x * x

    @vjp(target="python", wrt=("x", "y"))
    def area(x, y):
        return x * y

    @adjoint(target="python")
    def cube(x):
        return x * x * x

    assert square(3.0) == (9.0, 6.0)
    assert area(3.0, 4.0, 2.0) == (8.0, 6.0)
    assert cube(2.0, 0.5) == 6.0


@pytest.mark.parametrize("function", [product, product_compiled], ids=["plain", "njit"])
@pytest.mark.parametrize("target", ["cpu", "python"])
def test_as_function(function: Any, target: str) -> None:
    assert grad(function, target=target)(3.0, 5.0) == 60.0


def test_of_a_lambda() -> None:
    square = lambda x: x * x  # noqa: E731
    assert grad(square)(3.0) == 6.0
    assert grad(square, target="python")(3.0) == 6.0


def test_a_function_in_a_function_sees_its_surroundings() -> None:
    def make(factor: float) -> Any:
        def line(x):
            return factor * x

        return grad(line, target="python")

    assert make(2.0)(1.0) == 2.0
    assert make(5.0)(1.0) == 5.0


def test_the_name_and_the_text_are_those_of_the_function() -> None:
    for target in ("cpu", "python"):
        derivative = grad(energy, target=target)
        assert derivative.__name__ == "energy"
        assert derivative.__doc__ == energy.__doc__
        assert derivative.__wrapped__ is energy


# --- with respect to what ---


@pytest.mark.parametrize(
    ("wrt", "expected"),
    [
        (0, 60.0),
        (1, 18.0),
        (-1, 45.0),
        (-3, 60.0),
        ("y", 18.0),
        ("z", 45.0),
        (("x",), (60.0,)),
        (("x", "z"), (60.0, 45.0)),
        (("z", "x"), (45.0, 60.0)),
        ([0, "z"], (60.0, 45.0)),
        ((-1, 1), (45.0, 18.0)),
        ((), ()),
    ],
    ids=str,
)
def test_wrt(wrt: Any, expected: Any) -> None:
    assert grad(product, wrt, target="python")(3.0, 5.0, 2.0) == expected
    assert grad(product, wrt=wrt, target="python")(3.0, 5.0, 2.0) == expected
    value, gradient = value_and_grad(product, wrt, target="python")(3.0, 5.0, 2.0)
    assert (value, gradient) == (90.0, expected)
    assert vjp(product, wrt, target="python")(3.0, 5.0, 2.0, 1.0) == expected


def test_wrt_an_array_and_a_number() -> None:
    d_x, d_k = grad(energy, ("x", "k"), target="python")(X, 3.0)
    check(d_x, energy, X, 3.0)
    check(d_k, energy, X, 3.0, wrt=1)


# --- how a derivative is called ---


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_keywords_and_defaults(target: str) -> None:
    derivative = grad(product, ("x", "z"), target=target)
    for found in (
        derivative(3.0, 5.0),
        derivative(3.0, 5.0, 2.0),
        derivative(3.0, 5.0, z=2.0),
        derivative(y=5.0, x=3.0),
        derivative(z=2.0, y=5.0, x=3.0),
    ):
        assert found == (60.0, 45.0)
    assert derivative(3.0, 5.0, 4.0) == (120.0, 45.0)


def test_keywords_of_a_vjp() -> None:
    for target in ("cpu", "python"):
        derivative = vjp(product, target=target)
        assert derivative(3.0, 5.0, 2.0, 0.5) == 30.0
        assert derivative(x=3.0, y=5.0, z=2.0, cotangent=0.5) == 30.0


def test_a_parameter_may_be_called_cotangent() -> None:
    def twice(cotangent):
        return 2.0 * cotangent

    assert vjp(twice, target="python")(3.0, 5.0) == 10.0


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_value_and_grad(target: str) -> None:
    value, gradient = value_and_grad(energy, target=target)(X)
    assert value == pytest.approx(energy(X))
    check(gradient, energy, X)


def test_new_types_get_new_code() -> None:
    derivative = grad(product)
    assert derivative(3.0, 5.0) == 60.0
    assert derivative(3.0, 5) == 60.0
    assert derivative(3.0, 5, 2) == 60.0
    assert len(derivative.signatures) == 3


@pytest.mark.parametrize("function", [energy, energy_compiled], ids=["plain", "njit"])
def test_targets_agree(function: Any) -> None:
    value, (d_x, d_k) = value_and_grad(function, ("x", "k"))(X, 3.0)
    expected, (e_x, e_k) = value_and_grad(function, ("x", "k"), target="python")(X, 3.0)
    np.testing.assert_allclose(d_x, e_x, rtol=1e-15)
    assert (value, d_k) == pytest.approx((expected, e_k), rel=1e-15)


@pytest.mark.parametrize("options", [{"fastmath": True}, {"fastmath": {"nsz"}}, {"cache": False}])
def test_options(options: dict[str, Any]) -> None:
    check(grad(energy, **options)(X), energy, X)


# --- what can be asked of a derivative ---


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_source(target: str) -> None:
    derivative = grad(energy, target=target)
    text = derivative.source(X, 3.0)
    assert text == derivative.source()
    assert "def energy_gradient(x, k):" in text
    assert "with respect to x." in text
    assert derivative.source(X.astype(np.float32), 3.0) == derivative.source()
    derivative(X, 3.0)
    assert derivative.source(X, 3.0) == text


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_source_for_arguments_with_defaults(target: str, tmp_path: Path) -> None:
    derivative = grad(energy, target=target)
    text = derivative.source(X, 3.0)
    assert derivative.source(X) == text
    assert str(derivative.report(X)) == str(derivative.report(X, 3.0))
    derivative.save(tmp_path / "saved.py", X)
    assert (tmp_path / "saved.py").read_text() == text
    with pytest.raises(TypeError):
        derivative.source(X, 3.0, 4.0)


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_primal(target: str) -> None:
    derivative = grad(energy_compiled, target=target)
    assert derivative.primal(X) == energy(X)
    assert derivative.primal(X, k=2.0) == energy(X, 2.0)


def test_everything_public_is_there() -> None:
    for title in srcdiff.__all__:
        assert getattr(srcdiff, title).__doc__, title

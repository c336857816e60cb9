"""Jacobian-vector products: tangents, outputs, several results, wrong calls."""

from __future__ import annotations

import math
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import AliasedArguments, NoDerivative, WrongCall, WrongShape, grad, jvp

from .differentiate.finite import check, of_text
from .test_api import X, energy

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])


def parts(x: Any, y: Any) -> Any:
    return x * y, (x + y * y, 3)


def cubes(x: Any, y: Any) -> None:
    for i in range(len(x)):
        y[i] = x[i] ** 3


def step(x: Any, v: Any, h: float) -> float:
    total = 0.0
    for i in range(len(x)):
        x[i] += h * v[i]
        total += x[i] * x[i]
    return total


def power(x: Any, n: int = 3) -> Any:
    return x**n


def swapped(a: Any, b: Any, n: int) -> Any:
    for _ in range(n):
        a, b = b, a + b
    return a


@TARGETS
def test_value_and_tangent(target: str) -> None:
    direction = np.array([1.0, -0.5, 2.0, 0.25])
    found, rate = jvp(energy, ("x", "k"), target=target)(X, 3.0, direction, 0.5)
    d_x, d_k = grad(energy, ("x", "k"), target=target)(X, 3.0)
    assert found == energy(X, 3.0)
    assert rate == pytest.approx(d_x @ direction + 0.5 * d_k, rel=1e-14)


@TARGETS
def test_the_tangent_has_the_form_of_the_result(target: str) -> None:
    found = jvp(parts, ("x", "y"), target=target)(2.0, 3.0, 1.0, 10.0)
    assert found == ((6.0, (11.0, 3)), (23.0, (61.0, None)))


@TARGETS
def test_outputs_follow_the_value(target: str) -> None:
    x, y = np.array([1.0, 2.0]), np.zeros(2)
    value, rate = jvp(cubes, "x", ("y",), target=target)(x, y, np.array([1.0, 0.5]))
    np.testing.assert_array_equal(value, [1.0, 8.0])
    np.testing.assert_array_equal(rate, [3.0, 6.0])
    np.testing.assert_array_equal(y, [0.0, 0.0])  # the caller's array stays as it is


@TARGETS
def test_overwritten_arguments(target: str) -> None:
    x, v = np.array([1.0, 2.0]), np.array([3.0, -1.0])
    t_x, t_v = np.array([1.0, 0.0]), np.array([0.0, 2.0])
    product = jvp(step, ("x", "v"), ("x",), target=target)
    (total, after), (t_total, t_after) = product(x, v, 0.5, t_x, t_v)
    np.testing.assert_array_equal(after, [2.5, 1.5])
    np.testing.assert_array_equal(t_after, [1.0, 1.0])
    assert (total, t_total) == (8.5, 8.0)
    np.testing.assert_array_equal(x, [1.0, 2.0])
    np.testing.assert_array_equal(t_x, [1.0, 0.0])


@TARGETS
def test_defaults_and_names(target: str) -> None:
    product = jvp(power, target=target)
    assert product(2.0, 1.0) == (8.0, 12.0)
    assert product(2.0, 2, 1.0) == (4.0, 4.0)
    assert product(2.0, t_x=1.0) == (8.0, 12.0)
    assert product(2.0, n=2, t_x=1) == (4.0, 4.0)


@TARGETS
def test_arrays_may_change_places(target: str) -> None:
    a, b = np.array([1.0, 2.0]), np.array([0.5, 1.0])
    value, rate = jvp(swapped, ("a", "b"), target=target)(a, b, 4, b, a)
    np.testing.assert_allclose(value, swapped(a, b, 4))
    np.testing.assert_allclose(rate, swapped(b, a, 4))


def test_in_compiled_code() -> None:
    product = jvp(power)

    @njit
    def slope(x: Any) -> Any:
        value, rate = product(x, 3, 1.0)
        return rate / value

    assert slope(2.0) == 1.5


def test_single_precision() -> None:
    def scaled(x: Any, k: Any) -> Any:
        return np.sum(x * k), np.tanh(x) * k

    x, k = np.array([0.5, 1.0], np.float32), np.float32(2.0)
    for target in ("cpu", "python"):
        _, (first, second) = jvp(scaled, ("x", "k"), target=target)(x, k, np.ones(2), 1.0)
        assert second.dtype == np.float32
        np.testing.assert_allclose(first, 5.5, rtol=1e-6)


@TARGETS
def test_second_derivatives(target: str) -> None:
    def length(x: Any) -> Any:
        return math.sqrt(x * x + 1.0)

    _, curvature = jvp(grad(length), target=target)(0.75, 1.0)
    assert curvature == pytest.approx((0.75**2 + 1.0) ** -1.5, rel=1e-14)


def test_a_saved_product_needs_no_srcdiff(tmp_path: Path) -> None:
    jvp(energy, ("x", "k")).save(tmp_path / "product.py", X, 3.0, X, 1.0)
    text = (tmp_path / "product.py").read_text()
    assert "srcdiff" not in text
    space = runpy.run_path(str(tmp_path / "product.py"))
    assert space["energy_jvp"](X, 3.0, X, 0.0)[1] == pytest.approx(2.0 * energy(X, 3.0))


def test_report() -> None:
    text = str(jvp(energy, "x", target="python").report(X, 3.0, X))
    assert "run once" in text
    assert "saves nothing" in text


@TARGETS
def test_wrong_calls(target: str) -> None:
    with pytest.raises(WrongCall, match="the tangent of `x`"):
        jvp(energy, target=target)(X, 3.0, 1.0)
    with pytest.raises(WrongShape):
        jvp(energy, target=target)(X, 3.0, X[:2].copy())
    with pytest.raises(WrongCall, match="Jacobian-vector product"):
        jvp(energy, target=target)(X)
    with pytest.raises(WrongCall, match="returns nothing"):
        jvp(cubes, "x", target=target)(X, X.copy(), X)
    with pytest.raises(AliasedArguments):
        jvp(cubes, "x", ("y",), target=target)(X, X, X)
    with pytest.raises(WrongCall, match="only float64, float32"):
        jvp(power, "n", target=target)(2.0, 3, 1.0)


def test_what_has_no_derivative_is_refused() -> None:
    def drawn(x: Any) -> Any:
        return np.random.gamma(x)

    with pytest.raises(NoDerivative):
        jvp(drawn, target="python")(2.0, 1.0)


COMPLEX = (
    "z = x + 0j; z *= 1j * x[1]; return np.sum(z.imag ** 3) + np.sum((z * z).real)",
    "z = 1j - x; z[0] = 1j * x[1]; return np.sum((z * z).imag)",
    "z = x + 0j; z.imag[0] = x[2] ** 2; return np.sum((z * z).real)",
    "z = x + 0j; y = z; y.imag[0] = x[2] ** 2; return np.sum(z.imag ** 3)",
    "z = x + 0j; z += 1j * x; return np.sum((z * x).imag)",
    "z = -x + 0j; z[1:] += 1j * z[:-1]; return np.sum((z * z).imag)",
)
UNSIGNED = (
    "a = np.array([200, 3], dtype=np.uint8); return -a[0] * x[0] + np.sum(-a * x[:2])",
    "n = np.uint8(3); return -n * x[0] - x[1] * -n",
)
KNOWN = tuple(
    f"return np.{name}(np.array([x[0], np.nan, x[1], x[2]]) ** 2) * x[0]"
    for name in ("nansum", "nanmean", "nanvar", "nanstd", "nanprod", "nanmax", "nanmin")
)
CLIPPED = (
    "return np.sum(np.clip(2.0 * x, x + 0.4, x[::-1]) * x)",
    "return np.sum(np.clip(x, x[::-1], 0.8) * x) + np.sum(np.clip(x, x[2] * 0.95, x[0] + 0.1))",
    "return np.sum(np.clip(np.outer(x, x), x, 0.8) * x)",
)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("body", [*COMPLEX, *UNSIGNED, *KNOWN, *CLIPPED])
def test_both_modes_and_differences(body: str) -> None:
    f, x = of_text(body), np.array([0.7, 0.9, 0.45])
    check(grad(f, target="python")(x.copy()), f, x)
    tangents = [jvp(f, target="python")(x.copy(), t_x)[1] for t_x in np.eye(x.size)]
    check(np.array(tangents), f, x)


def test_sources_need_all_tangents() -> None:
    with pytest.raises(WrongCall, match="0 tangents were passed, and 1 are needed"):
        jvp(lambda x: x * x, target="python").source(2.0)

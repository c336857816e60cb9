"""Parameters of all kinds, and calls that fit them."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, vjp

from .compare import check

X = np.array([0.4, 1.3, 0.2, 2.0])


def by_name(x, *, scale=2.0, offset):
    return x * x * scale + offset * x


def by_position(x, y=3.0, /, z=0.5):
    return x * y * z + z * z


def both(x, /, y, *, z=2.0):
    return x * y * z * z


def calls_both(x, y):
    return both(x, y=y) + both(y, x, z=x) + by_name(x, offset=y) * by_position(y)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_keyword_only_parameters(target: str) -> None:
    derivative = grad(both, wrt=("x", "z"), target=target)
    np.testing.assert_allclose(derivative(1.5, 0.5, z=3.0), (0.5 * 9.0, 1.5 * 0.5 * 6.0))
    np.testing.assert_allclose(derivative(1.5, y=0.5), (0.5 * 4.0, 1.5 * 0.5 * 4.0))
    with pytest.raises(TypeError):
        derivative(1.5)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_positional_only_parameters(target: str) -> None:
    derivative = grad(by_position, wrt="y", target=target)
    np.testing.assert_allclose(derivative(1.5), 1.5 * 0.5)
    np.testing.assert_allclose(derivative(1.5, 2.0, z=4.0), 1.5 * 4.0)


def test_products_of_keyword_only_parameters() -> None:
    product = vjp(both, wrt=("y", "z"), target="python")
    np.testing.assert_allclose(product(1.5, 0.5, 3.0, 1.0), (1.5 * 9.0, 1.5 * 0.5 * 6.0))
    np.testing.assert_allclose(product(1.5, 0.5, 1.0, z=3.0), (1.5 * 9.0, 1.5 * 0.5 * 6.0))
    np.testing.assert_allclose(product(1.5, 0.5, 2.0), (2.0 * 1.5 * 4.0, 2.0 * 1.5 * 0.5 * 4.0))


def test_calls() -> None:
    check(calls_both, 1.5, 0.5)
    check(calls_both, 1.5, 0.5, target="cpu")


def test_lambdas_with_keywords() -> None:
    function = lambda x, *, y=2.0: x * x * y  # noqa: E731
    np.testing.assert_allclose(grad(function, target="python")(3.0, y=4.0), 24.0)


def required_after_default(x, y=2.0, *, z):
    return x * y * z


def test_a_required_parameter_after_one_with_a_default_is_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match="default"):
        grad(required_after_default, target="python")

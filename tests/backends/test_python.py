"""Generated source that runs as it is, uncompiled."""

from __future__ import annotations

import math

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad, jvp, value_and_grad, vjp


def power(x):
    """Return a power that only positive numbers have."""
    return (x - 2.0) ** 1.5 + x


@pytest.mark.parametrize("kind", [grad, value_and_grad])
def test_no_gradient_of_a_real_number_is_complex(kind):
    """Python has complex powers of negative numbers: that is said, and compiled they are nan."""
    with pytest.raises(ValueError, match="negative number"):
        kind(power, target="python")(1.0)
    assert math.isnan(grad(power)(1.0))


def size_of_root(x):
    """Return a size that Python has of complex numbers, too."""
    return abs(x**0.5)


def part_of_root(x):
    """Return a part that Python has of complex numbers, too."""
    return (x**0.5).real


@pytest.mark.parametrize("function", [size_of_root, part_of_root])
@pytest.mark.parametrize("kind", [grad, value_and_grad, jvp])
def test_no_complex_number_inside_of_a_derivative_goes_unsaid(kind, function):
    """Operations that only real numbers have say so, too, and so do tangents of real values."""
    given = (-2.0, 1.0) if kind is jvp else (-2.0,)
    with pytest.raises(ValueError, match="negative number"):
        kind(function, target="python")(*given)


def part_of_its_square(x):
    """Return what is real, and complex for compiled code, which takes one type for both."""
    z = x * x + 0.5j
    w = np.conj(z) * z
    return w.real if np.iscomplexobj(w) else w


def test_a_tangent_without_imaginary_part_stays():
    """The value is real where it runs uncompiled, and its tangent is right."""
    assert jvp(part_of_its_square, target="python")(1.5, 1.0)[1] == pytest.approx(13.5)


def test_a_real_gradient_stays():
    """Where the base is positive, nothing is raised."""
    assert grad(power, target="python")(3.0) == pytest.approx(2.5)


def test_no_product_with_a_real_number_is_complex():
    """So it is for cotangents that are real."""
    with pytest.raises(ValueError, match="negative number"):
        vjp(power, target="python")(1.0, 1.0)


def test_a_product_with_complex_numbers_is():
    """A function of complex numbers has complex gradients, and a tangent may be complex."""

    def turned(z):
        return z * 1j

    assert vjp(turned, target="python")(1.0 + 2.0j, 1.0 + 0.0j) == -1j
    assert np.iscomplexobj(jvp(turned, target="python")(2.0, 1.0)[1])


def integer_at_times(x, n):
    level = 2
    if n > 9:
        level = x
    return level * x


def test_gradients_are_floats() -> None:
    """Gradients that Python computes from integers are floats, as compiled ones are."""
    for kind in (grad, vjp):
        cotangents = (1.0,) if kind is vjp else ()
        found = kind(integer_at_times, ("x",), target="python")(0.7, 3, *cotangents)
        assert repr(found) == "(2.0,)"
    assert repr(value_and_grad(integer_at_times, "x", target="python")(0.7, 3)) == "(1.4, 2.0)"


def test_integers_of_more_than_64_bits_are_refused_where_they_are_saved() -> None:
    def series(x, n, first=1):
        factorial, total = first, 0.0
        for i in range(1, n):
            factorial *= i
            total = (total + x) * (total + x) / factorial
        return total

    assert grad(series, target="python")(0.5, 10) > 0.0
    with pytest.raises(UnsupportedType, match="more than 64 bits") as caught:
        grad(series, target="python")(0.5, 30)
    assert "def series(x, n, first=1):" in str(caught.value)
    assert grad(series, target="python")(0.5, 30, first=1.0) > 0.0

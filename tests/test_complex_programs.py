"""Programs with complex numbers against differences, forward mode against reverse mode."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import SrcdiffError, adjoint, grad, value_and_grad, vjp

from .complex_programs import PROGRAMS
from .rules.array_cases import Case
from .rules.test_complex import compare, compare_modes, title
from .sample import sample

SAMPLE = sample(PROGRAMS, 7, first=2)


@pytest.mark.parametrize("program", PROGRAMS, ids=title)
def test_uncompiled(program: Case) -> None:
    """The generated source, run as it is, agrees with differences."""
    compare(program, "python")


@pytest.mark.parametrize("program", PROGRAMS, ids=title)
def test_forward_mode(program: Case) -> None:
    """Forward mode agrees with reverse mode."""
    compare_modes(program, "python")


@pytest.mark.parametrize("program", SAMPLE, ids=title)
def test_compiled(program: Case) -> None:
    """The compiled derivative agrees with differences."""
    compare(program, "cpu")
    compare_modes(program, "cpu")


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_adjoint_form_keeps_the_convention(target: str) -> None:
    def f(z, w, y):
        for i in range(len(z)):
            y[i] = w * z[i] * z[i]
        return w * z[0]

    z, w = np.array([0.5 + 1.0j, 2.0 - 0.3j]), 0.7 - 0.2j
    d_z, d_y = np.array([1.0 + 2.0j, 3.0j]), np.array([0.5 - 1.0j, 2.0 + 0.1j])
    cotangent = 0.3 + 0.4j
    expected = vjp(f, ("z", "w"), ("y",), target=target)(z, w, np.empty_like(z), cotangent, d_y)
    begun = d_z.copy()
    d_w = adjoint(f, ("z", "w"), ("y",), target=target)(
        z, d_z, w, np.empty_like(z), d_y.copy(), cotangent
    )
    np.testing.assert_allclose(d_z - begun, expected[0])
    np.testing.assert_allclose(d_w, expected[1])
    np.testing.assert_allclose(
        expected[0], np.conj(2 * w * z) * d_y + np.conj([w, 0.0]) * cotangent
    )


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_single_precision_stays(target: str) -> None:
    def f(z, a):
        b = np.exp(1j * z[0] * a) * z + a
        return np.sum(np.abs(b)) + (a[0] * z[1]).real

    z = np.array([0.5 + 1.0j, 2.0 - 0.3j], np.complex64)
    a = np.array([1.0, 2.0], np.float32)
    d_z, d_a = vjp(f, (0, 1), target=target)(z, a[:1], 1.0)
    assert d_z.dtype == np.complex64
    assert d_a.dtype == np.float32
    found = vjp(lambda s: s * s * 2.0, target=target)(np.complex64(1 + 2j), 1.0 + 0.5j)
    assert np.asarray(found).dtype in (np.complex64, np.complex128)
    np.testing.assert_allclose(found, np.conj(4 * (1 + 2j)) * (1 + 0.5j), rtol=1e-6)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_descent_goes_down(target: str) -> None:
    def f(z):
        return abs(z - (1.0 + 2.0j)) ** 2

    value, slope = value_and_grad(f, target=target)(0.5 + 0.0j)
    assert f(0.5 - 0.1 * slope) < value
    assert slope == pytest.approx(2.0 * (0.5 - (1.0 + 2.0j)))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_at_the_origin(target: str) -> None:
    assert grad(lambda z: abs(z), target=target)(0j) == 0.0
    assert grad(lambda z: (z**2).real + (z**0).real, target=target)(0j) == 0.0


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_side_of_a_branch_cut_is_kept(target: str) -> None:
    def f(a, b):
        return (-a * b) ** 0.5

    def g(a, b):
        return f(a, b).imag

    x, y = complex(1.0, 0.0), complex(1.0, -0.0)
    for first, second in ((x, y), (y, x), (x, x), (y, y)):
        value, _ = value_and_grad(g, target=target)(first, second)
        assert value == g(first, second)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_sign_of_a_complex_number_is_refused(target: str) -> None:
    def f(z):
        return np.sum(np.sign(z) * z).real

    with pytest.raises(SrcdiffError, match="for complex numbers"):
        grad(f, target=target)(np.array([1.0 + 2.0j]))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_conjugate_of_real_elements_is_the_array_itself(target: str) -> None:
    def f(x):
        y = x * 1.0
        y.conj()[0] = 3.0
        return np.sum(y * y)

    with pytest.raises(SrcdiffError, match="may share memory"):
        grad(f, target=target)(np.array([1.0, 2.0]))

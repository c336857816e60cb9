"""The function beside its derivative: `verify=True`, and SRCDIFF_VERIFY=1."""

from __future__ import annotations

import itertools
import random
from collections import namedtuple
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.registry import CPUDispatcher

from srcdiff import WrongGradient, adjoint, derivative, grad, jvp, value_and_grad, vjp
from srcdiff.backends.generated import Derivative

TARGETS = ["python", "cpu"]
Spring = namedtuple("Spring", "stiffness length")


def energy(x, k=2.0):
    total = 0.0
    for i in range(len(x)):
        total += k * x[i] * x[i]
    return total


def mistaken(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Have srcdiff write one thing for another."""
    written = Derivative.written

    def changed(self: Derivative, given: Any) -> Any:
        found = written(self, given)
        assert old in found.text
        return replace(found, text=found.text.replace(old, new))

    monkeypatch.setattr(Derivative, "written", changed)


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_right_is_returned(target: str) -> None:
    x = np.array([1.0, 2.0])
    options: dict[str, Any] = {"target": target, "verify": True}
    np.testing.assert_array_equal(grad(energy, **options)(x), 4.0 * x)
    assert value_and_grad(energy, wrt="k", **options)(x, k=3.0) == (15.0, 5.0)
    np.testing.assert_array_equal(vjp(energy, **options)(x, 2.0, 10.0), 40.0 * x)
    assert jvp(energy, **options)(x, 2.0, np.ones(2)) == (10.0, 12.0)


def assigned(x):
    y = 3.0 * x
    z = y * y
    return z + 1.0


@pytest.mark.parametrize("target", TARGETS)
def test_a_wrong_value_names_the_statement(
    target: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    mistaken(monkeypatch, "3.0", "4.0")
    assert grad(assigned, target=target)(1.0) == 32.0
    with pytest.raises(WrongGradient, match=r"`assigned` gives 10.*, and its forward mode 17") as e:
        grad(assigned, target=target, verify=True)(1.0)
    assert "y = 3.0 * x" in str(e.value)


@pytest.mark.parametrize("target", TARGETS)
def test_wrong_products(target: str) -> None:
    def double(x):
        return 2.0 * x

    def forward(t_x, y, x):
        return 3.0 * t_x

    @derivative(double, forward=forward)
    def rule(g: float, y: float, x: float) -> float:
        return 2.0 * g

    def doubled(x):
        y = x * x
        y = double(y)
        return y + 1.0

    assert grad(doubled, target="python")(1.0) == 4.0
    with pytest.raises(WrongGradient, match="reverse mode of `doubled` gives") as caught:
        grad(doubled, target=target, verify=True)(1.0)
    assert "y = double(y)" in str(caught.value)


def test_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    mistaken(monkeypatch, "3.0", "4.0")
    monkeypatch.setenv("SRCDIFF_VERIFY", "0")
    assert grad(assigned, target="python")(1.0) == 32.0
    monkeypatch.setenv("SRCDIFF_VERIFY", "1")
    with pytest.raises(WrongGradient):
        grad(assigned, target="python")(1.0)


def test_each_type_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    monkeypatch.setattr(
        "srcdiff.backends.verify.check_values", lambda d, case, *_: calls.append(case)
    )
    for target in TARGETS:
        gradient = grad(energy, target=target, verify=True)
        for x in (np.ones(2), np.ones(3), np.ones(2, np.float32), np.ones(2)):
            gradient(x)
    assert [case.arguments[0].dtype for case in calls] == [np.float64, np.float32] * 2


def test_off_there_is_nothing_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SRCDIFF_VERIFY", raising=False)
    gradient = grad(energy)
    assert isinstance(gradient, CPUDispatcher)
    assert type(gradient).__call__ is CPUDispatcher.__call__
    checked = grad(energy, verify=True)
    checked(np.ones(2))
    assert type(checked).__call__ is CPUDispatcher.__call__
    assert checked.source() == gradient.source(np.ones(2))


def drawn(x):
    print("drawing")
    return x * np.random.normal()


def test_random_numbers_and_prints(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for verify in (False, True):
        np.random.seed(1)
        random.seed(1)
        gradient = grad(drawn, target="python", verify=verify)
        found.append((gradient(2.0), np.random.normal(), random.random()))
    assert found[0] == found[1]
    assert capsys.readouterr().out == "drawing\n" * 2


@njit
def set_seed():
    np.random.seed(3)


@njit
def one_more():
    return np.random.normal()


def test_compiled_random_numbers() -> None:
    found = []
    for verify in (False, True):
        set_seed()
        found.append((value_and_grad(drawn, verify=verify)(2.0), one_more()))
    assert found[0] == found[1]


def test_what_is_not_deterministic(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = itertools.count()
    monkeypatch.setattr("srcdiff.backends.trials.called_with", lambda *_: float(next(counter)))
    with pytest.warns(RuntimeWarning, match="`assigned` gives other values at each call"):
        assert grad(assigned, target="python", verify=True)(1.0) == 18.0


@njit("float64(float64)")
def noise(x):
    return x * np.random.normal()


def noisy(x):
    return noise(x) + 1.0


def test_random_numbers_in_compiled_code() -> None:
    with pytest.warns(RuntimeWarning, match="`noisy` draws random numbers in compiled code"):
        grad(noisy, target="python", verify=True)(1.0)


def guarded(x, n):
    if n < 0:
        raise ValueError("a negative number")
    return x * n


def divided(x, y):
    return x / y


@pytest.mark.parametrize("target", TARGETS)
def test_what_raises(target: str) -> None:
    with pytest.raises(ValueError, match="a negative number"):
        grad(guarded, target=target, verify=True)(1.0, -1)
    if target == "cpu":  # of floating-point numbers, compiled code has infinities
        assert grad(divided, target=target, verify=True)(1.0, 0.0) == np.inf


def test_what_does_not_raise(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    mistaken(monkeypatch, "n < 0", "n < -9")
    with pytest.raises(WrongGradient, match=r"raises ValueError.*and its derivative returns") as e:
        grad(guarded, target="python", verify=True)(1.0, -1)
    assert "raise ValueError" in str(e.value)


def cubed(x, y):
    for i in range(len(x)):
        y[i] = x[i] ** 3


def stretched(spring, x):
    return 0.5 * spring.stiffness * (x - spring.length) ** 2


def star(x, *others):
    return 2.0 * x + sum(others)


def complex_power(z):
    return z * z * 1j


def pair(x, n):
    return x * x, n, (np.sin(x), None)


def quotient_of_nan(x):
    return np.sum(x[0] * x / (x - x))


@pytest.mark.parametrize("target", TARGETS)
def test_every_kind_of_argument(target: str) -> None:
    options: dict[str, Any] = {"target": target, "verify": True}
    x, y = np.array([1.0, 2.0]), np.zeros(2)
    jvp(cubed, "x", "y", **options)(x, y, np.ones(2))
    vjp(cubed, "x", "y", **options)(x, y, np.ones(2))
    adjoint(cubed, "x", "y", **options)(x, np.zeros(2), y, np.ones(2))
    grad(stretched, ("spring", "x"), **options)(Spring(2.0, 1.0), 3.0)
    grad(star, **options)(1.0, 2.0, 3.0)
    vjp(complex_power, **options)(1.0 + 2.0j, 1.0 + 0.0j)
    vjp(pair, **options)(1.5, 2, (1.0, None, (1.0, None)))
    with np.errstate(all="ignore"):
        assert np.all(np.isnan(grad(quotient_of_nan, **options)(x)))
    grad(grad(assigned, target=target), **options)(1.5)
    grad(njit(energy), **options)(x.astype(np.float32))


def test_arguments_that_change(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(tmp_path))
    tmp_path.chmod(0o700)

    def scaled(x):
        return np.sum(x * x)

    mistaken(monkeypatch, "    return", "    x[0] = 5.0\n    return")
    with pytest.raises(WrongGradient, match="and its forward mode 26"):
        grad(scaled, target="python", verify=True)(np.ones(2))

"""Functions as arguments of the function that is differentiated."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit, vectorize

from srcdiff import WrongCall, adjoint, grad, jvp, vjp

from .compare import check

F = Callable[..., Any]
AT = np.array([0.2, 0.5, 0.9])
SCALE = 1.5


@njit
def cubic(x: float, a: float) -> float:
    return x**3 - a * x - 1.0


@njit
def quartic(x: float, a: float) -> float:
    return x**4 - a


@vectorize
def tripled(x: float) -> float:
    return 3.0 * x * x


def newton(f: F, slope: F, x: float, a: float) -> float:
    for _ in range(6):
        x = x - f(x, a) / slope(x, a)
    return x


def simpson(f: F, low: float, high: float, count: int = 4, weight: F = math.cos) -> float:
    step, total = (high - low) / count, 0.0
    for k in range(count):
        a = low + k * step
        parts = [f(a), 4.0 * f(a + 0.5 * step), f(a + step)]
        total += step / 6.0 * weight(a) * sum(parts)
    return total


def steps(f: F, y: Any, h: float, p: float) -> float:
    for _ in range(3):
        middle = y + 0.5 * h * f(y, p)
        y = y + h * f(middle, p)
    return float(np.sum(y * y))


def all_of(fs: tuple[F, ...], x: float) -> float:
    total = 0.0
    for f in fs:
        total = total * x + f(x)
    return total


def composed(pair: tuple[F, F], x: float) -> float:
    f, g = pair
    return float(f(g(x)) * x)


def either(f: F, g: F, x: float) -> float:
    h = f if x > 0.3 else g
    return float(h(x) * x)


def perhaps(x: float, f: F | None = None) -> float:
    if f is None:
        return x * x
    return float(f(x)) if callable(f) else x


def passed_on(x: float, f: F) -> float:
    return simpson(lambda t: f(t) * x, 0.0, x, weight=f)


def of_elements(f: F, x: Any) -> float:
    return float(np.sum(f(x) * x))


def rotation(angle: float) -> F:
    matrix = np.array([[0.0, angle, 0.1], [-angle, 0.0, 0.2], [0.3, 0.1, 0.0]])
    return lambda y, p: np.tanh(matrix @ y) * p - angle * y


CASES: list[tuple[F, tuple[Any, ...]]] = [
    (newton, (cubic, grad(cubic), 1.5, 0.7)),
    (newton, (cubic, lambda x, a: 3.0 * x * x - a, 1.5, 0.7)),
    (simpson, (np.sin, 0.1, 1.3)),
    (simpson, (lambda t: SCALE * t * t, 0.1, 1.3, 3, math.exp)),
    (steps, (rotation(0.4), AT, 0.1, 1.2)),
    (all_of, ((math.sin, lambda x: x * x, math.exp), 0.4)),
    (composed, ((math.sin, lambda x: x * x), 0.4)),
    (either, (math.sin, math.exp, 0.4)),
    (either, (math.sin, lambda x: x**3, 0.2)),
    (either, (math.sin, math.sin, 0.4)),
    (perhaps, (0.4,)),
    (perhaps, (0.4, math.tan)),
    (perhaps, (0.4, lambda u: u**3)),
    (passed_on, (0.4, math.cosh)),
    (of_elements, (np.tanh, AT)),
    (of_elements, (tripled, AT)),
    (of_elements, (np.vectorize(lambda e: e * e if e > 0.3 else e), AT)),
]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_the_gradient_is_right(case: tuple[F, tuple[Any, ...]], target: str) -> None:
    function, arguments = case
    check(function, *arguments, target=target)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_all_kinds_of_derivatives_take_functions(target: str) -> None:
    expected = grad(newton, wrt="a", target=target)(cubic, grad(cubic), 1.5, 0.7)
    given = cubic, grad(cubic), 1.5, 0.7
    assert vjp(newton, wrt="a", target=target)(*given, 2.0) == pytest.approx(2.0 * expected)
    assert jvp(newton, wrt="a", target=target)(*given, 2.0)[1] == pytest.approx(2.0 * expected)
    assert adjoint(newton, wrt="a", target=target)(*given, 2.0) == pytest.approx(2.0 * expected)
    assert grad(newton, wrt="a", target=target, verify=True)(*given) == pytest.approx(expected)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_functions_are_followed_when_they_are_made_again(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    derivative = grad(either, wrt="x", target=target)
    found = []
    for scale in (1.0, 2.0, 2.0, -1):
        inner = scale + 1.0
        found.append(derivative(lambda x, inner=inner: scale * inner * x, math.exp, 0.5))  # noqa: B023
    np.testing.assert_allclose(found, [2.0, 6.0, 6.0, 0.0])
    found = []
    for scale in (1.0, 3.0):
        monkeypatch.setitem(globals(), "SCALE", scale)
        found.append(derivative(lambda x: SCALE * x, math.exp, 0.5))
    np.testing.assert_allclose(found, [1.0, 3.0])


def test_equal_functions_are_written_once() -> None:
    derivative = grad(either, wrt="x")
    for _ in range(3):
        derivative(lambda x: x * x, math.exp, 0.5)
    assert len(derivative.overloads) == 1


def test_compiled_callers_pass_functions() -> None:
    derivative = grad(newton, wrt="a")

    @njit
    def line(x: float, a: float) -> float:
        return 4.0 * x**3

    @njit
    def both(a: float) -> tuple[float, float]:
        first = derivative(quartic, line, 1.0, a)
        return first, derivative(line, quartic, 0.9, a)

    plain = grad(newton, wrt="a", target="python")
    expected = plain(quartic, line, 1.0, 2.0), plain(line, quartic, 0.9, 2.0)
    np.testing.assert_allclose(both(2.0), expected)


def test_other_processes_find_what_was_written_for_the_same_function(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(
        "import math, sys\nfrom srcdiff import grad\n"
        "def squared(f, x): return f(x) ** 2\n"
        "def one(x): return 1.0 * x\ndef two(x): return 2.0 * x\n"
        "print(grad(squared, wrt='x')({'1': one, '2': two}[sys.argv[1]], 3.0))\n",
        encoding="utf-8",
    )
    found = []
    for which in "121":
        command = [sys.executable, str(file), which]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        found.append(done.stdout.strip())
    assert found == ["6.0", "24.0", "6.0"]


def test_a_function_has_no_gradient() -> None:
    with pytest.raises(WrongCall, match="`f` is a function, which has no gradient") as caught:
        grad(newton, target="python")(cubic, cubic, 1.5, 0.7)
    assert "name another argument by `wrt`" in str(caught.value)


def test_what_the_function_cannot_do_is_refused_at_its_call() -> None:
    with pytest.raises(WrongCall, match="`quartic` cannot be called like this") as caught:
        grad(of_elements, wrt="x", target="python")(quartic, AT)
    assert "test_function_arguments.py" in str(caught.value)

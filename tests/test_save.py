"""Saved derivatives run where there is no srcdiff."""

from __future__ import annotations

import ast
import inspect
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff import adjoint, grad, value_and_grad, vjp

X = np.array([0.4, 1.3, 0.2, 2.0])
BLOCKED = """
import sys
sys.modules["srcdiff"] = None
import numpy as np
import saved
"""
WEIGHTS = np.array([0.5, 1.5, 0.25, 2.0])
SCALE = 3.0


def energy(x, k):
    total = 0.0
    for i in range(len(x) - 1):
        stretch = x[i + 1] - x[i]
        total += 0.5 * k * stretch * stretch
    return total


def log_gamma(x, n):
    total = 0.0
    for i in range(len(x)):
        total += math.lgamma(x[i]) * n
    return total


def log_gamma_of(x):
    return math.lgamma(x)


def wave(x):
    return math.sin(x) * math.exp(x)


def overwriting(x, y):
    for i in range(1, len(x)):
        x[i] = x[i] * x[i - 1] + y[i]
    return x[-1]


def helper(a, b):
    return math.exp(a) * b


def with_helper_and_globals(x, n):
    state = x[0]
    for i in range(n):
        state = helper(state, x[i]) * WEIGHTS[i] / SCALE
    return state


def squares(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


def scaled(x, y):
    return np.sum(np.outer(x, y) * y)


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "loop": (grad(energy, ("x", "k"), target="python"), (X, 3.0)),
    "runtime": (grad(log_gamma, target="python"), (X, 2.0)),
    "vjp": (vjp(log_gamma, target="python"), (X, 2.0, 1.0)),
    "second derivative": (grad(grad(log_gamma_of)), (0.7,)),
    "third derivative": (grad(grad(grad(wave))), (0.7,)),
    "broadcasting": (grad(scaled, ("x", "y"), target="python"), (X, X[:3].copy())),
    "aliasing": (value_and_grad(overwriting, ("x", "y"), target="python"), (X, X[::-1].copy())),
    "callee": (grad(with_helper_and_globals, target="python"), (X, 4)),
    "callee, compiled": (grad(with_helper_and_globals), (X, 4)),
    "adjoint": (adjoint(squares, outputs="y", target="python"), (X, X * 0.5, X * 0.0, X * 0.25)),
}


def run(code: str, folder: Path) -> Any:
    """Run code in a process of its own that cannot import srcdiff; return what it prints."""
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCKED + code],
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "NUMBA_CACHE_DIR": str(folder)},
    )
    assert found.returncode == 0, found.stderr
    return ast.literal_eval(found.stdout)


def flat(value: Any) -> list[Any]:
    """Return the parts of nested tuples and lists that are not None."""
    if isinstance(value, (tuple, list)):
        return [part for item in value for part in flat(item)]
    return [] if value is None else [value]


FLAT = inspect.getsource(flat).replace(": Any", "").replace(" -> list[Any]", "") + "\n"


@pytest.mark.parametrize("case", CASES)
def test_a_saved_derivative_gives_the_same_numbers(case: str, tmp_path: Path) -> None:
    derivative, arguments = CASES[case]
    derivative.save(tmp_path / "saved.py", *arguments)
    text = (tmp_path / "saved.py").read_text()
    assert "srcdiff" not in text
    title = text.rpartition("\ndef ")[2].partition("(")[0]
    shown = ", ".join(
        f"np.array({a.tolist()})" if isinstance(a, np.ndarray) else repr(a) for a in arguments
    )
    code = f"a = [{shown}]; print([np.asarray(p).tolist() for p in flat((saved.{title}(*a), a))])"
    found = run(FLAT + code, tmp_path)
    expected = derivative(*arguments)
    for one, other in zip(found, flat((expected, arguments)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)


def test_a_saved_derivative_checks_for_shared_memory(tmp_path: Path) -> None:
    grad(overwriting, target="python").save(tmp_path / "saved.py", X, X)
    code = """
x = np.ones(4)
try:
    saved.overwriting_gradient(x, x)
except ValueError as error:
    print(repr((type(error).__name__, str(error))))
"""
    kind, text = run(code, tmp_path)
    assert kind == "AliasedArguments"
    assert "`x` and `y` share memory" in text


def test_the_latest_is_saved_without_arguments(tmp_path: Path) -> None:
    derivative = grad(energy, target="python")
    derivative(X, 3.0)
    derivative.save(tmp_path / "one.py")
    derivative.save(str(tmp_path / "two.py"), X, 3.0)
    assert (tmp_path / "one.py").read_text() == (tmp_path / "two.py").read_text()

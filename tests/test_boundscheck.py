"""`boundscheck=True`: subscripts out of range raise, at the user's line, also with a warm cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import WrongCall, WrongShape, adjoint, grad, jvp, value_and_grad, vjp

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
X = np.ones(3)


@njit
def doubled(x, i):
    return x[i] * 2.0


def summed(x, n):
    print("reading")
    total = 0.0
    for i in range(n):
        total += doubled(x, i) * x[0]
    return total


def written(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


def added(x, y):
    z = x * 2.0
    return np.sum(z + y)


def endless(x, n):
    total = 0.0
    while total >= 0.0:
        total += 1.0 if n < 4 else x[n]
    return total


def line_of(function: Any, offset: int) -> str:
    return f"test_boundscheck.py:{function.__code__.co_firstlineno + offset}:"


def note_of(error: BaseException) -> str:
    return "\n".join(getattr(error, "__notes__", []))


needs_notes = pytest.mark.skipif(sys.version_info < (3, 11), reason="errors have no notes")


@needs_notes
@TARGETS
def test_a_read_out_of_range(target: str, capfd: pytest.CaptureFixture[str]) -> None:
    calls = [
        lambda: grad(summed, target=target, boundscheck=True)(X, 5),
        lambda: value_and_grad(summed, target=target, boundscheck=True)(x=X, n=5),
        lambda: vjp(summed, target=target, boundscheck=True)(X, 5, 1.0),
        lambda: jvp(summed, target=target, boundscheck=True)(X, 5, X),
    ]
    for call in calls:
        capfd.readouterr()
        with pytest.raises(IndexError) as caught:
            call()
        assert line_of(doubled.py_func, 2) in note_of(caught.value)
        assert capfd.readouterr().out.count("reading") == 1


@needs_notes
@TARGETS
def test_an_adjoint_that_writes_out_of_range(target: str) -> None:
    checked = adjoint(written, outputs="y", target=target, boundscheck=True)
    for _ in range(2):
        with pytest.raises(IndexError) as caught:
            checked(X.copy(), np.zeros(3), np.ones(2), np.ones(2))
        assert line_of(written, 2) in note_of(caught.value)


@needs_notes
@TARGETS
def test_later_calls_and_in_range(target: str) -> None:
    checked = grad(summed, target=target, boundscheck=True)
    np.testing.assert_array_equal(checked(X, 2), [6.0, 2.0, 0.0])
    for _ in range(2):
        with pytest.raises(IndexError) as caught:
            checked(X, 4)
        assert line_of(doubled.py_func, 2) in note_of(caught.value)


@needs_notes
@TARGETS
def test_shapes_that_do_not_match(target: str) -> None:
    for call in (
        lambda: grad(added, target=target)(X, np.ones(4)),
        lambda: vjp(added, target=target)(X, np.ones(4), 1.0),
    ):
        with pytest.raises(ValueError, match="broadcast") as caught:
            call()
        assert line_of(added, 2) in note_of(caught.value)
    with pytest.raises(WrongShape) as wrong:
        vjp(lambda x: x * 2.0, target=target)(X, np.ones(4))
    assert "test_boundscheck.py" in str(wrong.value)


def test_device_functions_have_none() -> None:
    with pytest.raises(WrongCall, match="device"):
        grad(summed, target="cuda", boundscheck=True)


SCRIPT = """
import sys
import numpy as np
import srcdiff

def read(x, n):
    return x[n] * x[0]

options = {"boundscheck": True} if "option" in sys.argv else {}
derivative = srcdiff.grad(read, **options)
try:
    derivative(np.ones(3), 2_000 if "outside" in sys.argv else 2)
except IndexError as error:
    print("IndexError", *getattr(error, "__notes__", [""]))
else:
    print("none")
"""


def run(folder: Path, *words: str, variable: str = "") -> str:
    """Return what the script prints, in a process of its own."""
    file = folder / "script.py"
    file.write_text(SCRIPT)
    cache = folder / "cache"
    surroundings = {**os.environ, "SRCDIFF_CACHE_DIR": str(cache), "NUMBA_BOUNDSCHECK": variable}
    if not variable:
        del surroundings["NUMBA_BOUNDSCHECK"]
    command = [sys.executable, str(file), *words]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
    return done.stdout


def test_fresh_and_warm_caches(tmp_path: Path) -> None:
    assert run(tmp_path) == "none\n"
    for _ in range(2):  # a fresh cache of the option, in a folder that is warm without; a warm one
        assert run(tmp_path, "outside", "option").startswith("IndexError")
    for _ in range(2):
        assert run(tmp_path, "outside", variable="1").startswith("IndexError")
    if sys.version_info >= (3, 11):
        assert "script.py:7:" in run(tmp_path, "outside", "option")
        assert "script.py:7:" in run(tmp_path, "outside", variable="1")


def test_a_function_that_takes_too_long_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from srcdiff.backends import run_time_errors

    monkeypatch.setattr(run_time_errors, "LONGEST", 0.05)
    derivative = grad(endless, target="python").derivative
    error = IndexError("index is out of bounds")
    lines = run_time_errors.found_place(error, derivative, (X, 1))
    assert line_of(endless, 0) in lines[0]

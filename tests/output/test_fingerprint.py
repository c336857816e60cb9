"""The key of a stored derivative: it changes with whatever the derivative depends on."""

from __future__ import annotations

import cmath
import dataclasses
import enum
import importlib
import math
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import scipy.constants

from srcdiff import grad, value_and_grad
from srcdiff.output.fingerprint import fingerprint

PLACE: Any = None


@dataclasses.dataclass(frozen=True)
class Rate:
    k: float


def named(value: float) -> Any:
    """Return a class with an attribute."""
    return type("Named", (), {"k": value})


def with_a_function(value: float) -> Any:
    """Return a class with a function that has a number in its text."""

    class Two:
        k = staticmethod(lambda: 2.0)

    class Nine:
        k = staticmethod(lambda: 9.0)

    return Two if value == 2.0 else Nine


def member(value: float) -> Any:
    """Return a member of an enumeration."""
    return types.SimpleNamespace(k=enum.Enum("Kind", {"A": value}).A.value)


def scaled(x):
    return PLACE.k * x


@pytest.mark.parametrize("make", [named, with_a_function, member, Rate])
def test_attributes(make: Callable[[float], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []
    for value in (2.0, 9.0, 2.0):
        monkeypatch.setitem(globals(), "PLACE", make(value))
        keys.append(fingerprint(scaled))
    assert keys[0] != keys[1]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_an_attribute_that_changes(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in (2.0, 9.0):
        monkeypatch.setitem(globals(), "PLACE", Rate(value))
        assert value_and_grad(scaled, target=target)(1.0) == (value, value)


def of_a_module(x):
    return PLACE.e * x


def test_modules_and_functions_of_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (math, scipy.constants):
        monkeypatch.setitem(globals(), "PLACE", module)
        assert grad(of_a_module, target="python")(1.0) == module.e
    monkeypatch.setitem(globals(), "PLACE", math.sqrt)
    before = fingerprint(of_a_module)
    monkeypatch.setitem(globals(), "PLACE", cmath.sqrt)
    assert fingerprint(of_a_module) != before


def test_a_file_that_is_edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The derivative of what was defined is not taken for that of what the file says now."""
    file = tmp_path / "edited_while_it_runs.py"
    file.write_text("def f(x):\n    return x * x\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    module = importlib.import_module("edited_while_it_runs")
    assert grad(module.f)(2.0) == 4.0
    file.write_text("def f(x):\n    return 7.0 * x\n")
    assert value_and_grad(module.f)(2.0) == (4.0, 4.0)
    module = importlib.reload(module)
    assert value_and_grad(module.f)(2.0) == (14.0, 7.0)
    file.write_text("def f(x):\n    return x * x\n")
    second = importlib.reload(module)
    file.write_text("def f(x):\n    return 7.0 * x\n")
    assert value_and_grad(second.f)(2.0) == (4.0, 4.0)

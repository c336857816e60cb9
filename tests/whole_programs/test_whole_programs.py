"""Whole programs, which were written without a thought of srcdiff, are differentiated."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from srcdiff import value_and_grad
from srcdiff.structures.layouts import layout_of, leaves
from tests.structures.judge import Case, differences, gradient_leaves

NAMES = ["animal_tracks", "glacier", "pharmacokinetics", "retrieval", "robot_arm", "waveform"]


def check(name: str, target: str, count: int) -> None:
    """Hold the gradient of a program against differences by some of its numbers."""
    module: Any = importlib.import_module(f"tests.whole_programs.{name}")
    function, arguments = module.example()
    value, found = value_and_grad(function, wrt=module.WRT, target=target)(*arguments)
    assert value == pytest.approx(function(*arguments), rel=1e-9)
    place = 0
    argument = arguments[place] if module.WRT == 0 else None
    if argument is None:
        names = function.__code__.co_varnames
        place = names.index(module.WRT)
        argument = arguments[place]
    own = Case(function, arguments, None)
    layout = layout_of(argument)
    known = list(leaves(argument, layout))
    got = list(gradient_leaves(layout, found))
    largest = max(np.max(np.abs(g)) for g in got)
    for number in range(len(known)):
        for index in list(np.ndindex(np.shape(known[number])))[::count]:
            wanted = one_difference(own, place, number, index)
            assert np.asarray(got[number])[index] == pytest.approx(
                wanted, rel=2e-4, abs=2e-6 * largest
            )


def one_difference(own: Case, place: int, number: int, index: tuple[int, ...]) -> float:
    """Return the difference quotient by one number."""
    return float(differences(own, place, number, 1e-6, [index])[index])


@pytest.mark.parametrize("name", NAMES)
def test_uncompiled(name: str) -> None:
    check(name, "python", 1 if name != "waveform" else 60)


@pytest.mark.parametrize("name", ["glacier", "waveform"])
def test_compiled(name: str) -> None:
    check(name, "cpu", 1 if name != "waveform" else 60)

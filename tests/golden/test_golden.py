"""The generated source, word for word, and what it computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ..conftest import Golden
from ..differentiate.finite import slope
from .programs import PROGRAMS

HERE = Path(__file__).parent
GRADIENTS = [p for p, (d, _) in PROGRAMS.items() if "grad" in d.srcdiff_request.kind]

REPORTED = ("straight_line", "carried_loop", "nested_loops", "while_in_for", "callee")


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_source_is_as_it_was(program: str, golden: Golden) -> None:
    derivative, arguments = PROGRAMS[program]
    golden(HERE / f"{program}.py", derivative.source(*arguments))


@pytest.mark.parametrize("program", REPORTED)
def test_the_report_is_as_it_was(
    program: str, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE)  # paths are shown relative to the current folder
    derivative, arguments = PROGRAMS[program]
    golden(HERE / f"{program}.txt", f"{derivative.report(*arguments)}\n")


@pytest.mark.parametrize("program", GRADIENTS)
def test_the_gradient_is_right(program: str) -> None:
    derivative, arguments = PROGRAMS[program]
    asked = derivative.srcdiff_request
    found = derivative(*arguments)
    if asked.kind == "value_and_grad":
        found = found[1]
    gradients: tuple[Any, ...] = (found,) if asked.single else found
    accuracy = 1e-3 if program == "single_precision" else 1e-6
    for wanted, gradient in zip(asked.wrt, gradients, strict=True):
        place = derivative.derivative.parameters.index(wanted)
        wide = tuple(
            a.astype(float) if isinstance(a, np.ndarray) else a for a in arguments
        )
        expected = slope(derivative.primal, wide, place)
        np.testing.assert_allclose(gradient, expected, rtol=accuracy, atol=accuracy)


def test_every_file_has_a_program() -> None:
    files = {file.stem for file in HERE.glob("*.py")} - {"__init__", "programs", "test_golden"}
    assert files == set(PROGRAMS)
    assert {file.stem for file in HERE.glob("*.txt")} == set(REPORTED)

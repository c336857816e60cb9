"""What the analyses of memory assume is so in runs of programs; and the watch sees where it is not.

`python -m tests.analyse.aliasing` watches more programs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff.analyse.aliasing.effects import Effects, effects

from ...idioms.program import load
from ...idioms.workers import generate
from ...programs.test_programs import FILES
from ...test_pipeline import module_of
from . import watched
from .watched import APART, contradictions

SEEDS = range(6)
X = np.array([0.3, 1.2, 0.7])


def floats(function: Callable[..., Any], given: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the arguments that can be differentiated."""
    names = inspect.signature(function).parameters
    pairs = zip(names, given, strict=False)
    return tuple(n for n, v in pairs if np.asarray(v).dtype.kind == "f" and not isinstance(v, list))


@pytest.mark.parametrize("file", FILES[::8], ids=lambda file: file.stem)
def test_programs(file: Path) -> None:
    module = module_of(file)
    given = tuple(module.inputs())
    found, _ = contradictions(module.f, given, floats(module.f, given))
    assert not found


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs(seed: int) -> None:
    program = load(generate(seed).text)
    found, _ = contradictions(program.f, program.arguments(), program.wrt)
    assert not found


def moving_rows(x: np.ndarray, n: int) -> float:
    m = np.outer(x, x)
    before = m[0]
    kept = [before]
    for i in range(1, n):
        row = m[i]
        row[0] += before[1]
        kept.append(row * 2.0)
        before = row
    helper(kept[-1], x[0])
    return np.sum(kept[-1]) + before[0]


def helper(row: np.ndarray, k: float) -> None:
    row[1] = k


def test_names_of_one_array_share_memory() -> None:
    found, compared = contradictions(moving_rows, (X, 3), ("x",))
    assert not found
    assert compared > 20


def unwritten(known: Effects) -> Effects:
    return replace(known, writes=dict.fromkeys(known.writes, frozenset()))


def apart(known: Effects) -> Effects:
    return replace(known, roots={title: frozenset([title]) for title in known.roots})


@pytest.mark.parametrize(
    ("forget", "kind"), [(apart, APART), (unwritten, "is written, which nothing says")]
)
def test_what_is_wrong_is_found(
    forget: Callable[[Effects], Effects], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An analysis that forgets what a view is of, or what is written, is contradicted."""
    monkeypatch.setattr(watched, "effects", lambda *given: forget(effects(*given)))
    found, _ = contradictions(moving_rows, (X, 3), ("x",))
    assert kind in {contradiction.kind for contradiction in found}


def test_shapes_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*given: Any) -> Any:
        found = array_shapes(*given)
        found.found["m"] = "x"
        return found

    array_shapes = watched.array_shapes
    monkeypatch.setattr(watched, "array_shapes", mistaken)
    found, _ = contradictions(moving_rows, (X, 3), ("x",))
    assert {contradiction.names for contradiction in found} == {("m", "x")}

"""Functions after passes, and the times of stages, as users see them."""

from __future__ import annotations

import re
import time
from types import FunctionType

import numpy as np
import pytest

from srcdiff import InternalError, WrongCall, grad, pipeline
from srcdiff.core import passes


def decayed(v, k):
    return np.exp(-k * v)


def total(x, k):
    s = 0.0
    for v in x:
        s += decayed(v, k)
    return s


GIVEN = np.ones(3), 0.5


def copied(function: FunctionType) -> FunctionType:
    """Return a function of which no derivative was made yet."""
    return FunctionType(function.__code__, function.__globals__, function.__name__)


def test_a_pass_that_does_not_exist() -> None:
    with pytest.raises(WrongCall, match="no pass `simplified` ran"):
        pipeline.show(total, *GIVEN, after="simplified")


def test_each_pass_counts_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Passes over a function that is called run inside of others; together they take no longer."""
    monkeypatch.setenv("SRCDIFF_TIMES", "1")
    begin = time.perf_counter()
    grad(copied(total), "k", target="python", cache=False)(*GIVEN)
    whole = 1e3 * (time.perf_counter() - begin)
    lines = capsys.readouterr().err.splitlines()
    spent = [float(found[1]) for line in lines if (found := re.search(r": +(-?[\d.]+) ms ", line))]
    assert len(spent) > 10
    assert all(time >= 0.0 for time in spent)
    assert sum(spent) <= whole + 0.1 * len(spent)  # as they are rounded


def test_an_error_names_the_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(tree):
        return 3

    stage = passes.Stage("surface", (broken,))
    monkeypatch.setattr(pipeline, "SURFACE", stage)
    with pytest.raises(InternalError, match="no pass returns 3") as caught:
        grad(copied(total), "k", target="python", cache=False)(*GIVEN)
    if hasattr(caught.value, "add_note"):  # notes are new in Python 3.11
        assert "in the pass `broken` over `total`" in str(caught.value)

"""Expressions with many parts."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from srcdiff import UnsupportedSyntax, grad
from srcdiff.front import recursion_limit as depth


def long_sum(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that returns a sum of 300 terms."""
    terms = "\n        + ".join(f"x * {k}.0" for k in range(300))
    (folder / "long_sum_of_a_test.py").write_text(f"def f(x):\n    return ({terms})\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "long_sum_of_a_test", raising=False)
    importlib.invalidate_caches()
    return importlib.import_module("long_sum_of_a_test").f


def test_many_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert grad(long_sum(tmp_path, monkeypatch), target="python")(1.0) == 44850.0


def test_too_many_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depth, "DEPTH", 0)
    with pytest.raises(UnsupportedSyntax, match="too many parts") as caught:
        grad(long_sum(tmp_path, monkeypatch), target="python", cache=False)(1.0)
    assert "long_sum_of_a_test.py:1:0 in f" in str(caught.value)


def test_threads_bring_the_limit_back() -> None:
    before = sys.getrecursionlimit()
    first, second = depth.deep(), depth.deep()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getrecursionlimit() >= depth.DEPTH
    second.__exit__(None, None, None)
    assert sys.getrecursionlimit() == before

"""The edits, the sample, and the judgement of some edits by a few tests."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter

import pytest

from .edits import edits
from .equivalent import EQUIVALENT
from .patched import found, weaken
from .sample import ROOT, modules, sample, weakenings

FUNCTION = '''
def f(a, b, names):
    """Docstring."""
    if not a and b <= 1:
        return False
    for name in names:
        names.add(name)
    other: dict[str, int | None] = {}
    kept = {n for n in names if n > a} | b
    return all(kept) if a else kept
'''
EDITS = {
    "not a and b <= 1 -> b <= 1",
    "not a and b <= 1 -> not a",
    "not a -> a",
    "b <= 1 -> b < 1",
    "return False -> return True",
    "if not a and b <= 1: return False -> pass",
    "names.add(name) -> pass",
    "{n for n in names if n > a} | b -> b",
    "{n for n in names if n > a} | b -> {n for n in names if n > a}",
    "if n > a -> if True",
    "n > a -> n >= a",
    "all(kept) -> any(kept)",
    "all(kept) if a else kept -> all(kept)",
    "all(kept) if a else kept -> kept",
}


def test_the_edits_of_a_function() -> None:
    """All edits are found, each can be made, and undone."""
    function = ast.parse(FUNCTION).body[0]
    before, texts = ast.unparse(function), set()
    for _, old, new, change in list(edits(function)):
        undo = change()
        assert ast.unparse(function) != before, (old, new)
        undo()
        assert ast.unparse(function) == before
        texts.add(" ".join(f"{old} -> {new}".split()))
    assert texts == EDITS


def test_each_edit_has_a_name_of_its_own() -> None:
    """No two edits have one name, and a seed is always the same sample."""
    every = Counter(edit.key for module in modules() for edit in weakenings(module))
    assert max(every.values()) == 1
    assert [e.key for e in sample(30, 0)] == [e.key for e in sample(300, 0)[:30]]


def test_equivalent_edits_still_apply() -> None:
    """What is listed as equivalent can still be edited so, and has a reason."""
    every = {edit.key for module in modules() for edit in weakenings(module)}
    assert EQUIVALENT.keys() <= every, EQUIVALENT.keys() - every
    assert all(EQUIVALENT.values())


def test_a_function_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who have imported a function get its weaker form."""
    from srcdiff.analyse.flow import liveness

    edit = next(iter(weakenings("srcdiff.analyse.flow.liveness")))
    function = found(liveness, edit.function)
    right = function.__code__
    monkeypatch.setattr(function, "__code__", right)
    weaken(edit)
    assert function.__code__ is not right
    assert function.__code__.co_filename == right.co_filename


def test_edits_are_noticed() -> None:
    """The command says which test notices an edit; there is nothing that all edits survive."""
    options = ["--only", "memory_groups", "--sample", "500"]
    options += ["--tests", "tests/analyse/flow/test_liveness.py"]
    command = [sys.executable, "-m", "tests.weakened", *options, "--budget", "1", "--wanted", "20"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "noticed srcdiff/analyse/aliasing/memory_groups.py:" in done.stdout

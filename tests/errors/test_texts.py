"""What srcdiff says when it refuses something, word for word.

Each file in `cases` defines `attempt`, which fails for both targets; the file of the same
name in `expected` has what the user reads, as Python prints it.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
import traceback
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

import srcdiff
from srcdiff.front.subset import REFUSED

from ..conftest import Golden
from .tracebacks import frames_below

HERE = Path(__file__).parent
FILES = {file.stem: file for file in sorted((HERE / "cases").glob("*.*"))}
NEWER = {"try_star": (3, 11)}  # a syntax that older Pythons, and ruff, do not take
CASES = [case for case in FILES if sys.version_info >= NEWER.get(case, (3, 10))]


OBVIOUS = {"named_twice"}  # where to say what to do would say the same again


def load(case: str) -> Callable[[str], None]:
    """Return what fails in a case."""
    loader = SourceFileLoader(case, str(FILES[case]))
    spec = importlib.util.spec_from_loader(case, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    attempt: Callable[[str], None] = module.attempt
    return attempt


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("case", CASES)
def test_the_text(case: str, target: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE / "cases")  # paths are shown relative to the current folder
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    with pytest.raises(srcdiff.SrcdiffError) as caught:
        load(case)(target)
    assert frames_below(caught.value) == []
    text = "".join(traceback.format_exception_only(caught.value))
    golden(HERE / "expected" / f"{case}.txt", text)


def expected() -> dict[str, str]:
    """Return all expected texts."""
    return {file.stem: file.read_text() for file in (HERE / "expected").glob("*.txt")}


def test_every_text_has_a_case() -> None:
    assert set(expected()) == set(FILES)


def test_every_class_of_error_has_a_case() -> None:
    classes = {
        f"srcdiff.{name}"
        for name in srcdiff.__all__
        if isinstance(getattr(srcdiff, name), type)
        and issubclass(getattr(srcdiff, name), srcdiff.SrcdiffError)
        and name not in ("SrcdiffError", "InternalError")
    }
    assert classes == {text.partition(":")[0] for text in expected().values()}


def test_every_refused_syntax_has_a_case() -> None:
    texts = "".join(expected().values())
    assert [kind for kind, refusal in REFUSED.items() if refusal.reason not in texts] == []


@pytest.mark.parametrize("case", CASES)
def test_a_text_is_complete(case: str) -> None:
    lines = expected().get(case, "").rstrip().splitlines()
    assert lines, "there is no expected text: run pytest --update-golden"
    assert lines[0].startswith("srcdiff.")
    way_out = any(line.lstrip().startswith("= ") for line in lines) or ": pass" in lines[0]
    assert way_out or case in OBVIOUS
    if "in the function: no" not in (ast.get_docstring(ast.parse(FILES[case].read_text())) or ""):
        assert lines[1].startswith("  --> "), "there is no place"
        assert lines[2].startswith("   | ") and set(lines[3].strip(" |")) == {"^"}


INNER = ["·", "UniTuple", "Tuple(", "reflected", "Literal[", "core form", "array(", " at 0x"]


@pytest.mark.parametrize("case", CASES)
def test_a_text_has_no_inner_names(case: str) -> None:
    text = expected().get(case, "").replace("np.array(", "")
    assert [word for word in INNER if word in text] == []
    assert not any(line.lstrip().startswith("--> /") for line in text.splitlines())

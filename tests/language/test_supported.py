"""What docs/supported-python.md says of each construct is what happens."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import Any

import gast
import numpy as np
import pytest

from srcdiff import SrcdiffError, grad
from srcdiff.front.subset import ALLOWED, REFUSED

from ..conftest import Golden
from ..sample import sample
from .compare import check

PAGE = Path(__file__).parents[2] / "docs" / "supported-python.md"
SUPPORTED = ("Statements", "Expressions", "Functions", "Arrays")
HEAD = "def example(x, y, v, w, m, n, flag):"
FLOATS = ("x", "y", "v", "w", "m")
NEWER = {"except*": (3, 11)}  # what older Pythons cannot read
INSIDE = {"Await", "AsyncFor", "AsyncWith", "FormattedValue"}  # what stands in others only
NEW = {"TypeAlias", "TemplateStr", "Interpolation"}  # refused as all that is unknown
ELSEWHERE = {"FunctionDef", "Lambda"}  # taken away before the others are judged


def arguments() -> tuple[Any, ...]:
    """Return the arguments of the examples."""
    v, w = np.array([0.5, 1.5, -0.25, 2.0]), np.array([0.4, 0.8, 1.2, 0.6])
    m = 0.1 * np.arange(16.0).reshape(4, 4) ** 1.5 + 2.0 * np.eye(4)
    return 0.7, 1.3, v, w, m, 3, True


@dataclass(frozen=True)
class Row:
    """A row of a table: the cells, and the lines of the example."""

    cells: tuple[str, ...]
    example: str


def section(title: str) -> str:
    """Return a section of the page."""
    return PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[Row]:
    """Return the rows of the table in a section."""
    found = []
    for line in section(title).splitlines():
        if not line.startswith("| ") or line.startswith(("| what", "| ---")):
            continue
        cells = tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
        lines = re.findall(r"`([^`]*)`", cells[1].replace("\\|", "|"))
        found.append(Row(cells, "\n".join(lines)))
    return found


def title(row: Row) -> str:
    """Return the first line of an example, as the name of a test."""
    return row.example.splitlines()[0]


def is_readable(row: Row) -> bool:
    """Return True if this Python can read an example."""
    return all(sys.version_info >= since for word, since in NEWER.items() if word in row.example)


EXAMPLES = [row for part in SUPPORTED for row in rows(part)]
REFUSALS = [row for row in rows("Refused") if is_readable(row)]
SAMPLE = sample(EXAMPLES, 7)


def example_of(row: Row, folder: Path) -> Callable[..., Any]:
    """Return the function of an example, from a file that has the functions it calls."""
    (surroundings,) = re.findall(
        r"```python\n(.*?)```", section("The functions in the examples"), re.DOTALL
    )
    body = ["z = x * y", *row.example.splitlines(), "return z"]
    text = "\n    ".join([HEAD, *body])
    file = folder / "example.py"
    file.write_text(f"{surroundings}\n\n{text}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("example", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[..., Any] = module.example
    return function


@pytest.mark.parametrize("row", EXAMPLES, ids=title)
def test_what_is_supported_has_the_right_gradient(row: Row, tmp_path: Path) -> None:
    check(example_of(row, tmp_path), *arguments())


@pytest.mark.parametrize("row", SAMPLE, ids=title)
def test_the_compiled_gradient_is_right(row: Row, tmp_path: Path) -> None:
    check(example_of(row, tmp_path), *arguments(), target="cpu")


def refusal(row: Row, folder: Path) -> tuple[str, str]:
    """Return the reason and the advice of the refusal of an example."""
    with pytest.raises(SrcdiffError) as caught:
        grad(example_of(row, folder), FLOATS, target="python")(*arguments())
    assert caught.value.node is not None, "it has no place"
    advice = caught.value.advice.split("; see docs/")[0].split(":\n")[0]
    return caught.value.reason.replace("|", "\\|"), advice.replace("|", "\\|")


def test_what_is_refused_is_refused_with_these_words(tmp_path: Path, golden: Golden) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for row in REFUSALS:
        old = f"| {' | '.join(row.cells)} |".replace("|  |", "| |")
        new = f"| {' | '.join((*row.cells[:2], *refusal(row, tmp_path)))} |"
        page = page.replace(f"| {' | '.join(row.cells)} |", new).replace(old, new)
    golden(PAGE, page)


def kinds(found: list[Row]) -> set[str]:
    """Return the kinds of nodes in examples."""
    trees = [gast.parse("def f():\n" + indent(row.example, " ")) for row in found]
    return {type(node).__name__ for tree in trees for node in gast.walk(tree)}


def test_every_kind_of_syntax_has_a_row() -> None:
    assert ALLOWED - kinds(EXAMPLES) == set()
    newer = {"TryStar"} if sys.version_info < (3, 11) else set()
    assert REFUSED.keys() - kinds(REFUSALS) - INSIDE - newer == set()


def test_every_kind_of_node_is_decided() -> None:
    every = {
        kind.__name__
        for base in (gast.stmt, gast.expr, gast.operator, gast.unaryop, gast.cmpop, gast.boolop)
        for kind in base.__subclasses__()
    }
    every = {kind for kind in every - NEW if hasattr(ast, kind)}  # gast has those of Python 2 too
    assert every - ALLOWED - REFUSED.keys() - ELSEWHERE - INSIDE == set()

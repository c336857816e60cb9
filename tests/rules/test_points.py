"""Where functions of arrays have no derivative, they give what the document says."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from ..sample import sample

DOCUMENT = Path(__file__).parents[2] / "docs" / "nondifferentiable-points.md"
ERRORS = {"LinAlgError": np.linalg.LinAlgError, "ValueError": ValueError}
SPACE = {"np": np, "nan": np.nan, "inf": np.inf}
HEAD = "import numpy as np\np = np.array([0.0, 1.0, 2.0])\nq = np.array([0.0, 1.0, 4.0])\n"


def rows() -> list[tuple[str, str, str]]:
    """Return expression, point and derivative of each row of the table."""
    text = DOCUMENT.read_text(encoding="utf-8")
    table = text.split("\n## Functions of arrays\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| `(.*?)` \| `(.*?)` \| `(.*?)` \|", table, re.MULTILINE)
    return [(expression, point, derivative) for expression, point, derivative in cells]


ROWS = rows()
SAMPLE = sample(ROWS, 6)


def function_of(expression: str, folder: Path) -> Callable[[Any], float]:
    """Return the function with an expression as its result."""
    file = folder / "point.py"
    file.write_text(f"{HEAD}\n\ndef point(x):\n    return {expression}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("point", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[Any], float] = module.point
    return found


def check(expression: str, point: str, derivative: str, folder: Path, target: str) -> None:
    """Compare a gradient with what a row says."""
    function, at = function_of(expression, folder), np.array(eval(point, SPACE))
    if derivative in ERRORS:
        with pytest.raises(ERRORS[derivative]):
            grad(function, target=target)(at)
        return
    with np.errstate(all="ignore"):
        found = grad(function, target=target)(at)
    np.testing.assert_allclose(found, eval(derivative, SPACE), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("expression", "point", "derivative"), ROWS)
def test_the_documented_choice_is_made(
    expression: str, point: str, derivative: str, tmp_path: Path
) -> None:
    check(expression, point, derivative, tmp_path, "python")


@pytest.mark.parametrize(("expression", "point", "derivative"), SAMPLE)
def test_the_compiled_choice_is_the_same(
    expression: str, point: str, derivative: str, tmp_path: Path
) -> None:
    check(expression, point, derivative, tmp_path, "cpu")


def test_every_row_is_read() -> None:
    text = DOCUMENT.read_text(encoding="utf-8").split("\n## Functions of arrays\n")[1]
    table = text.split("\n## ")[0]
    assert len(ROWS) == table.count("\n| `")

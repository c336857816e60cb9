"""The boxes of docs/how-it-works.md are what srcdiff writes."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import numpy as np

from srcdiff import grad
from srcdiff.output.stages import ran_passes, text

from .conftest import Golden

PAGE = Path(__file__).parents[1] / "docs" / "how-it-works.md"
BOX = re.compile(r"<!-- (.*?) -->\n(?:```python\n.*?```\n)?", re.DOTALL)


def test_the_boxes_are_what_srcdiff_does(tmp_path: Path, golden: Golden) -> None:
    page = PAGE.read_text(encoding="utf-8")
    function = energy(page, tmp_path)
    given = np.array([0.0, 1.5, 2.0, 4.0]), 0.5
    last = {
        f"{ran.after.tree.name} after {ran.stage}": text(ran) for ran in ran_passes(function, given)
    }
    last["source"] = grad(function, target="python", cache=False).source(*given)

    def filled(box: re.Match[str]) -> str:
        return f"<!-- {box[1]} -->\n```python\n{last[box[1]].strip()}\n```\n"

    golden(PAGE, BOX.sub(filled, page))


def energy(page: str, folder: Path) -> Any:
    """Return the function of the page, from a file of its own."""
    (code,) = re.findall(r"## The function\n\n```python\n(.*?)```", page, re.DOTALL)
    file = folder / "springs.py"
    file.write_text(code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("springs", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.energy

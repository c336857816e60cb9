"""The folders of srcdiff are layers: imports point down, and no folder is crowded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "srcdiff"
LAYERS = (  # each may import those before it
    *(
        "syntax",
        "errors",
        "first",
        "runtime",
        "core",
        "front",
        "library",
        "rules",
        "analyse",
        "normalise",
    ),
    "structures",
    *(
        "optimise",
        "differentiate",
        "output",
        "report",
        "stages",
        "pipeline",
        "program",
        "gpu",
        "checking",
    ),
    *("protocol", "backends", "api", "check", "cuda"),
)
FILES = sorted(ROOT.rglob("*.py"))


def layer(module: str) -> str:
    """Return the folder, or the module at the root, that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the modules of srcdiff that a module imports, other than inside functions.

    What functions import is there when they run.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("srcdiff."):
            yield str(node.module)
        elif not isinstance(node, (ast.FunctionDef, ast.If)):  # `if TYPE_CHECKING`
            yield from imported(node)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_point_down(file: Path) -> None:
    own = layer(".".join(("srcdiff", *file.relative_to(ROOT).with_suffix("").parts)))
    tree = ast.parse(file.read_text(encoding="utf-8"))
    order = {name: place for place, name in enumerate(LAYERS)}
    for module in imported(tree):
        found = layer(module)
        if own in order and found in order:
            assert order[found] <= order[own], module


def test_no_folder_is_crowded() -> None:
    assert len(list(ROOT.glob("*.py"))) <= 10
    for folder in {file.parent for file in FILES}:
        assert len(list(folder.glob("*.py"))) <= 25, folder
        assert (folder / "__init__.py").read_text(encoding="utf-8").startswith('"""'), folder

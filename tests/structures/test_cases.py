"""Functions of dictionaries and objects: each is right, or refused for the reason that is known."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.structures.judge import CASES, outcome

HERE = Path(__file__).parent
MODULES = sorted(p.stem for p in (HERE / "cases").glob("*.py") if p.stem != "__init__")
for module in MODULES:
    importlib.import_module(f"tests.structures.cases.{module}")
NAMES = [
    (module, title) for module in MODULES for title in CASES[f"tests.structures.cases.{module}"]
]
EXPECTED = HERE / "refused.txt"


def expected() -> dict[str, str]:
    """Return the reasons for which cases are refused."""
    lines = EXPECTED.read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


@pytest.mark.parametrize(("module", "title"), NAMES)
def test_uncompiled(module: str, title: str) -> None:
    found = outcome(CASES[f"tests.structures.cases.{module}"][title], "python")
    assert found == expected().get(f"{module}.{title}", "right")


@pytest.mark.parametrize(("module", "title"), NAMES[::24])
def test_compiled(module: str, title: str) -> None:
    found = outcome(CASES[f"tests.structures.cases.{module}"][title], "cpu")
    assert found == expected().get(f"{module}.{title}", "right")

"""What the README and the documents show is what srcdiff does."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import traceback
from pathlib import Path

import pytest

import srcdiff

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SUPPORTED = ROOT / "docs" / "supported-python.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.md")])
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(file: Path, title: str) -> list[str]:
    """Return the blocks of code in a section of a document."""
    section = file.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    return BLOCK.findall(section)


def run(folder: Path, text: str) -> str:
    """Run a text as `model.py` in a folder, and return what it prints."""
    file = folder / "model.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("model", file)
    assert spec is not None and spec.loader is not None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return printed.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is the current one, as places are shown relative to it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_first_example(folder: Path) -> None:
    example, generated = blocks(README, "A first example")
    source, value = run(folder, example).rsplit("\n\n", 1)
    assert source.strip() == generated.strip()
    assert float(value) == 14.0


def test_forward_mode(folder: Path) -> None:
    example, generated = blocks(README, "Forward mode")
    assert run(folder, example).strip() == generated.strip()


def test_the_refusal(folder: Path) -> None:
    example, text = blocks(README, "What is refused")
    with pytest.raises(srcdiff.SrcdiffError) as caught:
        run(folder, example)
    assert "".join(traceback.format_exception_only(caught.value)).rstrip() == text.rstrip()


def test_the_rule_of_ones_own(folder: Path) -> None:
    example, pair = blocks(SUPPORTED, "Derivatives of your own")
    assert float(run(folder, example)) == 0.5  # 2 u / (1 + 3 u u) at u = 1
    value, tangent = run(folder, pair).strip("()\n").split(", ")
    assert (float(value), float(tangent)) == pytest.approx((7.0, 5.0))


def test_every_function_is_shown() -> None:
    shown = set(re.findall(r"^\| `(\w+)\(f", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert shown == {name for name in srcdiff.__all__ if name.islower()} - {
        "derivative",
        "insert_grad_of",
        "ravel",
        "stop_gradient",
    }


def test_the_commands_exist() -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = re.findall(r"(?:^|`)make (\w+)", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert shown and set(shown) <= made


def anchors(file: Path) -> set[str]:
    """Return the names of the headings of a document, as links give them."""
    titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    text = re.sub("```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub("`[^`\n]*`", "", text)  # code is no link: `f[k](x)`
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        assert (file.parent / path).exists(), target
        assert not anchor or anchor in anchors(file.parent / path), target

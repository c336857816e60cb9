"""A corpus of small programs, each a file of its own: every kind of derivative of each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ..properties.check import judge, judge_apart
from ..sample import EVERY

FILES = sorted((Path(__file__).parent / "corpus").glob("[a-z]*.py"))
KINDS = {
    "grad": ("value_and_grad", "grad", "vjp", "adjoint", "jvp"),
    "vjp": ("vjp", "adjoint", "jvp"),
}
COMPILED = (
    "breaks_and_continues",
    "buffers_in_branches",
    "counters_with_steps",
    "guarded_loop",
    "helper_writes",
    "helpers_that_save_lists",
    "nested_conditionals",
    "output_argument",
    "recursion_with_arrays",
    "recursive_types",
    "rotating_buffers",
    "saved_arrays_in_counted_loops",
    "scratch_filled_anew",
    "set_in_one_branch",
    "single_precision",
    "while_in_for",
    "wide_masks",
)


def kinds(file: Path) -> tuple[str, ...]:
    """Return the kinds of derivatives that a program has."""
    return KINDS["vjp" if 'KIND = "vjp"' in file.read_text() else "grad"]


def sample(place: int, all_kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first kind, whose test verifies all, at times with another one, or all kinds."""
    first, *others = all_kinds
    return all_kinds if EVERY else (first, *others[place % 16 : place % 16 + 1])


CASES = [(file, kind) for place, file in enumerate(FILES) for kind in sample(place, kinds(file))]


@pytest.mark.parametrize(("file", "kind"), CASES, ids=[f"{f.stem}-{kind}" for f, kind in CASES])
def test_uncompiled(file: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The generated source, run as it is, agrees with dual numbers; or there is none."""
    monkeypatch.setenv("SRCDIFF_VERIFY", str(int(kind == kinds(file)[0])))  # once for each
    text = file.read_text()
    verdict = judge(text, name=f"<{file.stem}>", kind=kind)
    refused = re.search('^REFUSED = "(.*)"$', text, re.MULTILINE)
    if refused and not (kind == "jvp" and verdict.kind == "ok"):  # forward mode takes more
        assert verdict.kind == "refused"
        assert refused.group(1) in verdict.message
        return
    assert verdict.kind == "ok", f"{verdict.kind}: {verdict.signature}\n{verdict.message}"


@pytest.mark.parametrize("name", COMPILED)
def test_compiled(name: str) -> None:
    """The compiled derivative agrees with dual numbers."""
    text = (Path(__file__).parent / "corpus" / f"{name}.py").read_text()
    verdict = judge_apart(text, "cpu", f"<{name}>")
    assert verdict.kind == "ok", f"{verdict.kind}: {verdict.signature}\n{verdict.message}"

"""Programs of idioms, always the same ones, and the judge itself."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from .catalogue import IDIOMS
from .exact import loaded
from .judge import MODES, Verdict, judge
from .program import Program
from .reduce import reduced
from .table import Refusals
from .template import HOLE
from .workers import Options, apart, generate, results

PROGRAMS = range(48)
COMPILED = range(1000, 1003)

KEPT = """
import numpy as np

def f(x, c):
    y = x * c
    for k in range(3):
        y = np.sin(y) + k
    return np.sum(y * y)

def arguments():
    return (np.array([0.5, 1.2]), 0.7)

WRT = ('x', 'c')
"""


def test_there_are_many_idioms() -> None:
    """Each has its own name, and is Python once its holes are names."""
    assert len(IDIOMS) >= 80
    for idiom in IDIOMS.values():
        ast.parse("\n".join(HOLE.sub("hole", line) for line in (*idiom.top, *idiom.lines)))
        for _, word in idiom.exports:
            assert word in "\n".join(idiom.top + idiom.lines), idiom.name


@pytest.mark.parametrize("first", PROGRAMS[::12])
def test_programs(first: int) -> None:
    """The derivatives of the uncompiled source are right, or refused."""
    failures = []
    for seed in range(first, first + 12):
        program = generate(seed)
        verdict = judge(program)
        if verdict.failed:
            failures.append(f"seed {seed}: {verdict.signature}\n{verdict.message}\n{program.text}")
    assert not failures, "\n\n".join(failures)


def test_compiled() -> None:
    """So are those of compiled code."""
    counts: Counter[str] = Counter()
    for _, program, verdict in results(COMPILED, Options(target="cpu"), 1):
        assert not verdict.failed, f"{verdict}\n{program.text}"
        counts[verdict.kind] += 1
    assert counts["right"] >= 1, counts


def test_all_modes() -> None:
    """A right program is right in all modes."""
    assert judge(Program(KEPT), MODES) == Verdict("right")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("y = np.sin(y) + k", "y = np.sin(y) + stop_gradient(k * y)"),
        ("return np.sum(y * y)", "return np.sum(y * stop_gradient(y))"),
    ],
)
def test_a_wrong_derivative_is_seen(mode: str, wrong: str, right: str) -> None:
    """A program whose derivative is made wrong on purpose is not taken for right."""
    text = "from srcdiff import stop_gradient\n" + KEPT.replace(wrong, right)
    verdict = judge(Program(text), (mode,))
    assert (verdict.kind, verdict.mode) == ("wrong", mode), verdict
    assert verdict.signature == ("tangent" if mode == "jvp" else "gradient")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("y = np.abs(x - 0.5) * c", "a kink"),
        ("y = np.floor(x * 1e5) * c", "steps disagree"),
        ("y = np.empty(2) * c", "not finite"),
        ("y = x / 0.0", "not finite"),
        ("y = np.sqrt(x - x) + c", "at a point without derivative"),
    ],
)
def test_what_cannot_be_judged_is_discarded(line: str, reason: str) -> None:
    """Kinks, jumps, and what np.empty holds are not held against a derivative."""
    verdict = judge(Program(KEPT.replace("y = x * c", line)))
    assert (verdict.kind, verdict.signature) == ("discarded", reason)


def test_exceptions() -> None:
    """A derivative that raises what the function raises is right."""
    text = KEPT.replace("return", "assert len(x) == 3\n    return", 1)
    assert judge(Program(text), ("grad",)).kind == "right"


def test_exceptions_nearby() -> None:
    """What a function raises for other arguments only says nothing of its derivative."""
    text = KEPT.replace("return", "assert x[0] <= 0.5\n    return", 1)
    verdict = judge(Program(text), ("grad",))
    assert verdict.kind == "discarded"
    assert verdict.signature == "the function raises nearby, but not here"


def test_a_crash_is_a_verdict() -> None:
    """A process that ends is reported, not mourned."""
    import os

    def crash() -> Verdict:
        os.abort()

    assert apart(crash, 5.0).signature == "crash: SIGABRT"


@pytest.mark.parametrize(("gradient", "kind"), [("2.0 * x", "right"), ("x", "discarded")])
def test_an_external_judge(tmp_path: Path, gradient: str, kind: str) -> None:
    """It sharpens what differences give, and is not believed where it contradicts them."""
    path = tmp_path / "judge.py"
    path.write_text(
        f"def gradient(f, given):\n    return lambda x: (f(x), ({gradient},)), 'its source'\n"
    )
    text = "def f(x):\n    return x * x\n\ndef arguments():\n    return (1.5,)\n\nWRT = ('x',)\n"
    loaded.cache_clear()
    assert judge(Program(text), ("grad",), exact=str(path)).kind == kind


def test_refusals_are_counted_by_idiom() -> None:
    """A refusal counts for the idiom whose line it points at."""
    text = KEPT.replace("y = x * c", "y = x * len({c, 1.0})")
    line = next(at for at, found in enumerate(text.split("\n")) if "len({" in found)
    idioms = tuple("a set" if at == line else "" for at in range(text.count("\n")))
    program = Program(text, idioms)
    refusals = Refusals()
    refusals.add(program, judge(program, ("grad",)))
    assert refusals.refused == {"a set": 1}
    assert refusals.rate("a set") == 1.0


def test_a_failure_is_reduced() -> None:
    """What does not matter is left out."""
    text = "from srcdiff import stop_gradient\n" + KEPT.replace("y * y", "y * stop_gradient(y)")
    small = reduced(text, lambda other: judge(Program(other), ("grad",)).kind == "wrong", 10.0)
    assert "for" not in small and "stop_gradient(" in small, small
    assert judge(Program(small), ("grad",)).kind == "wrong"


@pytest.mark.parametrize("seed", range(3))
def test_a_seed_is_a_program(seed: int) -> None:
    """The same seed gives the same text, and another seed another text."""
    assert generate(seed).text == generate(seed).text != generate(seed + 1).text

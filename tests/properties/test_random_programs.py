"""Random programs, always the same ones: derivatives against the reference."""

from __future__ import annotations

from collections import Counter

import pytest

from .check import judge, judge_apart
from .generate import program
from .reference import load, run

PROGRAMS = range(40)
FORWARD = range(1000, 1020)
COMPILED = range(7000, 7012)
BATCH = 10


@pytest.mark.parametrize("first", PROGRAMS[::BATCH])
def test_uncompiled(first: int) -> None:
    """The generated source, run as it is, gives what dual numbers give."""
    failures = []
    for seed in range(first, first + BATCH):
        verdict = judge(program(seed), name=f"<random program {seed}>")
        if verdict.failed:
            failures.append(f"seed {seed}: {verdict.kind} {verdict.signature}\n{verdict.message}")
    assert not failures, "\n\n".join(failures)


@pytest.mark.parametrize("first", FORWARD[::BATCH])
def test_forward_mode(first: int) -> None:
    """So does forward mode."""
    failures = []
    for seed in range(first, first + BATCH):
        verdict = judge(program(seed), name=f"<random program {seed}>", kind="jvp")
        if verdict.failed:
            failures.append(f"seed {seed}: {verdict.kind} {verdict.signature}\n{verdict.message}")
    assert not failures, "\n\n".join(failures)


def test_compiled() -> None:
    """The compiled derivative gives the same; programs that are refused are passed over."""
    counts: Counter[str] = Counter()
    for seed in COMPILED:
        verdict = judge_apart(program(seed), "cpu", f"<random program {seed}>")
        assert not verdict.failed, f"seed {seed}: {verdict.signature}\n{verdict.message}"
        counts[verdict.kind] += 1
        if counts["ok"] == 2:
            break
    assert counts["ok"] == 2, counts


def test_most_programs_are_used() -> None:
    """Few programs are discarded, and few refused."""
    counts = Counter(judge(program(seed)).kind for seed in range(40, 52))
    assert counts["ok"] + counts["wrong"] >= 7, counts


@pytest.mark.parametrize("seed", range(5))
def test_a_seed_is_a_program(seed: int) -> None:
    """The same seed gives the same text, and another seed another text."""
    assert program(seed) == program(seed)
    assert program(seed) != program(seed + 1)


def test_values_are_repeatable() -> None:
    """A program can be run again: its inputs are made anew, and not changed by a run."""
    found = load(program(2))
    first, second = (run(found, found.arguments) for _ in range(2))
    assert repr(first) == repr(second)

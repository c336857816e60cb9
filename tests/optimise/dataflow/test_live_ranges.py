"""Values get names of their own exactly where they do not meet."""

from __future__ import annotations

import random
from textwrap import indent

import pytest

from srcdiff.optimise.dataflow.live_ranges import live_ranges
from srcdiff.syntax import function, unparse

NAMES = ["x", "y", "p·a", "p·b", "d_·x·c"]


def random_block(source: random.Random, depth: int) -> str:
    """Return the text of a random block."""
    lines = []
    for _ in range(source.randrange(1, 5)):
        kind = source.random()
        target = source.choice(NAMES)
        read = f"{source.choice(NAMES)} * 0.5 - {source.choice(NAMES)}"
        if kind < 0.2 and depth:
            inner = [indent(random_block(source, depth - 1), "    ") for _ in range(2)]
            lines.append(f"if {source.choice(NAMES)} > 0.1:\n{inner[0]}else:\n{inner[1]}")
        elif kind < 0.35 and depth:
            inner = [indent(random_block(source, depth - 1), "    ")]
            lines.append(f"for i in range(int({source.choice(NAMES)} > 0.0) * 2):\n{inner[0]}")
        elif kind < 0.5:
            lines.append(f"{target} += {read}")
        elif kind < 0.6:
            lines.append(f"{target}, {source.choice(['y', 'z'])} = {read}, {read}")
        else:
            lines.append(f"{target} = {read}")
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def random_program(source: random.Random) -> str:
    """Return the text of a function in which parts are bound several times."""
    begin = "y = x + 1.0\np·a = y\np·b = p·a\nd_·x·c = 2.0\n"
    body = begin + random_block(source, 3) + f"return {source.choice(NAMES)}, y, p·b\n"
    return "def f(x):\n" + indent(body, "    ")


def values(text: str) -> list[object]:
    """Return what a function computes from some numbers."""
    space: dict[str, object] = {}
    exec(text, space)
    run = space["f"]
    assert callable(run)
    return [run(x) for x in (-1.0, 0.25, 3.0)]


@pytest.mark.parametrize("seed", range(20))
def test_random_programs_keep_their_values(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(30):
        text = random_program(source)
        new = unparse(live_ranges(function(text)))
        assert values(new) == values(text), f"{text}\n{new}"


STAY = [
    "p·a = x\nfor i in range(3):\n    p·a = p·a * 2.0\nreturn p·a",
    "if x > 0.0:\n    p·a = x\nelse:\n    p·a = -x\nreturn p·a",
    "p·a = 0.0\nif x > 0.0:\n    p·a = x\nreturn p·a",
    "p·a = x\nwhile p·a > 1.0:\n    p·a = p·a / 2.0\nreturn x",
    "p·a = x\np·a += x\nreturn p·a",
    "y = x\nz = y\ny = z\nreturn y",
    "while·count·1 = 0\ny = x\nwhile·count·1 = 2\nreturn while·count·1",
]


@pytest.mark.parametrize("body", STAY)
def test_what_meets_keeps_one_name(body: str) -> None:
    tree = function("def f(x):\n" + indent(body, "    "))
    assert unparse(live_ranges(tree)) == unparse(tree)


def test_values_from_outside_keep_their_names() -> None:
    tree = function("def f():\n    y = p·a\n    p·a = 2.0\n    return y * p·a")
    assert "y = p·a\n    p·a·0 = 2.0\n    return y * p·a·0" in unparse(live_ranges(tree))

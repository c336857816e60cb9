"""Random programs of lists of numbers, against differences and forward mode.

SRCDIFF_RANDOM tells how many; each is a function of two lists and a number, in which statements
are drawn from a table. Names may stand for the same list, and helpers write to lists.
"""

from __future__ import annotations

import importlib.util
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError

from ..language.structures import check

COUNT = int(os.environ.get("SRCDIFF_RANDOM", "25"))
HELPERS = """
def halves(values, by):
    return [v * by * 0.5 for v in values]


def first_half(values):
    return values[: (len(values) + 1) // 2]


def fills(values, by):
    for i in range(len(values)):
        values[i] = values[i] * by + 0.1 * i


def same(values, by):
    values[-1] = by
    return values


def part(values, by):
    inner = values[1:] + [by]
    whole = values[:-1]
    if len(whole) > 0:
        whole[0] = by * by
    return sum(whole) + inner[0]


def large(values, by):
    found = []
    for v in values:
        if v > by:
            found.append(v * by)
    return found


def pair(values, by):
    return values[0] * by, [by, values[-1]]


def horner(values, by):
    total = 0.0
    for v in values:
        total = 0.5 * total * by + v
    return total
"""
LISTS = (
    *("{L}[:]", "{L}[1:]", "{L}[:-1]", "{L}[::-1]", "list({L})", "{L} + {L}", "{L} + [{n}, 1.0]"),
    *("[{n}, {n} * {n}]", "[v * {n} for v in {L}]", "[v for v in {L} if v > 0.4] + [{n}]"),
    *("[*{L}, {n}]", "sorted({L})", "[{n}] * 2", "halves({L}, {n})", "same({L}, {n})", "{L}"),
    *("first_half({L}) + [{n}]", "large({L}, {n}) + [{n}]", "pair({L}, {n})[1]", "{L}.copy()"),
    *("[a * b for a, b in zip({L}, {L})]", "{L} if {n} > 0.5 else [{n}]"),
)
NUMBERS = (
    *("sum({L})", "{L}[0]", "{L}[-1] * {n}", "max({L})", "min({L})", "horner({L}, {n})"),
    *("{n} * {n}", "math.sin({n})", "len({L}) * {n}", "pair({L}, {n})[0]"),
    *("part({L}, {n})", "part({L}, {n}) * {n}"),
    *("sum(v * {n} for v in {L})", "np.sum(np.array({L})) * {n}", "horner([{n}, 0.3], {n})"),
)
WRITES = (
    *("{L}[0] = {n}", "{L}[-1] += {n}", "{L}[0] *= {n}", "fills({L}, {n})", "same({L}, {n})"),
    *("{L}[0], {L}[-1] = {L}[-1], {L}[0]", "for i in range(len({L})):\n    {L}[i] *= {n}"),
    *("for i, v in enumerate({L}):\n    {L}[i] = v * v", "if {n} > 0.5:\n    {L}[0] = {n}"),
)


def made(seed: int) -> str:
    """Return the text of a random program."""
    draw = random.Random(seed)
    lists, numbers = ["xs", "ys"], ["a"]
    lines: list[str] = []

    def filled(template: str) -> str:
        for field, names in (("{L}", lists), ("{n}", numbers)):
            while field in template:
                template = template.replace(field, draw.choice(names), 1)
        return template

    def statement(count: int) -> list[str]:
        kind = draw.random()
        if kind < 0.35:
            return filled(draw.choice(WRITES)).split("\n")
        table, names, word = (LISTS, lists, "l") if kind < 0.75 else (NUMBERS, numbers, "n")
        value = filled(draw.choice(table))
        names.append(f"{word}{count}")
        return [f"{word}{count} = {value}"]

    for count in range(draw.randint(3, 9)):
        lines += statement(count)
    if draw.random() < 0.6:
        carried, scale = draw.choice(lists), draw.choice(numbers)
        lines += [f"c = {carried}", "for k in range(3):"]
        step = draw.choice(["c = [v * {n} * 0.5 for v in c] + [1.0 * k]", "c[0] += {n} * k"])
        lines += [f"    {step}".replace("{n}", scale), "    " + filled("{L}[0] = 0.5 * c[-1]")]
        lines.append("n = sum(c)")
        numbers.append("n")
    lines.append(f"return {draw.choice(lists)}, {filled(draw.choice(NUMBERS))}, {numbers[-1]}")
    body = "\n".join(f"    {line}" for line in lines)
    return f"import math\n\nimport numpy as np\n\n{HELPERS}\n\ndef f(xs, ys, a):\n{body}\n"


def program(seed: int, folder: Path) -> Callable[..., Any]:
    """Return a random program as a function."""
    file = folder / f"lists_{seed}.py"
    file.write_text(made(seed))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[..., Any] = module.f
    return function


@pytest.mark.parametrize("seed", range(int(os.environ.get("SRCDIFF_RANDOM_START", "0")), COUNT))
def test_random_program(seed: int, tmp_path: Path) -> None:
    """Both modes agree with differences, or the program is refused at a place in it."""
    numbers = np.random.default_rng(seed)
    xs, ys = numbers.uniform(0.3, 0.9, 3).tolist(), numbers.uniform(0.3, 0.9, 4).tolist()
    function, a = program(seed, tmp_path), float(numbers.uniform(0.4, 0.8))
    try:
        function(list(xs), list(ys), a)
    except (IndexError, ValueError):
        return  # a list has become too short
    try:
        check(function, xs, ys, a)
    except SrcdiffError as refusal:
        assert "-->" in str(refusal)

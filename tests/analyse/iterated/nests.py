"""Random nests of loops with two accesses of an array, and what their iterations reach."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import CodeType
from typing import Any

SMALL = (-1, 0, 1, 2, 4)
LENGTHS = (1, 3, 5)
RANGES = (
    *("n", "3", "1, n", "m, n", "n, -1, -1", "n - 1, 0, -1", "0, n, 2", "n, 0, -2", "0, 4, m"),
    *("{c}", "{c} + 1", "{c} + 1, n", "{c}, n", "1, {c}", "{c}, -1, -1", "n - 1, {c}, -1"),
    *("max({c} - 1, 0), min({c} + 2, n)", "{c}, n, 2", "{c} - 1", "n - {c}", "-{c}, {c}", "m, {c}"),
    *("q", "w", "w, n"),
)
SUBSCRIPTS = (
    *("{c}", "{c}", "{c} + 1", "{c} - 1", "{c} - {d}", "{c} + {d}", "n - {c}", "n - 1 - {c}", "-1"),
    *(
        "0",
        "1",
        "-{c}",
        "{c} - n",
        "2 * {c}",
        "2 * {c} + 1",
        "{c} - a.shape[0]",
        "m",
        "n",
        "p",
        "w",
    ),
    *("q", "{c} + m", "{c} % 2"),
)
CONDITIONS = (
    *("{c} != {d}", "{c} == {d}", "{c} < {d}", "{c} >= {d}", "{c} > 0", "{c} < n - 1", "m > 0"),
    *("{c} > 0 and {d} > 0", "not {c} == {d}", "p != {d}", "0 < {c} < {d}", "x > {c}", "w == {c}"),
)


@dataclass(frozen=True)
class Nest:
    """The text of a nest, with accesses as `FIRST` and `SECOND`, and their subscripts."""

    text: str
    first: str
    second: str

    def plain(self) -> str:
        """Return the statements as a core form has them."""
        lines = self.text.replace("FIRST", f"t = a[{self.first}]")
        return lines.replace("SECOND", f"a[{self.second}] = s")

    def logged(self) -> str:
        """Return statements that log the accesses."""
        lines = self.text.replace("FIRST", f"log(0, ({self.first},))")
        return lines.replace("SECOND", f"log(1, ({self.second},))")


def drawn(source: random.Random) -> Nest:
    """Return a random nest."""
    lines: list[str] = []
    places: list[int] = []
    used: list[str] = []

    def block(depth: int, known: tuple[str, ...]) -> None:
        indent = "    " * depth
        for _ in range(source.choice([1, 1, 2])):
            kind = source.random()
            if depth < 4 and (kind < 0.6 or not known) and len(known) < 3:
                used.append("ijk"[len(known)])
                limits = filled(source.choice(RANGES), known, source)
                lines.append(f"{indent}for {used[-1]} in range({limits}):")
                if source.random() < 0.3:
                    lines.append(f"{indent}    p{used[-1]} = {used[-1]} + 1")
                block(depth + 1, (*known, used[-1]))
                if source.random() < 0.1:
                    lines.append(f"{indent}    w = w + 1")
            elif depth < 4 and kind < 0.8:
                lines.append(f"{indent}if {filled(source.choice(CONDITIONS), known, source)}:")
                block(depth + 1, known)
                if source.random() < 0.5:
                    lines.append(f"{indent}else:")
                    block(depth + 1, known)
            else:
                places.append(len(lines))
                lines.append(f"{indent}pass  # {''.join(known)}")

    block(0, ())
    chosen = [source.choice(places) for _ in range(2)]
    found = []
    rank = source.choice([1, 1, 2])
    for place, word in zip(chosen, ("FIRST", "SECOND"), strict=True):
        known = tuple(lines[place].partition("# ")[2].split("\n")[0])
        parts = [filled(source.choice(SUBSCRIPTS), known, source) for _ in range(rank)]
        found.append(", ".join(parts))
        indent = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
        lines[place] += f"\n{indent}{word}"
    return Nest("\n".join(("w = 0", "q = n - 1", *lines)), *found)


def filled(text: str, known: tuple[str, ...], source: random.Random) -> str:
    """Return an expression with some counters, or arguments, in it."""
    names = known or ("m", "n")
    text = text.replace("{c}", source.choice(names)).replace("{d}", source.choice(names))
    return text.replace("p", f"p{known[-1]}") if known and text == "p" else text


@dataclass(frozen=True)
class Step:
    """An access in a run: which, at which element, with the counters by name."""

    access: int
    element: tuple[int, ...]
    counters: Mapping[str, int]


def runs(nest: Nest) -> Iterator[list[Step]]:
    """Yield what the accesses reach, in order, for many arguments and lengths."""
    code = compile(nest.logged(), "<nest>", "exec")
    rank = nest.first.count(",") + 1
    for n, m, length in product(SMALL, (-2, 1, 3), LENGTHS):
        try:
            yield steps_of(code, {"n": n, "m": m, "x": 0.5}, (length, 4)[:rank])
        except NameError:  # what a loop binds that has not run
            continue


def steps_of(code: CodeType, given: Mapping[str, float], shape: tuple[int, ...]) -> list[Step]:
    """Return what the accesses reach of an array with a shape, in order."""
    steps: list[Step] = []
    values: dict[str, Any] = {**given, "a": Shaped(shape)}

    def log(access: int, index: tuple[int, ...]) -> None:
        pairs = list(zip(index, shape, strict=True))
        if all(-size <= part < size for part, size in pairs):
            counters = {name: values[name] for name in "ijk" if name in values}
            steps.append(Step(access, tuple(part % size for part, size in pairs), counters))

    values["log"] = log
    exec(code, values)
    return steps


@dataclass(frozen=True)
class Shaped:
    """Something with a shape."""

    shape: tuple[int, ...]

"""Draw programs in which objects get other names, move on and are made at once.

`python -m tests.structures.drawn --count 500 --seed 1` judges many of them, and prints those
that go wrong.
"""

from __future__ import annotations

import argparse
import copy
import linecache
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcdiff import InternalError, SrcdiffError, value_and_grad

PLACES = ("d['k']", "d['l']", "e['m']", "o", "r", "l[0]", "l[1]", "p")
STEP = 1e-6
STEPS = (STEP, -STEP)


@dataclass
class P:
    a: float
    b: float

    def __add__(self, other):
        return P(self.a + other.a, self.b + other.b)

    def grow(self, factor):
        self.a *= factor


def value(draw: random.Random) -> str:
    """Return an object: one that there is, or a new one."""
    one, other = draw.choice(PLACES), draw.choice(PLACES)
    new = f"P({one}.a * x, {other}.b)", f"P({one}.b, x)", f"{one} + {other}", f"copy.copy({one})"
    return draw.choice([one, one, *new])


def statement(draw: random.Random) -> str:
    """Return a statement that binds or changes objects."""
    kind = draw.random()
    one, other = draw.sample(PLACES, 2)
    part = f"{one}.{draw.choice('ab')}"
    if kind < 0.25:
        return f"{one} = {value(draw)}"
    if kind < 0.45:
        return f"{one}, {other} = {value(draw)}, {value(draw)}"
    if kind < 0.5:
        return f"{one}, s = {value(draw)}, 0.3 * {part}"
    if kind < 0.75:
        return f"{part} {draw.choice(['*= 0.9', '+= 0.1 * x', '= s * 0.3'])}"
    if kind < 0.9:
        return f"s += 0.1 * {part} * {other}.{draw.choice('ab')}"
    return f"{one}.grow(0.8)"


def block(draw: random.Random, count: int, depth: int = 0) -> list[str]:
    """Return statements, with branches and loops."""
    lines: list[str] = []
    heads = "for i in range(n):", "for i in range(n + 1):", "for i in range(2):"
    tests = "if n > 1:", "if x > 0.5:", "if n == 0:"
    for _ in range(count):
        if depth == 2 or draw.random() > 0.3:
            lines.append(statement(draw))
            continue
        head = draw.choice((*heads, *tests))
        body = block(draw, draw.randint(1, 3), depth + 1)
        if head in heads and draw.random() < 0.3:
            body.insert(0, draw.choice(["if i % 2: continue", "if s > 1.5: break"]))
        lines += [head, *(f"    {line}" for line in body)]
        if head in tests and draw.random() < 0.5:
            other = block(draw, draw.randint(1, 2), depth + 1)
            lines += ["else:", *(f"    {line}" for line in other)]
    return lines


def program(seed: int) -> str:
    """Return the text of a function `f(x, v, n)`."""
    draw = random.Random(seed)
    lines = [
        "p = P(x, v[0])",
        f"r = {draw.choice(['p', 'P(v[1], x)'])}",
        f"o = {draw.choice(['p', 'r', 'P(v[2], x)'])}",
        f"d = {{'k': {draw.choice('pro')}, 'l': {draw.choice(['p', 'P(v[3], x)', 'r'])}}}",
        "e = {'m': " + draw.choice(["p", "d['k']", "P(x, x)"]) + "}",
        "l = [" + draw.choice(["p, r", "o, P(x, v[1])", "d['k'], d['l']"]) + "]",
        "s = x",
        *block(draw, draw.randint(2, 5)),
    ]
    parts = [f"{k}.0 * {p}.a + {k + 2}.0 * {p}.b" for k, p in enumerate(PLACES, start=1)]
    lines.append("return s + " + " + ".join(parts))
    return "\n    ".join(["def f(x, v, n):", *lines]) + "\n"


def compiled(text: str) -> Callable[..., float]:
    """Return a function of a text."""
    title = f"<drawn {hash(text)}>"
    linecache.cache[title] = (len(text), None, text.splitlines(True), title)
    space: dict[str, Any] = {"P": P, "copy": copy}
    exec(compile(text, title, "exec"), space)
    made: Callable[..., float] = space["f"]
    return made


def verdict(text: str) -> str:
    """Return "right", "refused: ..." or "wrong: ..." for a program."""
    function = compiled(text)
    v = np.array([0.3, 0.7, 0.4, 1.1])
    for n in (3, 1, 0):
        moves = np.eye(5)
        ends = [function(0.9 + h * m[0], v + h * m[1:], n) for m in moves for h in STEPS]
        want = function(0.9, v, n)
        slopes = [(ends[k] - ends[k + 1]) / (2 * STEP) for k in range(0, len(ends), 2)]
        try:
            found, (d_x, d_v) = value_and_grad(function, wrt=("x", "v"), target="python")(0.9, v, n)
        except InternalError as error:
            return f"wrong: {error}"
        except SrcdiffError as error:
            return f"refused: {str(error).splitlines()[0]}"
        except Exception as error:
            return f"wrong: {error!r}"
        scale = max(1.0, abs(want), *map(abs, slopes))
        if abs(found - want) > 1e-6 * scale:
            return f"wrong: {found} for {want}, n = {n}"
        if not np.allclose([d_x, *d_v], slopes, rtol=1e-4, atol=1e-5 * scale):
            return f"wrong: {[d_x, *d_v]} for {slopes}, n = {n}"
    return "right"


def main() -> None:
    """Judge many programs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    found: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.count):
        text = program(seed)
        outcome = verdict(text)
        found[outcome.split(":")[0]] += 1
        if outcome.startswith("wrong"):
            print(f"seed {seed}: {outcome}\n{text}", flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in found.most_common()))


if __name__ == "__main__":
    main()

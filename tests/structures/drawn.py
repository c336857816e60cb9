"""Draw programs in which objects get other names, move on and are made at once.

Their parts are numbers, or arrays that are changed in place and have other names, too.
`python -m tests.structures.drawn --count 500 --seed 1` judges many of them, and prints those
that go wrong.
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
import linecache
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from srcdiff import InternalError, SrcdiffError, value_and_grad

PLACES = ("d['k']", "d['l']", "e['m']", "o", "r", "l[0]", "l[1]", "p", "w.own", "w.next.own")
LOOPS = ("for i in range(n):", "for i in range(n + 1):", "for i in range(2):")
TESTS = ("if n > 1:", "if x > 0.5:", "if n == 0:")
STEP = 1e-6
STEPS = (STEP, -STEP)


@dataclass
class P:
    a: Any
    b: Any

    def __add__(self, other):
        return P(self.a + other.a, self.b + other.b)

    def grow(self, factor):
        self.a *= factor
        return self


@dataclass
class W:
    own: P
    k: Any
    next: Any = None


class T(NamedTuple):
    one: P
    other: P


def pair(p, q, x):
    p, q = P(q.a * x, p.b), P(p.a, q.b)
    return q, p


def moved(p, q):
    q.b = q.b + 0.2 * p.a
    return q if np.sum(q.b) > 1.0 else p


class Drawing:
    """A function `f(x, v, n)` of objects, by the numbers of a generator."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.has_arrays = self.draw.random() < 0.4

    def number(self, part: str) -> str:
        """Return a number that depends on a part of an object."""
        if not self.has_arrays:
            return part
        return self.draw.choice([f"{part}[0]", f"{part}[1]", f"np.sum({part})"])

    def made(self) -> str:
        """Return what a part of an object is made of."""
        place = self.draw.randrange(3)
        if self.has_arrays:
            return self.draw.choice([f"v[{place}:{place + 2}]", "x * v[:2]", "v[2:] * 1.0"])
        return self.draw.choice([f"v[{place}]", "x", "x * v[3]"])

    def value(self) -> str:
        """Return an object: one that there is, or a new one."""
        one, other = self.draw.choice(PLACES), self.draw.choice(PLACES)
        new = [f"P({one}.a * x, {other}.b)", f"P({one}.b, {self.made()})", f"{one} + {other}"]
        return self.draw.choice([one, one, *new, f"copy.copy({one})"])

    def part(self, place: str) -> str:
        """Return a part of an object."""
        return f"{place}.{self.draw.choice('ab')}"

    def statement(self) -> list[str]:
        """Return statements that bind or change objects."""
        kind = self.draw.random()
        one, other = self.draw.sample(PLACES, 2)
        if kind < 0.2:
            return [f"{one} = {self.value()}"]
        if kind < 0.4:
            return [f"{one}, {other} = {self.value()}, {self.value()}"]
        if kind < 0.45:
            return [f"{one}, s = {self.value()}, 0.3 * {self.number(self.part(one))}"]
        if kind < 0.6:
            return [self.change(self.part(one))]
        if kind < 0.7:
            return [f"s += 0.1 * {self.number(self.part(one))} * {self.number(self.part(other))}"]
        if kind < 0.75:
            return [f"{one}.grow(0.8)"]
        return self.draw.choice(self.others(one, other, self.value(), self.value()))

    def change(self, part: str) -> str:
        """Return a statement that changes a part of an object, or binds it anew."""
        if self.has_arrays and self.draw.random() < 0.6:
            return self.draw.choice([f"{part}[0] = s * 0.3", f"{part}[:] = v[:2]", f"{part} *= x"])
        return f"{part} {self.draw.choice(['*= 0.9', '+= 0.1 * x', f'= {self.made()}'])}"

    def others(self, one: str, other: str, v: str, u: str) -> list[list[str]]:
        """Return statements that take objects through containers, calls and loops."""
        a, b = self.number("e_.a"), self.number("e_.b")
        return [
            [f"t = ({v}, {u})", f"{one} = t[0]"],
            [f"t = T({v}, {u})", f"{one} = t.other", f"s += 0.1 * {self.number('t.one.a')}"],
            [f"{one}, {other} = pair({v}, {u}, x)"],
            [f"{one}, _ = pair({other}, {v}, x)"],
            [f"{one} = up({v}, 1.1)"],
            [f"s += 0.1 * {self.number(f'up({other}, 0.9).b')}"],
            [f"{one} = {other}.grow(0.9)"],
            [f"d = {{'k': {v}, 'l': {u}}}"],
            [f"d.update(k={v}, l={u})"],
            [f"l = [{v}, {u}]"],
            ["l = [P(e_.a, e_.b * x) for e_ in l]"],
            ["l = l[::-1]"],
            ["l.reverse()"],
            ["l.append(l.pop(0))"],
            [f"w = W({v}, s, w)"],
            [f"w.next = W({v}, x, None)"],
            ["w.next, w.own = W(w.own, x), w.next.own"],
            [f"for e_ in ({one}, {other}):", "    e_.a *= 0.9"],
            [f"for e_ in [{v}, {other}]:", "    e_.b += 0.1 * e_.a", f"    s += 0.1 * {b}"],
            [f"{one} = dataclasses.replace({other}, a={self.made()})"],
            [f"{one} = copy.deepcopy(d)['l']"],
            [f"q = {v}"],
            [f"q = {v}", f"q.a = {self.made()}", f"{one} = q"],
            [f"{one} = {v} if x > 0.5 else {u}"],
            [f"{one} = {v} if n > 1 else {other}"],
            [f"s += 0.1 * sum({a} for e_ in l) + 0.1 * sum({b} for e_ in d.values())"],
            [f"{one} = moved({one}, {other})"],
            [f"change({v})"],
            [f"{self.part(one)}, {self.part(other)} = {self.part(other)}, {self.part(one)}"],
        ]

    def block(self, count: int, depth: int = 0) -> list[str]:
        """Return statements, with branches and loops."""
        lines: list[str] = []
        for _ in range(count):
            if depth == 2 or self.draw.random() > 0.3:
                lines += self.statement()
                continue
            head = self.draw.choice((*LOOPS, *TESTS))
            body = self.block(self.draw.randint(1, 3), depth + 1)
            if head in LOOPS and self.draw.random() < 0.3:
                body.insert(0, self.draw.choice(["if i % 2: continue", "if s > 1.5: break"]))
            lines += [head, *(f"    {line}" for line in body)]
            if head in TESTS and self.draw.random() < 0.5:
                other = self.block(self.draw.randint(1, 2), depth + 1)
                lines += ["else:", *(f"    {line}" for line in other)]
        return lines

    def program(self) -> str:
        """Return the text of a function `f(x, v, n)`."""
        choice, new = self.draw.choice, f"P({self.made()}, {self.made()})"
        nested = f"W({choice(['r', new])}, x)"
        lines = [
            f"p = P({self.made()}, {self.made()})",
            f"r = {choice(['p', new])}",
            f"o = {choice(['p', 'r', new])}",
            f"d = {{'k': {choice('pro')}, 'l': {choice(['p', new, 'r'])}}}",
            "e = {'m': " + choice(["p", "d['k']", new]) + "}",
            "l = [" + choice(["p, r", f"o, {new}", "d['k'], d['l']"]) + "]",
            f"w = W({choice(['p', 'o', 'l[0]', new])}, x, {nested})",
            "s = x",
            "def up(e_, k):",
            "    e_.a *= k",
            "    e_.b = e_.b + e_.a * 0.1",
            "    return e_",
            "def change(e_):",
            "    nonlocal s, o",
            f"    s += 0.1 * {self.number('e_.a')}",
            "    o = e_",
            *self.block(self.draw.randint(2, 5)),
        ]
        parts = [
            f"{k}.0 * {self.number(f'{p}.a')} + {k + 2}.0 * {self.number(f'{p}.b')}"
            for k, p in enumerate(PLACES, start=1)
        ]
        lines.append("return s + " + " + ".join(parts))
        return "\n    ".join(["def f(x, v, n):", *lines]) + "\n"


def program(seed: int) -> str:
    """Return the text of a function `f(x, v, n)`."""
    return Drawing(seed).program()


def compiled(text: str) -> Callable[..., float]:
    """Return a function of a text."""
    title = f"<drawn {hash(text)}>"
    linecache.cache[title] = (len(text), None, text.splitlines(True), title)
    space: dict[str, Any] = {"P": P, "W": W, "T": T, "pair": pair, "moved": moved}
    space |= {"np": np, "copy": copy, "dataclasses": dataclasses}
    exec(compile(text, title, "exec"), space)
    made: Callable[..., float] = space["f"]
    return made


def verdict(text: str) -> str:
    """Return "right", "refused: ..." or "wrong: ..." for a program."""
    function = compiled(text)
    v = np.array([0.3, 0.7, 0.4, 1.1])

    def run(moves: Any) -> float:
        return function(0.9 + moves[0], v + moves[1:], n)

    for n in (3, 1, 0):
        ends = [run(h * m) for m in np.eye(5) for h in STEPS]
        slopes = [(ends[k] - ends[k + 1]) / (2 * STEP) for k in range(0, len(ends), 2)]
        want = run(np.zeros(5))
        try:
            given = 0.9, v.copy(), n
            found, (d_x, d_v) = value_and_grad(function, wrt=("x", "v"), target="python")(*given)
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
    reasons: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.count):
        text = program(seed)
        outcome = verdict(text)
        kind, _, reason = outcome.partition(":")
        found[kind] += 1
        if kind == "wrong":
            print(f"seed {seed}: {outcome}\n{text}", flush=True)
        elif kind == "refused":
            reasons[reason] += 1
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")
    print(", ".join(f"{kind} {count}" for kind, count in found.most_common()))


if __name__ == "__main__":
    main()

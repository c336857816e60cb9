"""A random program: its text, its arguments, and which idiom each line comes from."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from .compose import DEPTH, Line, block
from .scope import Module, Scope

HEADER = ("import math", "", "import numpy as np", "")
NUMBER = count()


@dataclass(frozen=True)
class Program:
    """The text of a module with `f`, `arguments` and `WRT`, and the idiom of each line."""

    text: str
    idioms: tuple[str, ...] = ()

    def idiom_at(self, number: int) -> str:
        """Return the idiom of a line, counted from 1."""
        return self.idioms[number - 1] if 0 < number <= len(self.idioms) else ""


def generate(seed: int, only: Sequence[str] = ()) -> Program:
    """Return the program of a seed; with `only`, one of some idioms."""
    rng = random.Random(seed)
    module = Module(rng.choice((3, 3, 4)))
    parameters, values, wrt = arguments(rng, module.length)
    scope = Scope(module, {}, {name for _, name in parameters} | {"f", "np", "math"})
    for kind, name in parameters:
        scope.add(kind, name)
    form = rng.random()
    scope.number = form >= 0.16
    body = [] if scope.of("num") else [Line("s = 0.0")]
    if body:
        scope.taken.add("s")
        scope.add("num", "s")
    size = rng.choice((1, 1, 1, 2, 2, 3)) if len(only) != 1 else 1
    body += block(scope, rng, size, DEPTH, only)
    body.append(Line(f"return {result(scope, rng, form)}"))
    names = ", ".join(name for _, name in parameters)
    top = [Line(text, idiom) for text, idiom in module.top]
    lines = [
        *map(Line, HEADER),
        *top,
        *([Line("")] if top else []),
        Line(f"def f({names}):"),
        *[line.indented() for line in body],
        Line(""),
        Line("def arguments():"),
        Line(f"    return ({', '.join(values)},)"),
        Line(""),
        Line(f"WRT = {wrt!r}"),
    ]
    return Program(
        "\n".join(line.text for line in lines) + "\n", tuple(line.idiom for line in lines)
    )


def arguments(
    rng: random.Random, length: int
) -> tuple[list[tuple[str, str]], list[str], tuple[str, ...]]:
    """Return the parameters with their kinds, the text of their values, and what is differentiated.

    All floats of some programs are narrow; arrays may be parts of others or in other order.
    """
    wanted = [("vec", "x", 1.0), ("vec", "y", 0.6), ("mat", "m", 0.5), ("num", "c", 0.6)]
    wanted += [("int", "n", 0.35), ("ivec", "p", 0.1), ("mask", "flags", 0.08)]
    found = [(kind, name) for kind, name, chance in wanted if rng.random() < chance]
    narrow = rng.random() < 0.05
    values = [value(kind, rng, length, narrow) for kind, _ in found]
    floats = [name for kind, name in found if kind in ("vec", "mat", "num")]
    wrt = tuple(name for name in floats if rng.random() < 0.75) or (floats[0],)
    return found, values, wrt


def value(kind: str, rng: random.Random, length: int, narrow: bool) -> str:
    """Return the text of a value of a kind."""

    def draw() -> str:
        return f"{rng.choice((-1, 1, 1, 1)) * rng.uniform(0.2, 2.2):.2f}"

    if kind == "int":
        return str(rng.randrange(0, 4))
    if kind == "ivec":
        return f"np.array({[rng.randrange(length) for _ in range(length)]})"
    if kind == "mask":
        return f"np.array({[rng.random() < 0.6 for _ in range(length)]})"
    if kind == "num":
        return f"np.float32({draw()})" if narrow else draw()
    dtype = ", dtype=np.float32" if narrow else ""
    rows = "[" + ", ".join(draw() for _ in range(length)) + "]"
    if kind == "vec":
        layout = rng.random()
        if layout < 0.1:
            return f"np.repeat(np.array({rows}{dtype}), 2)[::2]"
        return f"np.array({rows}{dtype})" + ("[::-1]" if layout < 0.15 else "")
    rows = ", ".join("[" + ", ".join(draw() for _ in range(length)) + "]" for _ in range(length))
    return f"np.array([{rows}]{dtype})" + (".T" if rng.random() < 0.15 else "")


def result(scope: Scope, rng: random.Random, form: float) -> str:
    """Return the text of the result, which depends on much of what there is.

    It is mostly one number; sometimes an array, or a tuple.
    """
    terms = []
    for kind, text in (
        ("vec", "np.sum({0} * {1})"),
        ("num", "{0}"),
        ("mat", "np.sum({0} * {0})"),
        ("part", "np.sum({0} * {0})"),
    ):
        names = scope.of(kind)
        for name in names[-3:]:
            factor = rng.uniform(0.3, 1.7)
            if rng.random() < 0.8:
                terms.append(f"{factor:.2f} * " + text.format(name, rng.choice(names)))
    rng.shuffle(terms)
    number = " + ".join(terms[:6]) or f"np.sum({scope.pick('vec', rng)})"
    if form < 0.08:
        return scope.pick("vec", rng)
    if form < 0.16:
        return f"{scope.pick('vec', rng)}, {number}"
    return number


@dataclass(frozen=True)
class Loaded:
    """A program that can be called."""

    f: Callable[..., Any]
    plain: Callable[..., Any]
    arguments: Callable[[], tuple[Any, ...]]
    wrt: tuple[str, ...]
    file: str
    text: str


def load(text: str) -> Loaded:
    """Run the text of a program, and keep it where its source is looked for.

    `plain` is `f` on fresh arrays that are nan at first, to see what it reads of them.
    """
    file = f"<idioms {next(NUMBER)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {"__name__": "idioms"}
    exec(compile(text, file, "exec"), space)
    other: dict[str, Any] = {"__name__": "idioms", "empty": empty, "empty_like": empty_like}
    changed = text.replace("np.empty(", "empty(").replace("np.empty_like(", "empty_like(")
    exec(compile(changed, "<plain>", "exec"), other)
    return Loaded(space["f"], other["f"], space["arguments"], space["WRT"], file, text)


def empty(*given: Any, **named: Any) -> Any:
    """Return a new array full of nan."""
    return np.full_like(np.empty(*given, **named), np.nan)


def empty_like(*given: Any, **named: Any) -> Any:
    """Return a new array full of nan, like another."""
    return np.full_like(np.empty_like(*given, **named), np.nan)

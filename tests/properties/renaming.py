"""Random statements about a few arrays that go by many names: rebound, swapped, viewed.

The arrays `pa`, `pb` and `pc` have one shape, so that each may come to mean any of the
others; `pt` and `pu` are parts of them. What is rebound here is read, written and viewed in
nests of loops and branches, where the other statements leave most names alone.
"""

from __future__ import annotations

from collections.abc import Callable

from .arrays import ArrayExpressions
from .scope import Scope
from .simple import Lines, indented
from .woven import Woven

# functions that a program with such statements has
FUNCTIONS = (
    "def stepped(old, new):",
    "    for place in range(len(old)):",
    "        new[place] = old[place] * old[place - 1] * 0.3 + 0.4",
    "",
    "def made(old, factor):",
    "    new = np.empty(len(old))",
    "    for place in range(len(old)):",
    "        new[place] = old[place] * factor + 0.1",
    "    return new",
    "",
    "def same(old):",
    "    return old",
    "",
)
LEAST = 3  # elements, so that each part has two or more
WHOLE = ("pa", "pb", "pc")
PARTS = ("pt", "pu")
STARTS = ("{x}.copy()", "np.empty({n})", "2.0 * {x}", "np.zeros({n})", "np.ones({n})")
# `a` and `b` are two of the names, `x` and `n` a vector around them and its length, `e` an
# element or number, `c` a condition
VALUES = (
    *("{a} * {e}", "{b} * {e}", "{a} + 0.5 * {b}", "made({a}, {e})", "made({b}, {e})"),
    *("{a}.copy()", "{b}.copy()", "np.sin({a})", "np.zeros({n})", "0.7 * {x}", "0.9 * {b}"),
    *("1.0 * {b}[::-1]", "np.concatenate(({b}[1:], {a}[:1]))"),
)
# two names for one array, which not every program has
SHARED = ("{b}", "same({b})", "{a} if {c} else {b}")
VIEWS = ("{b}[1:]", "{b}[::2]", "{b}[::-1]", "{b}[:2]", "{b}[-2:]", "{b}[:]")
CHANGES = (
    *("{a}, {b} = {b}, {a}",) * 4,
    "pa, pb, pc = pb, pc, pa",
    "spare = {a}; {a} = {b}; {b} = spare",
    *("stepped({a}, {b})",) * 4,
    "{a}[:] = {b} * {e}",
    "{a} *= 0.5 + 0.3 * np.cos({b})",
    "{a}[1:] = {b}[:-1]",
)


class Renaming(Woven):
    """Writes one block of such statements."""

    def __init__(self, expressions: ArrayExpressions, scope: Scope, vector: str) -> None:
        super().__init__(expressions, scope, vector)
        self.values = VALUES + SHARED * (self.rng.random() < 0.25)

    def text(self, result: str) -> Lines:
        """Return the lines of the block, the last of which adds to a float."""
        lines = [f"{result} = 0.0"]
        for name in WHOLE:
            lines.append(f"{name} = {self.rng.choice(STARTS).format(**self.parts())}")
            lines.append(f"{name}[:] = {self.vector} * {self.leaf()}")
        self.result = result
        for _ in range(self.rng.randint(2, 4)):
            lines += self.block(2, False, [])
        sums = [f"{self.rng.choice(['np.sum', 'np.max'])}({name}) * {name}" for name in WHOLE]
        ends = " + ".join(f"{text}[{self.rng.randrange(self.size)}]" for text in sums)
        return [*lines, f"{result} += {ends}"]

    def element(self, live: list[str]) -> str:
        """Return an element of an array or a part."""
        name = self.rng.choice([*WHOLE, *live])
        return f"{name}[{self.rng.randrange(LEAST - 1 if name in live else self.size)}]"

    def parts(self) -> dict[str, object]:
        """Return what a pattern may hold."""
        first, second = self.rng.sample(WHOLE, 2)
        element = self.rng.choice([f"{self.vector}[{self.rng.randrange(self.size)}]", self.leaf()])
        names = {"a": first, "b": second, "x": self.vector, "n": self.size, "e": element}
        return names | {"c": self.condition()}

    def condition(self) -> str:
        """Return a comparison, of one of the arrays or of the program around the block."""
        if self.rng.random() < 0.5:
            return self.expressions.comparison(self.scope)
        return f"{self.element([])} > {self.expressions.number()}"

    def block(self, depth: int, in_loop: bool, live: list[str]) -> Lines:
        """Return some statements; parts that get a name here are used only here."""
        live = list(live)
        lines: Lines = []
        for _ in range(self.rng.randint(1, 4)):
            lines += self.statement(depth, in_loop, live)
        return lines

    def statement(self, depth: int, in_loop: bool, live: list[str]) -> Lines:
        """Return one statement, perhaps with blocks inside."""
        makers: list[tuple[float, Callable[[], Lines]]] = [
            (1.4, lambda: [self.filled("{a} = " + self.rng.choice(self.values))]),
            (1.0, lambda: [self.viewed(live)]),
            (2.2, lambda: [self.written(live)]),
            (1.6, lambda: [self.filled(self.rng.choice(CHANGES))]),
            (0.6, lambda: [f"{self.result} += {self.element(live)} * {self.element([])}"]),
            (0.3 * in_loop, self.jump),
            (1.5 * (depth > 0), lambda: self.branch(depth, in_loop, live)),
            (2.5 * (depth > 0), lambda: self.loop(depth, live)),
        ]
        make = self.rng.choices([make for _, make in makers], [w for w, _ in makers])[0]
        return make()

    def filled(self, pattern: str) -> str:
        """Return a statement of a pattern."""
        return pattern.format(**self.parts())

    def viewed(self, live: list[str]) -> str:
        """Return a statement that gives a part of an array a name."""
        views = [*VIEWS]
        if self.size % 2 == 0:
            views.append(f"{{b}}.reshape(2, {self.size // 2})[1]")
        name = self.rng.choice(PARTS)
        text = self.filled(f"{name} = {self.rng.choice(views)}")
        live.append(name)
        return text

    def written(self, live: list[str]) -> str:
        """Return a statement that writes an element, often of a part."""
        target = self.element(live)
        if live and self.rng.random() < 0.5:
            target = f"{self.rng.choice(live)}[{self.rng.randrange(LEAST - 1)}]"
        operator = self.rng.choice(["*=", "+=", "="])
        value = f"{self.element(live)} * {self.parts()['e']}"
        return f"{target} {operator} {self.rng.choice([value, f'0.2 + {value}'])}"

    def branch(self, depth: int, in_loop: bool, live: list[str]) -> Lines:
        """Return a branch, with or without `else`."""
        lines = [f"if {self.condition()}:", *indented(self.block(depth - 1, in_loop, live))]
        if self.rng.random() < 0.4:
            lines += ["else:", *indented(self.block(depth - 1, in_loop, live))]
        return lines

    def loop(self, depth: int, live: list[str]) -> Lines:
        """Return a loop of a few iterations, or none."""
        self.number += 1
        count, name = self.rng.choice([0, 1, 2, 2, 3]), f"turn{self.number}"
        body = indented(self.block(depth - 1, True, live))
        if self.rng.random() < 0.8:
            return [f"for {name} in range({count}):", *body]
        test = f"{name} < {count}" + self.rng.choice(["", f" and {self.condition()}"])
        return [f"{name} = 0", f"while {test}:", f"    {name} += 1", *body]

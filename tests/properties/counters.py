"""Random statements about counters and places: what tells which elements are read and written.

The counters `ca` and `cb` change in nests of loops in all directions, with exits at any depth; the
array of places `cp` and the mask `cm` change after they have told what is read. Elements of the
arrays `qa` and `qb` are overwritten by what depends on them.
"""

from __future__ import annotations

from collections.abc import Callable

from .arrays import ArrayExpressions
from .scope import Scope
from .simple import Lines, indented
from .woven import Blocks

# functions that a program with such statements has
FUNCTIONS = (
    "def kept(values):",
    "    part = values",
    "    for place in range(3):",
    "        part = part[:2] if place == 1 else part",
    "    return np.sum(np.sin(part) * part)",
    "",
    "def chosen(values, places):",
    "    return np.sum(values[places] ** 2 * values[0])",
    "",
    "def spread(values):",
    "    new = np.exp(-values * values)",
    "    return new",
    "",
    "def both(values):",
    "    new = values * values * 0.5",
    "    return new, np.sum(np.sin(new))",
    "",
    "def pushed(values, place):",
    "    values[place] = values[place] * values[0] + 0.1",
    "    return values[place] * values[-1]",
    "",
)
LEAST = 2  # elements
# `n` is the length of the vector `x`, `q` and `r` are the arrays, `k` a counter, `s` the result,
# `e` a number of the program around the block
RANGES = (
    *("range({n})", "range({n} - 1, -1, -1)", "reversed(range({n}))", "range({n}, 0, -1)"),
    *("range(2, -1, -1)", "range(0, {n}, 2)", "range({n} - 1, -1, -2)", "range({k} % {n}, {n})"),
    *("range(len({x}) - 1, -1, -1)", "range(3)", "range({k} % 3)", "range({n} - 1, {k} % {n}, -1)"),
)
COUNTS = (
    *("{k} += 1",) * 4,
    *("{k} += 2", "{k} -= 1", "{k} = {l} + 1", "{k} = ({k} + 1) % {n}", "{k} += {l} % 2"),
)
READS = (
    "{s} = math.sin({s} * {q}[{k} % {n}] + {x}[{l} % {n}])",
    "{s} += 0.3 * {q}[{k} % {n}] * {r}[{l} % {n}]",
    "{s} += 0.1 * np.sum({q}[cp] * {x})",
    "{s} += 0.1 * np.sum({q}[cp[1:]] * {e})",
    "{s} += 0.1 * np.sum({q}[cm] ** 2)",
    "{s} = 0.5 * {s} * {e} + {q}[-1 - {k} % {n}]",
    "{s} += 0.1 * kept({q}) + 0.2 * kept({q}[:2])",
    "{s} += 0.1 * chosen({q}, cp) + 0.2 * chosen({x}, cp)",
    "{s} = math.sin({s} + pushed({q}, {k} % {n}))",
)
WRITES = (
    "{q}[{k} % {n}] = math.sin({q}[{l} % {n}] * {r}[{k} % {n}]) + 0.1",
    "{q}[{k} % {n}] *= 0.5 + {x}[{l} % {n}]",
    "{q}[({k} + 1) % {n}] = {q}[{k} % {n}] * 0.6 + {x}[{k} % {n}]",
    "{q}[cp] *= {x}",
    "{q}[cp] = {r} * {e}",
    "{q}[cp] = {q}",
    "{q}[cp] += np.sin({r})",
    "{q}[cm] = {q}[cm] * {e} + 0.2",
    "{q}[{k} % {n}], {r}[{l} % {n}] = {r}[{k} % {n}], {q}[{l} % {n}] * 0.9",
    "{q} = {q} * 0.5 + 0.4 * {r}",
    "{q} = spread({q})",
    "{q} = spread({r})",
    "{q}, {s} = both({q})",
)
PLACES = (
    "cp[{k} % {n}] = {l} % {n}",
    "cp[:] = cp[::-1].copy()",
    "cp.sort()",
    "cp += 1; cp %= {n}",
    "cm[{k} % {n}] = not cm[{l} % {n}]",
    "cm[:] = ~cm",
)
CONDITIONS = ("{k} % 2 == 0", "{q}[{k} % {n}] > 0.4", "{s} < 0.7", "{k} > {l}", "cm[{k} % {n}]")


class Counting(Blocks):
    """Writes one block of such statements."""

    def __init__(self, expressions: ArrayExpressions, scope: Scope, vector: str) -> None:
        super().__init__(expressions, scope, vector)
        self.bound: frozenset[str] = frozenset()  # variables of the loops around

    def text(self, result: str) -> Lines:
        """Return the lines of the block, the last of which adds to a float."""
        self.result = result
        places = [str(self.rng.randrange(self.size)) for _ in range(self.size)]
        mask = [str(self.rng.random() < 0.6) for _ in range(self.size)]
        lines = [
            f"{result} = 0.3",
            f"qa = {self.vector} * {self.leaf()}",
            f"qb = np.sin({self.vector})",
            f"ca = {self.rng.randrange(3)}",
            "cb = 1",
            f"cp = np.array([{', '.join(places)}])",
            f"cm = np.array([{', '.join(mask)}])",
        ]
        for _ in range(self.rng.randint(1, 2)):
            lines += self.block(3, False)
        return [*lines, f"{result} += np.sum(qa * qb) + qa[ca % {self.size}] * qb[cp[0]]"]

    def filled(self, pattern: str) -> Lines:
        """Return the statements of a pattern."""
        counter, other = self.rng.choice([("ca", "cb"), ("cb", "ca"), ("ca", "ca")])
        array, second = self.rng.choice([("qa", "qb"), ("qb", "qa")])
        if self.bound and self.rng.random() < 0.4:
            other = self.rng.choice(sorted(self.bound))
        names = {"k": counter, "l": other, "q": array, "r": second, "s": self.result}
        rest = {"n": self.size, "x": self.vector, "e": self.leaf()}
        return pattern.format(**names, **rest).split("; ")

    def condition(self) -> str:
        """Return a comparison of a counter or of an element."""
        return self.filled(self.rng.choice(CONDITIONS))[0]

    def makers(self, depth: int, in_loop: bool) -> list[tuple[float, Callable[[], Lines]]]:
        """Return what makes a statement, with its share."""
        return [
            (2.0, lambda: self.filled(self.rng.choice(COUNTS))),
            (2.0, lambda: self.filled(self.rng.choice(READS))),
            (2.0, lambda: self.filled(self.rng.choice(WRITES))),
            (0.8, lambda: self.filled(self.rng.choice(PLACES))),
            (0.7 * in_loop, self.jump),
            (1.5 * (depth > 0), lambda: self.branch(depth, in_loop)),
            (3.0 * (depth > 0), lambda: self.loop(depth)),
        ]

    def loop(self, depth: int) -> Lines:
        """Return a loop of a few iterations, or none, and perhaps its `else`."""
        self.number += 1
        name = f"turn{self.number}"
        head = self.filled(self.rng.choice(RANGES))[0]
        before = self.bound
        self.bound = before | {name}
        body = indented(self.block(depth - 1, True))
        self.bound = before
        lines = [f"for {name} in {head}:", *body]
        if self.rng.random() < 0.2:
            test = f"{name} < 3" + self.rng.choice(["", f" and {self.condition()}"])
            lines = [f"{name} = 0", f"while {test}:", f"    {name} += 1", *body]
        if self.rng.random() < 0.15:
            lines += ["else:", *indented(self.filled(self.rng.choice(READS)))]
        return lines

"""Random statements about lists of tuples, named tuples, integer weights and results written to.

The lists `ra` and `rb` of pairs grow, are bound anew and gone through; the named tuple `point` is
stepped by a function; `weights` are integers, `qa` and `qb` arrays that results are written to,
`qc` is as long as a matrix has elements.
"""

from __future__ import annotations

from collections.abc import Callable

from .simple import Lines, indented
from .woven import Blocks

# functions and constants that a program with such statements has
DEFINITIONS = (
    "from collections import namedtuple",
    "from itertools import pairwise",
    "Point = namedtuple('Point', ('left', 'right'))",
    "ROWS = [(1, 0.5), (0, 0.25), (2, 1.5)]",
    "",
    "def advanced(point, step):",
    "    return Point(0.9 * point.left + step * point.right, point.right - 0.1 * point.left)",
    "",
    "def kept_inside(point):",
    "    if point.left > 1.5:",
    "        return Point(1.5, point.right)",
    "    return point",
    "",
    "def dosed(rows, rate):",
    "    total = 0.0",
    "    for first, second in rows:",
    "        total += second * np.exp(-rate * rate - first * first)",
    "    return total",
    "",
    "def mixture(start, left, right):",
    "    return math.sin(start * left) + 0.5 * right",
    "",
    "def summed(start, *others):",
    "    for other in others:",
    "        start = 0.5 * start + math.sin(other)",
    "    return start",
    "",
)
LEAST = 2  # elements
# `p` and `r` are lists of pairs, `q` and `t` arrays, `n` is the length of the vector `x`, `s` the
# result, `i` a counter, `e` a number of the program around the block
CHANGES = (
    "{p}.append(({e}, 0.5 * {s}))",
    "{p}.append(({p}[-1][1] * 0.5, {p}[{i} % len({p})][0] + {x}[0]))",
    "{p} = [(b, 0.5 * a + 0.1 * b) for a, b in {p}]",
    "{p} = [({x}[{i} % {n}], {e}), (1, {s})]",
    "{p} = [(a * {e}, math.sin(b)) for a, b in zip({x}, {x}[::-1])]",
    "{p} = [(a, b) for a, b in {r} if a < b]; {p}.append((0.5, {s}))",
    "point = advanced(point, 0.1 * {e})",
    "point = kept_inside(advanced(point, {x}[{i} % {n}]))",
    "point = Point(right=math.sin({s}), left=point.right)",
    "weights[{i} % {n}, 0] += 1",
    "np.multiply({q}, {t}, out={q})",
    "np.sin({q}, {q})",
    "np.add({q}[:-1], {t}[1:], out={q}[1:])",
    "{q} = 0.1 * (weights @ {q})",
    "qc[{i} % {n}] = {x}[{i} % {n}] * {e}",
    "qc[-1] = 0.5 * {s}",
    "qc[:{n}] = 0.5 * {x}",
    "{i} += 1",
)
READS = (
    "{s} = math.sin({s} + {p}[{i} % len({p})][0] * {p}[-1][1])",
    "{s} += 0.1 * sum(a * b for a, b in {p})",
    "{s} += 0.1 * dosed({p}, {e}) + 0.1 * dosed([(0.5, {s})], {x}[0])",
    "a, b = {p}[-1]; {s} = 0.5 * {s} + a * b",
    "{s} = math.sin({s}) + 0.1 * mixture({s}, *{x}[:2])",
    "{s} = 0.5 * {s} + 0.1 * summed({x}[0], *{p}[0])",
    "{s} += 0.1 * (point.left * point.right + len({p}))",
    "{s} += 0.1 * np.sum(weights @ {x}) + 0.1 * np.dot({x}, weights[0])",
    "{s} += 0.1 * np.sum({q} * {t})",
    "{s} = 0.5 * {s} + 0.1 * np.sum(qc) * qc[{i} % {n}]",
    "{s} = 0.5 * {s} + qc[{n}] * {e}",
)
LOOPS = (
    "for a, b in {p}: {s} = 0.5 * {s} + a * b",
    "for k, (a, b) in enumerate({p}): {s} = 0.5 * {s} + a * b * k",
    "for (a, b), c in zip({p}, {x}): {s} = 0.5 * {s} + a * b * c",
    "for (a, b), (c, d) in pairwise({p}): {s} = 0.5 * {s} + a * d - b * c",
    "for a, b in {p}[1:]: {s} = math.sin({s} * a) + b",
    "for k, c in ROWS: {s} += 0.1 * c * {x}[k % {n}]",
    "for k in range(len(weights)): qc[k] = {x}[k] * {e}",
    "for row in weights: {s} = math.sin({s}) + 0.1 * (row @ {x})",
)
CONDITIONS = ("{i} % 2 == 0", "{p}[-1][1] > 0.4", "{s} < 0.7", "len({p}) < 6", "point.left > 0.5")
RANGES = ("range(3)", "range({n})", "range(2, -1, -1)", "range({i} % 3)")


class Rows(Blocks):
    """Writes one block of such statements."""

    def text(self, result: str) -> Lines:
        """Return the lines of the block, the last of which adds to a float."""
        self.result = result
        lines = [
            f"{result} = 0.3",
            f"ra = [({self.leaf()}, {self.vector}[0]), ({self.vector}[-1], 0.5)]",
            f"rb = [(0, {self.vector}[1])]",
            f"point = Point({self.vector}[0], {self.leaf()})",
            f"weights = np.arange({self.size**2}).reshape({self.size}, {self.size}) % 3",
            f"qa = {self.vector} * {self.leaf()}",
            f"qb = np.sin({self.vector})",
            f"qc = np.zeros(np.outer({self.vector}, qa).size)",
            f"ci = {self.rng.randrange(3)}",
        ]
        for _ in range(self.rng.randint(1, 2)):
            lines += self.block(3, False)
        return [*lines, f"{result} += np.sum(qa * qb) + ra[-1][1] * rb[0][1] + point.left"]

    def filled(self, pattern: str) -> Lines:
        """Return the statements of a pattern."""
        rows, others = self.rng.choice([("ra", "rb"), ("rb", "ra"), ("ra", "ra")])
        array, second = self.rng.choice([("qa", "qb"), ("qb", "qa")])
        names = {"p": rows, "r": others, "q": array, "t": second, "s": self.result, "i": "ci"}
        return pattern.format(**names, n=self.size, x=self.vector, e=self.leaf()).split("; ")

    def condition(self) -> str:
        """Return a comparison."""
        return self.filled(self.rng.choice(CONDITIONS))[0]

    def makers(self, depth: int, in_loop: bool) -> list[tuple[float, Callable[[], Lines]]]:
        """Return what makes a statement, with its share."""
        return [
            (3.0, lambda: self.filled(self.rng.choice(CHANGES))),
            (2.5, lambda: self.filled(self.rng.choice(READS))),
            (2.0, lambda: self.filled(self.rng.choice(LOOPS))),
            (0.5 * in_loop, self.jump),
            (1.5 * (depth > 0), lambda: self.branch(depth, in_loop)),
            (2.0 * (depth > 0), lambda: self.loop(depth)),
        ]

    def loop(self, depth: int) -> Lines:
        """Return a loop of a few iterations, or none."""
        self.number += 1
        head = self.filled(self.rng.choice(RANGES))[0]
        body = indented(self.block(depth - 1, True))
        return [f"for turn{self.number} in {head}:", *body]

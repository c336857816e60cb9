"""Random statements about what may be None: numbers, tuples, parts of tuples, and who asks for it.

`found` is a tuple or None, `best` and `other` are numbers or None; functions return them.
"""

from __future__ import annotations

from collections.abc import Callable

from .simple import Lines, indented
from .woven import Blocks

# functions that a program with such statements has
DEFINITIONS = (
    "def roots(b):",
    "    d = b * b - 0.2",
    "    if d < 0.0:",
    "        return None",
    "    return 0.5 * b + math.sqrt(d + 0.1), 0.5 * b - math.sqrt(d + 0.1)",
    "",
    "def divided(a):",
    "    if a > 0.6:",
    "        return a, None",
    "    return 0.5 * a, a * a",
    "",
    "def ends(a, b):",
    "    low = None",
    "    if a < b:",
    "        low = a * b",
    "    high = None if a + b > 1.0 else a - b",
    "    return low, high",
    "",
    "def last_above(x, n, level):",
    "    if n == 0:",
    "        return None",
    "    if x[n - 1] > level:",
    "        return x[n - 1] * 0.5",
    "    return last_above(x, n - 1, level)",
    "",
    "def first_above(x, level):",
    "    for v in x:",
    "        if v > level:",
    "            return math.sin(v)",
    "    return None",
    "",
    "def scaled_or_not(v, w=None):",
    "    return v * 0.5 if w is None else math.sin(v * w)",
    "",
)
LEAST = 1  # elements
# `x` is a vector of length `n`, `s` the result, `e` a number of the program around the block
CHANGES = (
    "found = roots({e})",
    "found = roots(math.sin({s}))",
    "found = roots({e}) or ({e}, 0.5)",
    "found = None if {e} > 0.3 else ({s}, {e})",
    "if found is None:; found = ({s}, {x}[0])",
    "if found is not None:; found = (0.5 * found[1], found[0] + {e})",
    "best = first_above({x}, {e})",
    "best = last_above({x}, {n}, math.sin({s}))",
    "if best is None or {s} > best:; best = math.sin({s})",
    "best, other = divided({e})",
    "lower, other = ends(math.sin({s}), {e})",
    "best, other = ends({x}[0], {x}[-1])",
    "other = best",
    "other = None",
    "other = first_above({x}, 0.7) or {e}",
    "best, other = other, best",
)
READS = (
    "if found is not None:; {s} = 0.5 * {s} + math.sin(found[0] * found[1])",
    "if found:; {s} += 0.1 * found[1]",
    "low, high = found or ({e}, math.sin({s})); {s} = math.sin({s}) + 0.1 * low * high",
    "if best is not None:; {s} = math.sin({s} + best)",
    "if not (best is None or other is None):; {s} += 0.1 * math.sin(best * other)",
    "{s} = math.sin({s}) + 0.1 * (first_above({x}, {e}) or 0.5)",
    "{s} = scaled_or_not({s}, best)",
    "{s} += 0.0 if other is None else 0.1 * other",
    "if not found and best is None:; {s} *= 0.9",
)
LOOPS = (
    "for each in {x}:; best = each if best is None or each > best else best",
    "for each in {x}:; found = roots(each) or found",
    "for place in range({n}):; best, other = ends({x}[place], {e})",
)
CONDITIONS = ("best is None", "found is None", "other is not None", "{s} < 0.7", "not found")
RANGES = ("range(3)", "range({n})", "range(0)")


class Absent(Blocks):
    """Writes one block of such statements."""

    def text(self, result: str) -> Lines:
        """Return the lines of the block, the last of which adds to a float."""
        self.result = result
        lines = [f"{result} = 0.3", "found = None", "best = None", f"other = {self.leaf()}"]
        for _ in range(self.rng.randint(1, 2)):
            lines += self.block(3, False)
        return [*lines, "if best is not None:", f"    {result} += math.sin(best)"]

    def filled(self, pattern: str) -> Lines:
        """Return the statements of a pattern."""
        head, _, rest = pattern.partition(":; ")
        words = {"x": self.vector, "n": self.size, "s": self.result}
        texts = [f"{head}:", f"    {rest}"] if rest else pattern.split("; ")
        return [text.format(**words, e=self.leaf()) for text in texts]

    def condition(self) -> str:
        """Return a comparison."""
        return self.filled(self.rng.choice(CONDITIONS))[0]

    def makers(self, depth: int, in_loop: bool) -> list[tuple[float, Callable[[], Lines]]]:
        """Return what makes a statement, with its share."""
        return [
            (3.0, lambda: self.filled(self.rng.choice(CHANGES))),
            (3.0, lambda: self.filled(self.rng.choice(READS))),
            (1.0, lambda: self.filled(self.rng.choice(LOOPS))),
            (0.5 * in_loop, self.jump),
            (1.5 * (depth > 0), lambda: self.branch(depth, in_loop)),
            (1.5 * (depth > 0), lambda: self.loop(depth)),
        ]

    def loop(self, depth: int) -> Lines:
        """Return a loop of a few iterations, or none."""
        self.number += 1
        head = self.filled(self.rng.choice(RANGES))[0]
        body = indented(self.block(depth - 1, True))
        return [f"for turn{self.number} in {head}:", *body]

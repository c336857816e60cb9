"""Write random stencils in the plane, of which a thread may take several places."""

from __future__ import annotations

import random

Lines = list[str]

HEAD = """import math

import numpy as np
from numba import cuda


@cuda.jit
def drawn(u, v, w, c, top, out, sums):
    j, i = cuda.grid(2)
    n, m = u.shape
"""
TAIL = """

def inputs(rng):
    u, v, w = rng.uniform(0.2, 0.9, (3, {high}, {wide}))
    return u, v, w, 0.4, {top}, np.zeros(({high}, {wide})), rng.uniform(size=({high}, {wide}))


WRT = {wrt}
LAUNCH = {launch}
OPTIONS = {{}}
"""
ONE = ("math.sin({})", "math.exp(-{0} * {0})", "(-{})", "{} ** 2", "math.sqrt(1.0 + {0} * {0})")
TWO = ("({} + {})", "({} - {})", "({} * {})", "({} * {})", "({} / (2.0 + {}))")
WRITTEN = ("{} = {}", "{} = {}", "{} = {}", "{} += {}")


class DrawnPlanes:
    """Writes one kernel; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.reach = self.rng.choice([1, 1, 1, 2])
        self.up, self.down, self.left, self.right = (self.distance() for _ in range(4))

    def chance(self, share: float) -> bool:
        """Return whether to do something."""
        return self.rng.random() < share

    def distance(self) -> int:
        """Return how far a thread reads to one side."""
        return self.rng.choice([0, self.reach, self.reach])

    def element(self) -> str:
        """Return an element of an array at some distance from the place of the thread."""
        row = self.rng.randint(-self.up, self.down)
        column = self.rng.choice([0, 0, self.rng.randint(-self.left, self.right)])
        array = self.rng.choice(["u", "u", "v", "w"])
        return f"{array}[{moved('i', row)}, {moved('j', column)}]"

    def value(self, depth: int) -> str:
        """Return an expression."""
        if not depth:
            return self.rng.choice([self.element(), self.element(), "c", "0.5"])
        if self.chance(0.3):
            return self.rng.choice(ONE).format(self.value(depth - 1))
        return self.rng.choice(TWO).format(self.value(depth - 1), self.value(depth - 1))

    def limits(self) -> Lines:
        """Return conditions by which a thread has all that it reads."""
        last = self.rng.choice(["n", "u.shape[0]", "min(n, top)"])
        rows = self.between("i", self.up, last, self.down)
        columns = self.between("j", self.left, self.rng.choice(["m", "u.shape[1]"]), self.right)
        found = [*rows, *columns]
        if self.chance(0.3):
            self.rng.shuffle(found)
        return found

    def between(self, place: str, before: int, end: str, behind: int) -> Lines:
        """Return conditions that leave so many elements before and behind a place."""
        if behind and self.chance(0.3):
            upper = f"{place} + {behind} < {end}"
        else:
            upper = f"{place} < {end} - {behind}" if behind else f"{place} < {end}"
        if not before and self.chance(0.7):
            return [upper]
        lower = self.rng.choice([f"{place} >= {before}", f"{before - 1} < {place}"])
        chained = upper.startswith(f"{place} <") and lower.endswith(f"< {place}")
        return [lower + upper.removeprefix(place)] if chained else [lower, upper]

    def statements(self) -> Lines:
        """Return what a thread does within its limits."""
        target = "sums[i, j]" if self.chance(0.3) else "out[i, j]"
        lines = [f"p = {self.value(2)}"]
        for array in self.rng.sample("uvw", self.rng.randint(0, 2)):
            column = moved("j", self.rng.randint(-self.left, self.right))
            rows = moved("i", -self.up), moved("i", self.down)
            lines.append(f"p += {array}[{rows[0]}, {column}] * {array}[{rows[1]}, {column}]")
        write = self.rng.choice(WRITTEN)
        if self.chance(0.3):
            lines += [f"if {self.element()} > 0.5:", f"    p = p * {self.element()}"]
        if self.chance(0.2):
            own, other = self.value(1), self.value(1)
            lines += ["if p > 0.4:", f"    {write.format(target, own)}"]
            return [*lines, "else:", f"    {write.format(target, other)}"]
        lines.append(write.format(target, f"p + {self.value(1)}"))
        if target.startswith("out") and self.chance(0.2):
            lines.append(f"sums[i, j] = {self.value(1)} * p")
        return lines

    def text(self) -> str:
        """Return the text of the module."""
        limits, lines = self.limits(), self.statements()
        if self.chance(0.3):
            body = [f"if not ({' and '.join(limits)}):", "    return", *lines]
        else:
            body = [f"if {' and '.join(limits)}:", *(f"    {line}" for line in lines)]
        high, wide = self.rng.randint(4, 10), self.rng.randint(4, 7)
        block = self.rng.choice([(4, 2), (2, 4), (4, 1), (8, 2)])
        more = self.rng.choice([0, 0, 0, 0, 1, 2, -1])
        grid = (-(-wide // block[0]), max(-(-high // block[1]) + more, 1))
        wrt = self.rng.choice([("u", "v", "w"), ("u",), ("u", "w", "c"), ("w",), ("c", "v")])
        tail = TAIL.format(
            high=high,
            wide=wide,
            top=self.rng.randint(2, 11),
            wrt=wrt,
            launch=(grid, block),
        )
        return HEAD + "".join(f"    {line}\n" for line in body) + tail


def moved(place: str, by: int) -> str:
    """Return a place and a number added to it."""
    return f"{place} {'+' if by > 0 else '-'} {abs(by)}" if by else place

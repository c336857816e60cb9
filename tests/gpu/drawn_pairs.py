"""Write random kernels in which each thread goes through all others, and add up what it finds."""

from __future__ import annotations

import random

Lines = list[str]

HEAD = """import math

import numpy as np
from numba import cuda

SIZE = 6


@cuda.jit
def drawn(x, y, w, c, out):
    i = cuda.grid(1)
    n = x.size
"""
TAIL = """

def inputs(rng):
    return (*rng.uniform(0.2, 0.9, (3, SIZE)), 0.2, np.zeros(SIZE))


WRT = ("x", "y", "w", "c")
LAUNCH = (2, 4)
OPTIONS = {}
"""
GUARDS = ("i < n", "i < x.size", "i < n and i < w.size")
BEGUN = ("x[j] - x[i]", "x[i] - x[j]", "y[j] - y[i]", "y[i] - y[j]", "x[j] + x[i]")
MIXED = ("x[i] * x[j]", "w[i] * w[j]", "y[j] - x[i]", "x[j]")
SUMS = ("({} + {})", "({} - {})", "({} * {})", "({} * {})")
BOTH = (*SUMS, "({} / (4.0 + {}))", "math.atan2({}, 3.0 + {} ** 2)")
ONE = ("(-{})", "math.sin({})", "math.exp(-{0} * {0})", "math.sqrt(1.0 + {0} * {0})", "{} ** 2")


class DrawnPairs:
    """Writes one kernel; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names = ["w[i]", "w[j]", "c"]

    def chance(self, share: float) -> bool:
        """Return whether to do something."""
        return self.rng.random() < share

    def value(self, depth: int) -> str:
        """Return an expression."""
        if not depth:
            return self.rng.choice([*self.names, "0.5", "2.0"])
        if self.chance(0.3):
            return self.rng.choice(ONE).format(self.value(depth - 1))
        return self.rng.choice(BOTH).format(self.value(depth - 1), self.value(depth - 1))

    def bound(self, name: str) -> Lines:
        """Return statements that give a variable its value."""
        depth = self.rng.randint(1, 3)
        begun = self.rng.choice([*BEGUN, *MIXED]) if self.chance(0.5) else self.value(depth)
        lines = [f"{name} = {begun}"]
        self.names.append(name)
        if self.chance(0.2):  # without a jump, so that differences tell
            left = self.rng.choice([name, f"c - {name} * {name}"])
            lines += [f"if {left} > 0.0:", f"    total += ({left}) ** 2 * {self.value(1)}"]
        if self.chance(0.2):
            other = f"{name}_more"
            lines += [f"if {name} > 0.0:", f"    {other} = {name} * {name}"]
            lines += ["else:", f"    {other} = -{name} * {name}"]
            self.names.append(other)
        return lines

    def text(self) -> str:
        """Return the text of the module."""
        body: Lines = []
        for k in range(self.rng.randint(2, 6)):
            body += self.bound(f"u{k}")
        body.append(f"total += {self.value(2)} * {self.value(0)}")
        last = "total"
        begin = ["total = 0.0"]
        if self.chance(0.4):
            begin.append("other = 0.0")
            body.append(f"other {self.rng.choice(['+=', '-='])} {self.value(2)}")
            last = "total + 0.5 * other"
        if self.chance(0.3):
            body = [f"if {self.rng.choice(['i != j', 'j != i', 'j < i'])}:", *indented(body)]
        loop = f"for j in range({self.rng.choice(['n', 'x.size', 'x.shape[0]'])}):"
        lines = [*begin, loop, *indented(body), f"out[i] = {last}"]
        own = [f"if {self.rng.choice(GUARDS)}:", *indented(lines)]
        return HEAD + "\n".join(indented(own)) + TAIL


def indented(lines: Lines) -> Lines:
    """Return lines one level deeper."""
    return [f"    {line}" for line in lines]

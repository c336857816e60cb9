"""Write random kernels: Python modules with a kernel `drawn`, a launch and inputs.

The same seed gives the same text. Kernels have no races of their own: threads write to their own
elements of arrays that others do not read, or to shared arrays between barriers, or atomically.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from itertools import count

Lines = list[str]

HEAD = """import math

import numpy as np
from numba import cuda

SIZE = 13
WIDTH = 4
BLOCK = 4


@cuda.jit(device=True)
def bent(p, q):
    if p > 0.2:
        return p * q
    return math.sin(p) + q


@cuda.jit(device=True)
def along(row, i, p):
    total = p
    for k in range(3):
        total = total * 0.5 + row[(i + k) % SIZE]
    return total


@cuda.jit(device=True)
def doubled(own, k, p):
    own[k] = own[k] + 2.0 * p
    return own[k] * p


@cuda.jit(device=True)
def place(n):
    i = cuda.grid(1)
    return i if i < n else 0

"""
PARAMETERS = ("x", "m", "w", "y", "z", "h", "top", "idx", "perm", "a", "n", "steps")
INPUTS = """

def inputs(rng):
    return (
        rng.normal(size=SIZE),
        rng.normal(size=(SIZE, WIDTH)),
        rng.normal(size=WIDTH),
        rng.normal(size=SIZE),
        rng.normal(size=(SIZE, WIDTH)),
        rng.normal(size=WIDTH),
        rng.normal(size=WIDTH) - 1.0,
        rng.integers(0, SIZE, size=SIZE),
        rng.permutation(SIZE),
        0.7,
        {n},
        {steps},
    )
"""
SMOOTH = ("math.sin({})", "math.cos({})", "math.tanh({})", "math.exp(math.tanh({}))")
ROUGH = ("abs({})", "max({}, 0.1)", "min({}, 0.4)", "math.sqrt(1.0 + ({}) ** 2)", "-({})")
TWO = ("{} + {}", "{} - {}", "({}) * ({})", "({}) / (1.5 + ({}) ** 2)", "bent({}, {})")


def indented(lines: Lines) -> Lines:
    """Return lines one level deeper."""
    return [f"    {line}" for line in lines]


def by_all(lines: Iterable[str]) -> Lines:
    """Return lines that threads without an element run as well: they take another place for it."""
    return [re.sub(r"\bi\b", "e", line) for line in lines]


class Drawn:
    """Writes one kernel."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.numbers = count()
        self.floats: Lines = []  # local variables that have a value here
        self.counters: Lines = []  # variables of loops below WIDTH
        self.locals: Lines = []  # arrays of the thread
        self.shared: Lines = []  # arrays of the block, that all threads may read here
        self.has_elements = True  # whether every thread here has elements of its own
        self.jumps = False  # whether `break` and `continue` leave a loop here
        self.is_open_ended = False
        self.writes_x = self.chance(0.3)
        self.own = self.rng.choice(["i", "i", "i", "p"])
        self.form = self.rng.choice(["guarded", "guarded", "returned", "strided", "shared"])
        if self.form == "shared":
            self.own = "i"  # that places in `perm` differ is not known across barriers
        self.adds = self.chance(0.4)
        self.takes = self.chance(0.2)

    def chance(self, share: float) -> bool:
        """Return whether to do something."""
        return self.rng.random() < share

    def fresh(self, word: str) -> str:
        """Return a new name."""
        return f"{word}{next(self.numbers)}"

    # expressions

    def subscript(self) -> str:
        """Return a place in an array that all threads may read."""
        places = ["i", "i", "i - 1", "(i + 1) % n", "idx[i]", "n - 1 - i", "0", "-1", "i // 2"]
        places += ["min(i + 1, n - 1)", "max(i - 1, 0)", "perm[i]", *self.counters]
        places += [f"(i + {k}) % n" for k in self.counters]
        return self.rng.choice(places)

    def column(self) -> str:
        """Return a place along the short axis."""
        places = ["0", "-1", "2", "i % WIDTH", *self.counters, *self.counters]
        places += [f"WIDTH - 1 - {k}" for k in self.counters]
        return self.rng.choice(places)

    def element(self) -> str:
        """Return an element of an array."""
        reads = [f"m[{self.subscript()}, {self.column()}]", f"w[{self.column()}]"]
        if not self.writes_x:
            reads += [f"x[{self.subscript()}]", f"x[{self.subscript()}]"]
        if self.has_elements:
            reads += [f"y[{self.own}]", f"z[{self.own}, {self.column()}]"]
            reads += ["x[i]"] if self.writes_x else []
        reads += [f"{array}[{self.column()}]" for array in self.locals]
        for array in self.shared:
            place = self.rng.choice(["t", "(t + 1) % BLOCK", "t ^ 1", "0", "BLOCK - 1 - t"])
            reads.append(f"{array}[{place}]")
        return self.rng.choice(reads)

    def atom(self) -> str:
        """Return a value."""
        if self.floats and self.chance(0.5):
            return self.rng.choice(self.floats)
        return self.rng.choice([self.element(), self.element(), self.element(), "a", "0.3", "i"])

    def value(self, depth: int = 2) -> str:
        """Return an expression for a floating-point number."""
        if depth == 0 or self.chance(0.25):
            return self.atom()
        if self.chance(0.3):
            return self.rng.choice([*SMOOTH, *ROUGH]).format(self.value(depth - 1))
        if self.chance(0.1):
            left, right = self.value(depth - 1), self.value(depth - 1)
            return f"({left} if {self.condition()} else {right})"
        if self.chance(0.08) and not self.writes_x:
            return f"along(x, i, {self.value(depth - 1)})"
        if self.locals and self.chance(0.08):
            array = self.rng.choice(self.locals)
            return f"doubled({array}, {self.rng.randrange(4)}, {self.value(0)})"
        return self.rng.choice(TWO).format(self.value(depth - 1), self.value(depth - 1))

    def condition(self) -> str:
        """Return a condition, of values or of places."""
        tests = [f"{self.atom()} > {self.rng.choice(['0.1', '-0.3', 'a'])}", "i % 3 == 0", "i > 2"]
        tests += [f"{k} != {self.rng.randrange(3)}" for k in self.counters]
        first = self.rng.choice(tests)
        if self.chance(0.2):
            return f"({first} {self.rng.choice(['and', 'or'])} {self.rng.choice(tests)})"
        return first

    # statements

    def block(self, length: int, depth: int) -> Lines:
        """Return statements of a block, that leaves no new variables."""
        kept = list(self.floats), list(self.locals)
        lines = [line for _ in range(length) for line in self.statement(depth)]
        self.floats, self.locals = kept
        return lines

    def statement(self, depth: int) -> Lines:
        """Return a statement."""
        kinds = [self.bound, self.bound, self.changed, self.stored, self.stored, self.pair]
        if depth > 0:
            kinds += [self.branch, self.branch, self.loop, self.loop, self.until, self.local]
        if self.adds:
            kinds.append(self.added)
        if self.jumps:
            kinds.append(self.jump)
        kind = self.rng.choice(kinds)
        return kind(depth)

    def bound(self, depth: int) -> Lines:
        """Give a variable a value."""
        value = self.value()
        name = self.rng.choice(self.floats) if self.floats and self.chance(0.4) else ""
        if not name:
            name = self.fresh("v")
            self.floats.append(name)
        return [f"{name} = 1.0 * {value}"]

    def changed(self, depth: int) -> Lines:
        """Change a variable."""
        if not self.floats:
            return self.bound(depth)
        operation = self.rng.choice(["+=", "-=", "*=", "+="])
        return [f"{self.rng.choice(self.floats)} {operation} {self.value()}"]

    def pair(self, depth: int) -> Lines:
        """Let two variables change places."""
        if len(self.floats) < 2:
            return self.bound(depth)
        first, second = self.rng.sample(self.floats, 2)
        return [f"{first}, {second} = {second}, 0.5 * {first} + {self.atom()}"]

    def target(self) -> str:
        """Return an element of the thread itself."""
        ends = [f"y[{self.own}]", f"y[{self.own}]", f"z[{self.own}, {self.column()}]"]
        ends += [f"{array}[{self.column()}]" for array in self.locals]
        return self.rng.choice([*ends, "x[i]"] if self.writes_x else ends)

    def stored(self, depth: int) -> Lines:
        """Write to an element."""
        operation = self.rng.choice(["=", "=", "+=", "*=", "-="])
        return [f"{self.target()} {operation} {self.value()}"]

    def added(self, depth: int) -> Lines:
        """Add to an element that other threads add to as well."""
        place = self.rng.choice(["i % WIDTH", "0", "idx[i] % WIDTH", *self.counters])
        return [f"cuda.atomic.{self.rng.choice(['add', 'sub'])}(h, {place}, {self.value()})"]

    def branch(self, depth: int) -> Lines:
        """Return an `if`."""
        lines = [
            f"if {self.condition()}:",
            *indented(self.block(self.rng.randint(1, 3), depth - 1)),
        ]
        if self.chance(0.5):
            lines += ["else:", *indented(self.block(self.rng.randint(1, 2), depth - 1))]
        return lines

    def in_loop(self, counter: str, depth: int) -> Lines:
        """Return the body of a loop."""
        self.counters.append(counter)
        jumps, self.jumps = self.jumps, True
        lines = self.block(self.rng.randint(1, 3), depth - 1)
        self.jumps = jumps
        self.counters.remove(counter)
        return lines

    def loop(self, depth: int) -> Lines:
        """Return a `for` over a range."""
        name = self.fresh("k")
        ends = ["3", "WIDTH", "steps", "1, WIDTH", "WIDTH - 1, -1, -1", "i % 4", "0, 4, 2", "0"]
        return [
            f"for {name} in range({self.rng.choice(ends)}):",
            *indented(self.in_loop(name, depth)),
        ]

    def until(self, depth: int) -> Lines:
        """Return a `while`, whose counter stays below WIDTH."""
        self.is_open_ended = True
        name = self.fresh("c")
        test = self.rng.choice([f"{name} < 2", f"{name} < 3 and {self.condition()}"])
        body = [f"{name} += 1", *self.in_loop(name, depth)]
        return [f"{name} = 0", f"while {test}:", *indented(body)]

    def jump(self, depth: int) -> Lines:
        """Leave an iteration."""
        word = self.rng.choice(["break", "continue"])
        return [f"if {self.condition()}:", f"    {word}"]

    def local(self, depth: int) -> Lines:
        """Make an array of the thread."""
        name = self.fresh("l")
        lines = [f"{name} = cuda.local.array(4, np.float64)", "for q in range(4):"]
        lines.append(f"    {name}[q] = {self.value(1)}")
        self.locals.append(name)
        return lines

    # kernels

    def exchange(self) -> Lines:
        """Let the threads of a block exchange values, in a loop or not."""
        array = self.rng.choice(["s", "r"])
        name = self.fresh("v")
        lines = [*by_all([f"{array}[t] = {self.value()}"]), "cuda.syncthreads()"]
        self.shared.append(array)
        lines += [*by_all([f"{name} += {self.value()}"]), *self.within(), "cuda.syncthreads()"]
        self.shared.remove(array)
        if self.chance(0.4):
            loop = self.rng.choice(["range(2)", "range(steps)", "range(1, 3)"])
            lines = [f"for {self.fresh('k')} in {loop}:", *indented(lines)]
        self.floats.append(name)
        return [f"{name} = 0.1", *lines]

    def within(self, last: bool = False) -> Lines:
        """Return statements of the threads that have elements of their own."""
        self.has_elements = True
        lines = self.last() if last else self.block(1, 1)
        self.has_elements = False
        return ["if i < n:", *indented([*self.places(), *lines])]

    def places(self) -> Lines:
        """Return what tells where a thread is, after `i`."""
        return ["p = perm[i]"] if self.own == "p" else []

    def last(self) -> Lines:
        """Return what ends a kernel."""
        lines = [f"y[{self.own}] += {self.value()}"]
        if self.takes:
            place = self.rng.choice(["i % WIDTH", "0"])
            word = self.rng.choice(["max", "min"])
            lines.append(f"cuda.atomic.{word}(top, {place}, {self.value()})")
        return lines

    def body(self) -> Lines:
        """Return the statements of the kernel."""
        if self.form == "shared":
            return self.of_block()
        length = self.rng.randint(2, 5)
        lines = [*self.places(), *(line for _ in range(length) for line in self.statement(2))]
        if self.chance(0.15):
            word = "continue" if self.form == "strided" else "return"
            lines += [f"if {self.condition()}:", f"    {word}"]
        lines += self.last()
        if self.form == "returned":
            return ["i = cuda.grid(1)", "if i >= n:", "    return", *lines]
        if self.form == "strided":
            start = self.rng.choice(["cuda.grid(1)", "cuda.grid(1) + 1"])
            return [f"for i in range({start}, n, cuda.gridsize(1)):", *indented(lines)]
        guard = self.rng.choice(["i < n", "i < n", "0 < i < n - 1", "i < n and x[i] > -0.8"])
        return ["i = cuda.grid(1)", f"if {guard}:", *indented(lines)]

    def of_block(self) -> Lines:
        """Return the statements of a kernel whose threads exchange values."""
        self.has_elements = False
        lines = ["i = cuda.grid(1)", "e = place(n)", "t = cuda.threadIdx.x"]
        lines += [f"{name} = cuda.shared.array(BLOCK, np.float64)" for name in ("s", "r")]
        for _ in range(self.rng.randint(1, 3)):
            lines += by_all(line for _ in range(self.rng.randint(0, 2)) for line in self.bound(1))
            lines += self.exchange()
        return [*lines, *self.within(last=True)]

    def text(self) -> str:
        """Return the text of the module."""
        body = self.body()
        steps = self.rng.choice([0, 1, 2, 3, 3])
        n = self.rng.choice(["SIZE", "SIZE", "SIZE - 3"])
        options: dict[str, object] = {}
        if self.is_open_ended or self.form == "strided":
            options["max_iterations"] = 64
        if self.chance(0.3):
            options["snapshots"] = True
        wrt = self.rng.choice([None, ("x", "m", "a"), ("a", "y"), ("m", "w", "y", "z"), ("x",)])
        launch = (2, 3) if self.form == "strided" else (4, 4)
        lines = [
            f"@cuda.jit\ndef drawn({', '.join(PARAMETERS)}):",
            *indented(body),
            INPUTS.format(n=n, steps=steps),
            f"WRT = {wrt!r}",
            f"LAUNCH = {launch!r}",
            f"OPTIONS = {options!r}",
        ]
        return HEAD + "\n".join(lines) + "\n"

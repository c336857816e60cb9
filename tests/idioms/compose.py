"""Put idioms together: on shared variables, in loops, branches and helpers."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .catalogue import IDIOMS
from .expressions import HOLES
from .scope import COUNTERS, Scope, numbered, renamed
from .template import HOLE, NAMES, Idiom, bound_names

REBOUND = 0.15  # how often a template binds a name that is there already
READ_LATE = 0.3  # how often a later iteration reads what an earlier one has bound
KEPT_AFTER = 0.4  # how often a name that a nested block binds is used behind it
EXTRACTED = 0.12  # how often a block becomes a helper
DEPTH = 2
BODY_OF_LOOP = re.compile(r"for (\w+) in range\(")


@dataclass(frozen=True)
class Line:
    """A line of a program, and the idiom it comes from."""

    text: str
    idiom: str = ""

    def indented(self, by: str = "    ") -> Line:
        """Return the line further inside."""
        return Line(by + self.text, self.idiom)


def block(
    scope: Scope, rng: random.Random, size: int, depth: int, only: Sequence[str] = ()
) -> list[Line]:
    """Return some idioms in sequence."""
    lines: list[Line] = []
    while size > 0:
        if depth > 0 and len(only) != 1 and rng.random() < EXTRACTED:
            lines += helper(scope, rng, depth - 1, only)
        else:
            idiom = chosen(scope, rng, depth, only)
            lines += placed(idiom, scope, rng, depth, only)
        size -= 1
    return lines


def chosen(scope: Scope, rng: random.Random, depth: int, only: Sequence[str] = ()) -> Idiom:
    """Return an idiom whose names are there; rarely one that may raise."""
    fitting = [
        idiom
        for idiom in (map(IDIOMS.__getitem__, only) if only else IDIOMS.values())
        if (depth > 0 or not idiom.nests)
        and (scope.number or not idiom.returns)
        and all(scope.of(kind) for kind in idiom.needs)
    ]
    weights = [idiom.weight * (0.2 if idiom.options else 1.0) for idiom in fitting]
    # half of all have others inside, as long as there may be any
    nesting = sum(w for idiom, w in zip(fitting, weights, strict=True) if idiom.nests)
    rest = sum(weights) - nesting
    factor = 0.35 * rest / nesting if nesting and rest else 1.0
    scaled = [
        weight * (factor if idiom.nests else 1.0)
        for idiom, weight in zip(fitting, weights, strict=True)
    ]
    return rng.choices(fitting, scaled)[0]


def placed(
    idiom: Idiom, scope: Scope, rng: random.Random, depth: int, only: Sequence[str]
) -> list[Line]:
    """Return the lines of a template with its holes filled, and enter what it binds."""
    kinds = {word: kind for kind, word in idiom.exports}
    names = top_names(idiom, scope, rng)
    for word in bound_names(idiom.lines):
        known = scope.of(kinds.get(word, ""))
        again = known and word not in COUNTERS and rng.random() < REBOUND
        names[word] = rng.choice(known) if again else scope.fresh(word)
    filler = Filler(idiom, scope, rng, names, depth, only)
    lines = filler.lines()
    for kind, word in idiom.exports:
        scope.add(kind, names[word])
    for inner in filler.inner:
        keep_some(inner, scope, rng)
    return lines


def keep_some(inner: Scope, scope: Scope, rng: random.Random) -> None:
    """Enter some names that were bound in a nested block, which may not have run."""
    for kind in ("vec", "num", "mat"):
        for name in inner.of(kind):
            known = any(name in names for names in scope.names.values())
            if not known and rng.random() < KEPT_AFTER:
                scope.add(kind, name)


def top_names(idiom: Idiom, scope: Scope, rng: random.Random) -> dict[str, str]:
    """Enter the helpers of a template at the top of the module, and return their names.

    A helper that is there already is used again.
    """
    module = scope.module
    if not idiom.top:
        return {}
    if idiom.top in module.helpers and rng.random() < 0.7:
        return dict(module.helpers[idiom.top])
    found = {}
    for line in idiom.top:
        match = re.match(r"(?:def )?(\w+)(?:\(| =)", line)
        if match:
            found[match[1]] = numbered(match[1], module.used | scope.taken)
            module.used.add(found[match[1]])
    for line in idiom.top:
        if line.startswith("def ") and module.top:
            module.top.append(("", ""))
        filled = HOLE.sub(lambda match: HOLES[match[1]](scope, rng), line)
        module.top.append((renamed(filled, found), idiom.name))
    module.helpers[idiom.top] = found
    return dict(found)


@dataclass
class Filler:
    """Fills the holes of one template, line by line."""

    idiom: Idiom
    scope: Scope
    rng: random.Random
    names: dict[str, str]
    depth: int
    only: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.same: dict[str, str] = {}
        self.loops: list[tuple[int, str]] = []
        self.inner: list[Scope] = []
        self.bound: set[str] = set()

    def lines(self) -> list[Line]:
        """Return the lines of the program."""
        found: list[Line] = []
        for line in self.idiom.lines:
            stripped = line.lstrip()
            indent = len(line) - len(stripped)
            self.loops = [(depth, name) for depth, name in self.loops if depth < indent]
            if stripped == "BODY":
                found += [inner.indented(" " * indent) for inner in self.body()]
                continue
            # holes first: what they bring in must not be renamed
            parts = re.split(f"({HOLE.pattern})", line)
            text = "".join(
                self.hole(parts[at], parts[at + 1], parts[at + 2])
                if at % 4 == 1
                else renamed(parts[at], self.names)
                for at in range(len(parts))
                if at % 4 < 2
            )
            found.append(Line(text, self.idiom.name))
            loop = BODY_OF_LOOP.match(stripped)
            if loop:
                self.loops.append((indent, self.names.get(loop[1], loop[1])))
            self.bound |= set(re.findall(r"^(\w+) =", stripped)) if indent == 0 else set()
        return found

    def hole(self, whole: str, name: str, digit: str) -> str:
        """Return what goes into a hole."""
        repeated = digit or name in NAMES
        if repeated and whole in self.same:
            return self.same[whole]
        text = self.drawn(name)
        if repeated:
            self.same[whole] = text
        return text

    def drawn(self, name: str) -> str:
        """Return an expression, or a name, for a hole."""
        scope = self.here()
        if name in HOLES:
            return HOLES[name](scope, self.rng)
        return scope.pick(name.lower(), self.rng)

    def here(self) -> Scope:
        """Return the scope with the counters of the loops around."""
        if not self.loops:
            return self.scope
        inner = self.scope.inner()
        for _, name in self.loops:
            inner.add("int", name)
        inner.counters += tuple(name for _, name in self.loops)
        return inner

    def body(self) -> list[Line]:
        """Return a nested block; a later iteration of its loop may read what it binds."""
        outer = self.here()
        inner = outer.inner()
        own = {self.names[w] for w in bound_names(self.idiom.lines) if w in COUNTERS}
        inner.counters += tuple(own - set(inner.counters))
        for kind, word in self.idiom.exports:
            if word in self.bound:
                inner.add(kind, self.names[word])
        size = self.rng.choice((1, 1, 2, 2, 3))
        among = self.only if len(self.only) > 1 else ()
        lines = block(inner, self.rng, size, self.depth - 1, among)
        self.inner.append(inner)
        if self.loops and self.rng.random() < READ_LATE:
            lines = read_late(inner, outer, self.rng, self.loops[-1][1]) + lines
        return lines


def read_late(inner: Scope, outer: Scope, rng: random.Random, counter: str) -> list[Line]:
    """Return lines for the top of a loop's body that read what its first iteration has bound."""
    known = {name for names in outer.names.values() for name in names}
    found = [(kind, name) for kind in ("vec", "num") for name in inner.of(kind)]
    late = [(kind, name) for kind, name in found if name not in known]
    if not late or not outer.of("num"):
        return []
    kind, name = rng.choice(late)
    total = outer.pick("num", rng)
    text = f"np.sum({name})" if kind == "vec" else name
    idiom = "read what an earlier iteration bound"
    return [Line(f"if {counter} > 0:", idiom), Line(f"    {total} += 0.5 * {text}", idiom)]


def helper(scope: Scope, rng: random.Random, depth: int, only: Sequence[str]) -> list[Line]:
    """Make a function of a block, and return its call."""
    module = scope.module
    name = numbered(rng.choice(("update", "part_of", "measure", "prepare")), module.used)
    module.used.add(name)
    given = [("vec", "u"), ("num", "c")]
    given += [("vec", "w")] if rng.random() < 0.5 else []
    given += [("mat", "g")] if scope.of("mat") and rng.random() < 0.4 else []
    inner = Scope(module, {}, {word for _, word in given})
    for kind, word in given:
        inner.add(kind, word)
    lines = block(inner, rng, rng.choice((1, 2)), depth, only)
    results = returned(inner, rng)
    top = [("", "")] if module.top else []
    module.top += [
        *top,
        (f"def {name}({', '.join(word for _, word in given)}):", "a block as a helper"),
        *[(line.indented().text, line.idiom) for line in lines],
        (f"    return {', '.join(word for _, word in results)}", "a block as a helper"),
    ]
    targets = [scope.fresh(f"{'value' if kind == 'num' else 'made'}") for kind, _ in results]
    arguments = [scope.pick(kind, rng) for kind, _ in given]
    call = f"{', '.join(targets)} = {name}({', '.join(arguments)})"
    for target, (kind, _) in zip(targets, results, strict=True):
        scope.add(kind, target)
    return [Line(call, "a block as a helper")]


def returned(scope: Scope, rng: random.Random) -> list[tuple[str, str]]:
    """Return one to three names with their kinds, sometimes one of them twice."""
    known = [(kind, name) for kind in ("vec", "num", "mat") for name in scope.of(kind)]
    found = [known[max(rng.randrange(len(known)), rng.randrange(len(known)))]]
    for _ in range(rng.choice((0, 1, 1, 2))):
        found.append(rng.choice(known))
    return found

"""Random expressions for the holes of templates."""

from __future__ import annotations

import random
from collections.abc import Callable

from .scope import Scope

# what is drawn, with its weight: `a` and `b` are arrays, `s` and `z` numbers, `m` a matrix
NUMBERS = (
    (6, "{s}"),
    (3, "{x}[{i}]"),
    (2, "{c}"),
    (2, "{s} * {z}"),
    (2, "{s} + {z}"),
    (1, "{s} - {z}"),
    (1, "np.sum({a})"),
    (1, "np.mean({x})"),
    (1, "math.sin({s})"),
    (1, "math.cos({s} + {z})"),
    (1, "math.tanh({s})"),
    (1, "{x} @ {y}"),
    (1, "np.max({x})"),
    (1, "max({s}, {z})"),
    (1, "abs({s})"),
    (1, "({s} if {q} else {z})"),
    (0.5, "{s} / (1.0 + {z} * {z})"),
    (0.5, "float({k})"),
    (0.5, "np.dot({x}, {a})"),
    (0.5, "-{s} ** 2"),
    (0.5, "sum({x})"),
)
WITH_MATRIX = ((1.5, "{m}[{i}, {j}]"), (0.5, "np.trace({m})"), (0.5, "np.sum({m}[{i}])"))

VECTORS = (
    (3, "{x}"),
    (1, "{x}[::-1]"),
    (0.3, "np.asarray({x})"),
)
FRESH = (
    (3, "{x} * {c}"),
    (3, "{x} * {s}"),
    (2, "{x} + {y}"),
    (2, "{x} * {y}"),
    (1, "{x} - {y}"),
    (2, "np.sin({x})"),
    (1, "np.tanh({x} + {s})"),
    (1, "np.cos({a})"),
    (1, "{x}.copy()"),
    (1, "np.where({x} > {c}, {y}, {x})"),
    (0.5, "np.maximum({x}, {y})"),
    (0.5, "np.roll({x}, 1)"),
    (0.5, "np.ones({n}) * {s}"),
    (0.5, "np.zeros({n})"),
    (0.5, "np.full({n}, {c})"),
    (0.5, "np.abs({x})"),
    (0.5, "-{x}"),
    (0.5, "{x} / (1.0 + {y} * {y})"),
)
MATRIX_ROWS = ((2, "{m}[{i}]"), (1, "{m}[:, {i}]"))
ROWS_OF_LISTS = ((1, "{g}[0]"), (1, "{g}[-1]"))
MATRIX_PRODUCTS = ((1, "{m} @ {x}"), (1, "{x} @ {m}"), (0.5, "{m}[{i}] * {x}"))
MATRICES = (
    (3, "{m}"),
    (1, "{m}.T"),
    (1, "np.outer({x}, {y})"),
    (1, "{m} * {s}"),
    (1, "np.tanh({m})"),
    (1, "{m} @ {m}"),
)
CONDITIONS = (
    (4, "{s} > {c}"),
    (2, "{x}[{i}] < {c}"),
    (1, "np.sum({x}) > {p}"),
    (1, "{k} % 2 == 0"),
    (1, "{k} < 2"),
    (0.5, "{x}[{i}] > {y}[{i}]"),
    (0.3, "not {s} < {c}"),
)
LENGTHS = ((2, "{number}"), (2, "len({x})"), (1, "{x}.size"), (1, "{x}.shape[0]"))

Table = tuple[tuple[float, str], ...]


def drawn(table: Table, rng: random.Random) -> str:
    """Return one of the texts of a table."""
    return rng.choices([text for _, text in table], [weight for weight, _ in table])[0]


def constant(rng: random.Random) -> str:
    """Return a literal, often negative."""
    return f"{rng.choice((-1, 1, 1)) * rng.uniform(0.1, 1.9):.2f}"


def positive(rng: random.Random) -> str:
    """Return a positive literal."""
    return f"{rng.uniform(0.2, 1.5):.2f}"


def number(scope: Scope, rng: random.Random, depth: int = 1) -> str:
    """Return an expression of a number."""
    if depth < 0:
        return scope.pick("num", rng) if scope.of("num") else constant(rng)
    table = NUMBERS + (WITH_MATRIX if scope.of("mat") else ())
    return filled(drawn(table, rng), scope, rng, depth - 1)


def vector(scope: Scope, rng: random.Random, depth: int = 1, fresh: bool = False) -> str:
    """Return an expression of a vector; with `fresh`, of one that shares no memory."""
    table = FRESH + (MATRIX_PRODUCTS if scope.of("mat") else ())
    if not fresh:
        table += VECTORS + (MATRIX_ROWS if scope.of("mat") else ())
        table += ROWS_OF_LISTS if scope.of("rows") else ()
    if depth < 0:
        return scope.pick("vec", rng)
    return filled(drawn(table, rng), scope, rng, depth - 1)


def matrix(scope: Scope, rng: random.Random) -> str:
    """Return an expression of a square matrix."""
    table = MATRICES if scope.of("mat") else ((1, "np.outer({x}, {y})"),)
    return filled(drawn(table, rng), scope, rng, 0)


def condition(scope: Scope, rng: random.Random) -> str:
    """Return a condition."""
    return filled(drawn(CONDITIONS, rng), scope, rng, -1)


def index(scope: Scope, rng: random.Random) -> str:
    """Return a subscript within an axis."""
    if scope.of("int") and rng.random() < 0.3:
        return f"{scope.pick('int', rng)} % {scope.module.length}"
    return str(rng.randrange(-1, scope.module.length))


def integer(scope: Scope, rng: random.Random) -> str:
    """Return a small integer, mostly a name."""
    return scope.pick("int", rng) if scope.of("int") else str(rng.randrange(1, 3))


def trips(scope: Scope, rng: random.Random, zero: bool = False) -> str:
    """Return how often a loop runs; with `zero`, maybe never."""
    if zero:
        return rng.choice(("0", "1", "2", integer(scope, rng)))
    return rng.choice(("2", "3", str(scope.module.length), length(scope, rng)))


def length(scope: Scope, rng: random.Random) -> str:
    """Return the length of vectors, as a literal or asked of one."""
    text = drawn(LENGTHS, rng)
    return text.format(number=scope.module.length, x=scope.pick("vec", rng))


def bracketed(text: str) -> str:
    """Return an expression that may be an operand."""
    simple = text.replace(".", "").replace("_", "").isalnum()
    closed = text.endswith((")", "]")) and " " not in text
    return text if simple or closed else f"({text})"


def filled(text: str, scope: Scope, rng: random.Random, depth: int) -> str:
    """Return a text of the tables with its parts drawn."""
    makers: dict[str, Callable[[], str]] = {
        "s": lambda: bracketed(number(scope, rng, depth)),
        "z": lambda: bracketed(number(scope, rng, depth)),
        "x": lambda: scope.pick("vec", rng),
        "y": lambda: scope.pick("vec", rng),
        "a": lambda: bracketed(vector(scope, rng, depth)),
        "m": lambda: scope.pick("mat", rng),
        "g": lambda: scope.pick("rows", rng),
        "c": lambda: constant(rng),
        "p": lambda: positive(rng),
        "q": lambda: condition(scope, rng),
        "i": lambda: index(scope, rng),
        "j": lambda: index(scope, rng),
        "k": lambda: integer(scope, rng),
        "n": lambda: length(scope, rng),
    }
    return text.format(**{key: make() for key, make in makers.items() if f"{{{key}}}" in text})


HOLES: dict[str, Callable[[Scope, random.Random], str]] = {
    "VECE": lambda scope, rng: bracketed(vector(scope, rng)),
    "VECN": lambda scope, rng: bracketed(vector(scope, rng, fresh=True)),
    "MATE": lambda scope, rng: bracketed(matrix(scope, rng)),
    "NUME": lambda scope, rng: bracketed(number(scope, rng)),
    "CONST": lambda scope, rng: constant(rng),
    "POS": lambda scope, rng: positive(rng),
    "TRIPS": trips,
    "TRIPS0": lambda scope, rng: trips(scope, rng, zero=True),
    "COND": condition,
    "IDX": index,
    "INT": integer,
    "N": length,
    "FN": lambda scope, rng: scope.pick("fn", rng) if scope.of("fn") else "np.sin",
}

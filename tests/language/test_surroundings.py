"""Lists, tuples, dictionaries and sets around a function, and as default values."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from .compare import check

COEFFICIENTS = [1.0, 2.0, 3.0]
MIXED = [0, 0.5, 2]
TABLE = [[1.0, 2.0], [3.0, 4.0]]
FITTED = (np.array([1.0, 2.0]), [0.5, 0.25], 3, "cubic")
RATES = {"a": 1.5, "b": [1.0, 2.0], "f": math.sin, "inner": {"x": 2.0}}
NUMBERS = {"u": 1.0, "v": 2.5}
KINDS = frozenset(["square", "double"])
METHODS = ["first", "second"]
Options = namedtuple("Options", "tolerance count")
OPTIONS = Options(1e-3, 4)


def horner(coefficients, x):
    total = 0.0
    for c in coefficients:
        total = total * x + c
    return total


def lists(x):
    return horner(COEFFICIENTS, x) + COEFFICIENTS[-1] * x + sum(MIXED) * x + len(COEFFICIENTS)


def rows(x, i):
    total = COEFFICIENTS[i] * x
    for row in TABLE:
        for v in row:
            total += v * x * x
    return total + TABLE[i][0] * x**3 + len(TABLE[0])


def sums(x):
    longer = [*COEFFICIENTS, x]
    part = COEFFICIENTS[1:]
    return longer[0] * x + longer[-1] * part[0] + sum(part) * x


def tuples(x):
    knots, weights, degree, _ = FITTED
    return knots[0] * x + weights[1] * x * x + degree * x + FITTED[1][0] * horner(weights, x)


def dictionaries(x, kind="b"):
    total = RATES["a"] * x + horner(RATES[kind], x) + RATES["f"](x) + RATES["inner"]["x"]
    for name, v in NUMBERS.items():
        total += v * x if name == "u" else v * x * x
    for v in NUMBERS.values():
        total *= v
    return total


def members(x, kind):
    y = x * x if kind in KINDS else 3.0 * x
    if kind not in METHODS and kind in {"square", "none"}:
        y *= 2.0
    return y * 5.0 if kind in NUMBERS else y


def fields(x):
    return OPTIONS.tolerance * x + OPTIONS.count * x**2 + OPTIONS[0] * x


def with_defaults(x, coefficients=[1.0, 2.0], options={"scale": 2.0}):  # noqa: B006
    return horner(coefficients, x) * options["scale"]


def of_defaults(x):
    return with_defaults(x) + with_defaults(x, [1.0, x])


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (lists, (1.3,)),
    (rows, (1.3, 1)),
    (sums, (1.3,)),
    (tuples, (1.3,)),
    (dictionaries, (1.3,)),
    (members, (1.3, "square")),
    (members, (1.3, "first")),
    (members, (1.3, "u")),
    (fields, (1.3,)),
    (with_defaults, (1.3,)),
    (of_defaults, (1.3,)),
]
COMPILED = (rows, tuples, dictionaries, members, with_defaults)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_the_compiled_gradient(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


def written(x):
    COEFFICIENTS[0] = x
    return COEFFICIENTS[0] * x


def appended(x):
    COEFFICIENTS.append(x)
    return x * len(COEFFICIENTS)


def missing(x):
    return RATES["none"] * x


def writes_default(x, seen=[1.0]):  # noqa: B006
    seen[0] = x
    return seen[0] * x


def of_written_default(x):
    return writes_default(x)


@pytest.mark.parametrize("function", [written, appended, missing, of_written_default])
def test_what_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError) as caught:
        grad(function, target="python")(1.3)
    assert "-->" in str(caught.value)


def test_a_changed_list_is_seen() -> None:
    values = [1.0, 2.0]

    def scaled(x):
        return values[1] * x

    assert grad(scaled, target="python")(1.0) == 2.0
    values[1] = 5.0
    assert grad(scaled, target="python")(1.0) == 5.0

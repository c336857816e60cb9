"""Refuse writes to arrays that hold integers on some paths and floats on others.

Python cuts off what is written to an array of integers; compiled code has one type for an array.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

import gast

from srcdiff.analyse.flow.written import quoted
from srcdiff.analyse.types.least_types import (
    Collects,
    Given,
    LeastOf,
    is_integer,
    least_result,
    least_types,
)
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.core import Core
from srcdiff.core.fixed_points import grown
from srcdiff.core.operations import is_store, store_target
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    Expression,
    Statement,
    base,
    callee_of,
    dotted,
    is_part,
    number,
    parameters,
    reads,
    targets,
    walk,
    walk_statements,
)

FILLED = ("np.zeros", "np.ones", "np.empty")

Kinds = Mapping[str, Type]
ADVICE = "write its numbers as floats (`2.0`, `float(n)`), or name its type: `dtype=np.float64`"


@dataclass(frozen=True)
class Numbers:
    """A core form in which arrays are made of the author's numbers, as they are.

    `kinds` are the types of all names; arrays that `collects` has keep values one by one.
    """

    core: Core
    kinds: Kinds
    collects: Collects = field(default_factory=dict)


def check_cut_off(
    core: Core, kinds: Kinds, least_of: LeastOf, collects: Collects | None = None
) -> Numbers:
    """Refuse writes to arrays made of numbers that are integers at times.

    Returns what callers look at for what the function returns at such times.

    `kinds` are the types of all names; `least_of` returns the type of what a function returns where
    its arguments are integers. Arrays that `collects` has are made of the elements that are stored
    in them. Raises UnsupportedSyntax.
    """
    numbers = Numbers(core, kinds, collects or {})
    checked_result(numbers, least_of)
    return numbers


def checked_result(
    numbers: Numbers, least_of: LeastOf, integers: Given | None = None
) -> Type | None:
    """Return the type of what a function returns where its arguments are integers at times.

    `integers` are the types of the arguments then. Raises UnsupportedSyntax as `check_cut_off`.
    """
    core, kinds, collects = numbers.core, numbers.kinds, numbers.collects
    least = least_types(core, kinds, integers, least_of, collects)
    cut = {n for n, kind in least.items() if is_cut(kind, kinds[n])}
    every = list(walk_statements(core.tree.body)) if cut else []
    made = {t: s for s in every for t in targets(s) if t in cut and not is_view(s, cut, kinds)}
    places: dict[str, Any] = {n: core.tree for n in parameters(core.tree) if n in cut}
    for origin, place in {**places, **made}.items():
        views = spread(every, frozenset({origin}), kinds)
        for other in every:
            is_first = is_store(other) and dotted(store_target(other).value) in collects
            if other is not place and not is_first and writes(other, views, kinds):
                value = getattr(place, "value", None)
                what = f"`{origin}`" if value is None else quoted(core, value)
                raise UnsupportedSyntax(
                    f"{what} is an array of integers if its numbers are such, and what is "
                    "written to it would be cut off",
                    other if value is None else value,
                    ADVICE,
                )
    for other in every:
        title = takes_type(other, cut, kinds)
        if title:
            source = made[title].value if title in made and is_part(title) else None
            what = f"`{base(title)}`" if source is None else quoted(core, source)
            raise UnsupportedSyntax(
                f"{what} is an array of integers if its numbers are such, and what gets their type "
                "would be cut off",
                other.value,
                ADVICE,
            )
    return least_result(core, least)


def is_cut(least: Type, kind: Type) -> bool:
    """Return True if an array of floats may be one of integers."""
    return is_array(least) and is_array(kind) and is_integer(least.dtype) and least != kind


def spread(every: list[Statement], known: frozenset[str], kinds: Kinds) -> frozenset[str]:
    """Return the names of arrays, and of views of them, from some of these."""
    return grown(
        known, lambda known: {t for s in every for t in targets(s) if is_view(s, known, kinds)}
    )


def is_view(statement: Statement, known: Set[str], kinds: Kinds) -> bool:
    """Return True if a statement may give an array, or a part of it, another name."""
    if not known & reads(statement.value):
        return False
    arithmetic = isinstance(statement.value, (gast.BinOp, gast.UnaryOp))
    return not arithmetic and any(is_array(kinds[t]) for t in targets(statement) if t in kinds)


def writes(statement: Statement, views: frozenset[str], kinds: Kinds) -> bool:
    """Return True if a statement writes floats to an array, perhaps by a method or a function.

    Functions of the user that write to their arguments are looked at themselves.
    """
    if is_store(statement):
        is_whole = is_integer_value(statement.value, kinds)
        return dotted(store_target(statement).value) in views and not is_whole
    if isinstance(statement, gast.AugAssign):
        return dotted(statement.target) in views
    call = getattr(statement, "value", None)
    if not isinstance(call, gast.Call) or not reads(call) & views:
        return False
    return isinstance(statement, gast.Expr) or dotted(call.func).startswith("operator.i")


def takes_type(statement: Statement, cut: Set[str], kinds: Kinds) -> str:
    """Return the array whose type a statement gives to numbers, "" if it does not.

    Arrays of zeros and of ones, or without values yet, are looked at where they are written to.

    >>> from srcdiff.syntax import function
    >>> lines = "b = np.full_like(a, x); c = x.astype(a.dtype); d = np.zeros(2, a.dtype)"
    >>> tree = function(f"def f(a, x): {lines}")
    >>> [takes_type(statement, {"a"}, {}) for statement in tree.body]
    ['a', 'a', '']
    """
    value = getattr(statement, "value", None)
    called = callee_of(value)
    if value is None or called in FILLED:
        return ""
    if called == "np.full_like" and dotted(value.args[0]) in cut:
        return "" if is_integer_value(value.args[1], kinds) else dotted(value.args[0])
    asked = [dotted(node.value) for node in walk(value) if getattr(node, "attr", "") == "dtype"]
    return next((title for title in asked if title in cut), "")


def is_integer_value(tree: Expression, kinds: Kinds) -> bool:
    """Return True if an expression is an integer for certain."""
    value = number(tree)
    return isinstance(value, int) if value is not None else is_integer(kinds.get(dotted(tree)))

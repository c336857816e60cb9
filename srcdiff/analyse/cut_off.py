"""Refuse writes to arrays that hold integers on some ways through a function, and floats on others.

Compiled code has one type for a variable: a number that is an integer at times is a floating-point
number, and so is an array that is made of it. Python makes an array of integers where the number is
one, and cuts off what is written to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import gast

from srcdiff.analyse.types import Type, is_array, is_inexact
from srcdiff.analyse.types import types as numba_types
from srcdiff.analyse.written import quoted
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise import Core
from srcdiff.operations import is_store, store_target
from srcdiff.syntax import (
    Expression,
    Statement,
    dotted,
    number,
    reads,
    targets,
    walk_statements,
)

MAKERS = {"np.array": 1, "np.asarray": 1, "np.full": 2}  # and how many arguments have no type
CHOOSING = ("max", "min")
Kinds = Mapping[str, Type]


def check_cut_off(core: Core, kinds: Kinds) -> None:
    """Refuse writes to arrays made of numbers that are integers at times.

    `kinds` are the types of all names. Raises UnsupportedSyntax.
    """
    every = list(walk_statements(core.tree.body))
    mixed = spread(every, frozenset(), lambda s, known: is_mixed(s, known, kinds))
    made = {t: s for s in every for t in targets(s) if is_made(s, mixed, kinds)}
    for origin, statement in made.items():
        views = spread(every, frozenset({origin}), lambda s, known: is_view(s, known, kinds))
        for other in every:
            if other is not statement and writes(other, views, core):
                raise UnsupportedSyntax(
                    f"{quoted(core, statement.value)} is an array of integers if its numbers are "
                    "such, and what is written to it would be cut off",
                    statement.value,
                    "name the type of its elements: `dtype=np.float64`",
                )


def spread(every: list[Statement], known: frozenset[str], gets: Any) -> frozenset[str]:
    """Return the names that assignments pass something on to, from those that have it."""
    while True:
        found = {t for s in every if targets(s) and gets(s, known) for t in targets(s)}
        if found <= known:
            return known
        known = known | found


def is_mixed(statement: Statement, known: frozenset[str], kinds: Kinds) -> bool:
    """Tell whether a statement binds a number with a fraction that is an integer at times."""
    value = statement.value
    if not all(target in kinds and is_inexact(kinds[target]) for target in targets(statement)):
        return False
    is_choice = isinstance(value, gast.Call) and dotted(value.func) in CHOOSING
    parts = value.args if is_choice else [value]
    return any(is_integer(part, kinds) or dotted(part) in known for part in parts)


def is_integer(tree: Expression, kinds: Kinds) -> bool:
    """Tell whether an expression is an integer, or true or false."""
    value = number(tree)
    if value is not None:
        return isinstance(value, int)
    return isinstance(kinds.get(dotted(tree)), (numba_types.Integer, numba_types.Boolean))


def is_made(statement: Statement, mixed: frozenset[str], kinds: Kinds) -> bool:
    """Tell whether a statement makes an array that may be one of integers, and names no type."""
    value = statement.value
    count = MAKERS.get(dotted(value.func), 0) if isinstance(value, gast.Call) else 0
    if not count or len(value.args) != count or value.keywords:
        return False
    parts = list(elements(value.args[-1]))
    certain = [part for part in parts if dotted(part) not in mixed]
    return len(certain) < len(parts) and all(is_integer(part, kinds) for part in certain)


def elements(tree: Expression) -> Iterator[Expression]:
    """Yield the numbers in a list that is written out, or the expression that is none."""
    if isinstance(tree, (gast.List, gast.Tuple)):
        for part in tree.elts:
            yield from elements(part)
    else:
        yield tree


def is_view(statement: Statement, known: frozenset[str], kinds: Kinds) -> bool:
    """Tell whether a statement may give an array, or a part of it, another name."""
    if not known & reads(statement.value):
        return False
    arithmetic = isinstance(statement.value, (gast.BinOp, gast.UnaryOp))
    return not arithmetic and any(is_array(kinds[t]) for t in targets(statement) if t in kinds)


def writes(statement: Statement, views: frozenset[str], core: Core) -> bool:
    """Tell whether a statement writes to an array, or hands it to a function of the user."""
    if is_store(statement):
        return dotted(store_target(statement).value) in views
    if isinstance(statement, gast.AugAssign):
        return dotted(statement.target) in views
    call = getattr(statement, "value", None)
    if not isinstance(call, gast.Call) or not reads(call) & views:
        return False
    called = dotted(call.func)
    is_own = isinstance(statement, gast.Expr) or called in core.functions
    return is_own or called.startswith("operator.i")

"""Which numbers something is shifted by before its exponential is taken."""

from __future__ import annotations

from collections.abc import Collection

import gast
import numpy as np

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.types.types import Types, is_float, is_float_array
from srcdiff.core.operations import contents, is_store, operation, store_target
from srcdiff.core.primitives import Weight, functions_with
from srcdiff.syntax import Block, Expression, Statement, dotted, members, targets, walk_statements

# what may be between a shift and an exponential
MOVING = {np.expand_dims}.union(
    *(functions_with(weight=weight) for weight in (Weight.SUM, Weight.DIFFERENCE)),
    *(functions_with(weight=weight) for weight in (Weight.SAME_SIGN, Weight.OTHER_SIGN)),
    *(functions_with(weight=weight) for weight in (Weight.PRODUCT, Weight.QUOTIENT)),
)
EXPONENTIALS = functions_with(weight=Weight.EXPONENTIAL)


def candidates(
    body: Block, types: Types, memory: Effects, inside: Collection[Statement] = ()
) -> set[str]:
    """Return the numbers and arrays that something is shifted by of which there is an exponential.

    `inside` are calls of functions that may do that with their arguments.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import statements
    >>> body = statements("m = max(x, y); d = x - m; e = math.exp(d); z = y - e")
    >>> types = Types(dict.fromkeys("xymdez", numba_types.float64), None)
    >>> sorted(candidates(body, types, Effects({}, {}, {}, frozenset(), frozenset())))
    ['m']
    """
    moved: dict[str, set[str]] = {}  # what the values of names are sums and the like of
    sources: dict[str, set[str]] = {}  # and what they are copies or elements of, too
    pending: set[str] = set()
    for statement in walk_statements(body):
        if isinstance(statement, (gast.Assign, gast.AugAssign)):
            made = operation(statement.value)
            names = {dotted(part) for part in origins(statement.value)}
            if made is not None and made.function in EXPONENTIALS:
                pending |= {dotted(operand) for operand in made.operands}
            for name in bound_by(statement):
                sources.setdefault(name, set()).update(names)
                if not isinstance(statement.value, (gast.Name, gast.Tuple)):
                    moved.setdefault(name, set()).update(names)
    found = {n for statement in inside for n in contents(statement.value)}
    seen = set(pending)
    while pending:
        name = pending.pop()
        found |= moved.get(name, set())
        pending |= sources.get(name, set()) - seen
        seen |= pending
    numbers = {n for n in found & sources.keys() if is_float(types.names.get(n))}
    return numbers | {n for n in found & own_arrays(memory) if is_float_array(types[n])}


def own_arrays(memory: Effects) -> set[str]:
    """Return the arrays that have memory of their own that nothing is written to.

    Other names stand for that memory only if they stand for no other.
    """
    written = NONE.union(*memory.writes.values(), memory.owners, memory.parameters)
    shared = NONE.union(*(roots for roots in memory.roots.values() if len(roots) > 1))
    return {n for n, roots in memory.roots.items() if roots == {n}} - written - shared


def origins(value: Expression) -> list[Expression]:
    """Return what a value is a copy or an element of, or is moved from by arithmetic."""
    made = operation(value)
    if made is not None:
        return list(made.operands) if made.function in MOVING else []
    return members(value.value if isinstance(value, gast.Subscript) else value)


def bound_by(statement: Statement) -> tuple[str, ...]:
    """Return the names that a statement binds, or the array that it writes to."""
    return (dotted(store_target(statement).value),) if is_store(statement) else targets(statement)


def has_exponentials(body: Block) -> bool:
    """Return True if exponentials are taken in a body itself.

    >>> from srcdiff.syntax import statements
    >>> [has_exponentials(statements(t)) for t in ("a = math.exp(b)", "a = math.sin(b)")]
    [True, False]
    """
    made = (operation(s.value) for s in walk_statements(body) if isinstance(s, gast.Assign))
    return any(found is not None and found.function in EXPONENTIALS for found in made)

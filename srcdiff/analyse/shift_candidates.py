"""Which numbers something is shifted by before its exponential is taken."""

from __future__ import annotations

import gast

from srcdiff.analyse.operation_weights import EXPONENTIALS, PRODUCTS, QUOTIENTS, SIGNS, SUMS
from srcdiff.analyse.types import Types, is_float
from srcdiff.operations import is_store, operation, store_target
from srcdiff.syntax import Block, Expression, Statement, dotted, members, targets, walk_statements

MOVING = {*SUMS, *SIGNS, *PRODUCTS, *QUOTIENTS}  # what may be between a shift and an exponential


def candidates(body: Block, types: Types) -> set[str]:
    """Return the numbers that something is shifted by of which there is an exponential.

    >>> from srcdiff.analyse.types import types as numba_types
    >>> from srcdiff.syntax import statements
    >>> body = statements("m = max(x, y); d = x - m; e = math.exp(d); z = y - e")
    >>> sorted(candidates(body, Types(dict.fromkeys("xymdez", numba_types.float64), None)))
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
                if made is not None:
                    moved.setdefault(name, set()).update(names)
    found: set[str] = set()
    seen = set(pending)
    while pending:
        name = pending.pop()
        found |= moved.get(name, set())
        pending |= sources.get(name, set()) - seen
        seen |= pending
    return {n for n in found if n in sources and is_float(types.names.get(n))}


def origins(value: Expression) -> list[Expression]:
    """Return what a value is a copy or an element of, or is moved from by arithmetic."""
    made = operation(value)
    if made is not None:
        return list(made.operands) if made.function in MOVING else []
    return members(value.value if isinstance(value, gast.Subscript) else value)


def bound_by(statement: Statement) -> tuple[str, ...]:
    """Return the names that a statement binds, or the array that it writes to."""
    return (dotted(store_target(statement).value),) if is_store(statement) else targets(statement)

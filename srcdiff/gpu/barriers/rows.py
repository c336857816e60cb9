"""How many rows arrays have in which a kernel saves a value in each iteration of a loop."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.flow.structure import is_loop
from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.launch.trip_counts import most, turns
from srcdiff.syntax import (
    GROWING,
    Block,
    Expression,
    Statement,
    blocks,
    call,
    constant,
    is_range,
    number,
    targets,
    walk_statements,
)

Count = int | Expression


def rows_of_arrays(body: Block, known: Known, bounded: bool) -> dict[str, Expression]:
    """Return how many rows those arrays have of which that is known.

    They grow in loops, and stand in the same block. With `bounded` the launch may tell how many
    rows there are at most.

    >>> from srcdiff.syntax import constant, rename, statements, unparse
    >>> body = statements('''
    ... saved = np.empty(1)
    ... half = N // 2
    ... while half > 0:
    ...     if count == len(saved):
    ...         saved = grow(saved)
    ...     half = half // 2
    ... ''')
    >>> body = [rename(s, {"saved": f"{GROWING}·1"}) for s in body]
    >>> found = rows_of_arrays(body, Known(frozenset(), {"N": constant(64)}), True)
    >>> {array: unparse(rows) for array, rows in found.items()}
    {'while·saved·1': '6'}
    """
    found: dict[str, Expression] = {}
    for part in (part for statement in body for part in blocks(statement)):
        found |= rows_of_arrays(part, known, bounded)
    for array in sorted({t for s in body for t in targets(s) if t.startswith(GROWING)}):
        grows = any(grown(statement) == array for statement in walk_statements(body))
        rows = rows_of(body, array, known, bounded) if grows else None
        if rows is not None:
            found[array] = constant(max(rows, 1)) if isinstance(rows, int) else rows
    return found


def grown(statement: Statement) -> str:
    """Return the array of saved values that a statement makes longer, "" if it makes none."""
    if not isinstance(statement, gast.If) or len(statement.body) != 1:
        return ""
    found = [target for target in targets(statement.body[0]) if target.startswith(GROWING)]
    return found[0] if found else ""


def rows_of(block: Block, array: str, known: Known, bounded: bool) -> Count | None:
    """Return how many rows a block adds to an array at most, None if that is not known.

    Each iteration of a loop adds as many as its body, which may have loops itself.
    """
    total: Count = 0
    for position, statement in enumerate(block):
        if grown(statement) == array:
            total = joined(total, gast.Add(), 1)
            continue
        for part in blocks(statement):
            rows = rows_of(part, array, known, bounded)
            if rows != 0 and is_loop(statement):
                count = count_of(statement, block[:position], known, bounded)
                rows = None if None in (count, rows) else joined(count, gast.Mult(), rows)
            if rows is None:
                return None
            total = joined(total, gast.Add(), rows)
    return total


def joined(left: Count, operator: gast.operator, right: Count) -> Any:
    """Return the sum or the product of two counts, without zeros and ones that do nothing.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(joined(joined(expression("n"), gast.Mult(), 1), gast.Add(), 2))
    'n + 2'
    """
    is_sum = isinstance(operator, gast.Add)
    if isinstance(left, int) and isinstance(right, int):
        return left + right if is_sum else left * right
    idle = 0 if is_sum else 1
    if idle in (left, right):
        return right if left == idle else left
    first, second = (constant(part) if isinstance(part, int) else part for part in (left, right))
    return gast.BinOp(first, operator, second)


def count_of(loop: Statement, before: Block, known: Known, bounded: bool) -> Count | None:
    """Return how often a loop runs at most, None if that is not known; `before` stands before it.

    >>> from srcdiff.syntax import statements, unparse
    >>> loops = statements("for i in range(1, n): f()\\nfor j in range(9, 0, -2): f()")
    >>> known = Known(frozenset({"n"}), {})
    >>> unparse(count_of(loops[0], [], known, True)), count_of(loops[1], [], known, False)
    ('max(n - 1, 0)', 5)
    """
    if isinstance(loop, gast.While):
        count = turns(loop, before, known)
        return most(loop, before, known) if count is None and bounded else count
    return length(loop.iter, known, bounded)


def length(iteration: Expression, known: Known, bounded: bool) -> Count | None:
    """Return how many integers there are in a range, None if that is not known.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(length(expression("range(n, -1, -2)"), Known(frozenset({"n"}), {}), True))
    'max((n + 1 + 1) // 2, 0)'
    """
    if not is_range(iteration):
        return None
    parts = iteration.args
    start, stop = (constant(0), parts[0]) if len(parts) == 1 else parts[:2]
    step = number(parts[2]) if len(parts) == 3 else 1
    first, last = known.resolved(start), known.resolved(stop)
    if first is None or last is None or not isinstance(step, int) or step == 0:
        return None
    if isinstance(first, gast.Constant) and isinstance(last, gast.Constant):
        return len(range(first.value, last.value, step))
    if step < 0:
        first, last = last, first
    begin = number(first)
    distance = last if begin == 0 else gast.BinOp(last, gast.Sub(), first)
    if begin is not None and begin < 0:
        distance = gast.BinOp(last, gast.Add(), constant(-begin))
    if abs(step) > 1:
        more = gast.BinOp(distance, gast.Add(), constant(abs(step) - 1))
        distance = gast.BinOp(more, gast.FloorDiv(), constant(abs(step)))
    return call("max", distance, constant(0)) if bounded else None

"""The ranges of reversed loops: the same numbers, counted the other way."""

from __future__ import annotations

import gast

from srcdiff.optimise.arithmetic.integers import total
from srcdiff.syntax import Expression, binary, call, clone, constant, negative, number, range_parts


def reversed_range(iteration: gast.Call) -> Expression:
    """Return the call of `range` that counts the other way.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("n", "1, n - 1", "n, 0, -1", "0, n, 2", "n, -1, -3", "0, n, k"):
    ...     print(unparse(reversed_range(expression(f"range({text})"))))
    range(n - 1, -1, -1)
    range(n - 2, 0, -1)
    range(1, n + 1)
    range((n - 1) // 2 * 2, -1, -2)
    range(n - n // 3 * 3, n + 1, 3)
    range((len(range(0, n, k)) - 1) * k, -k, -k)
    """
    start, stop, step = map(clone, range_parts(iteration))
    known = number(step)
    if known is None:
        count = binary(call("len", clone(iteration)), gast.Sub(), constant(1))
        last, before = binary(count, gast.Mult(), step), negative(clone(step))
        if number(start) != 0:
            last = binary(start, gast.Add(), last)
            before = binary(clone(start), gast.Sub(), clone(step))
        return call("range", last, before, negative(clone(step)))
    forward, size = known > 0, constant(abs(known))
    ahead, behind = (gast.Add(), gast.Sub()) if forward else (gast.Sub(), gast.Add())
    last = total(binary(stop, behind, constant(1)))
    if abs(known) > 1:
        low, high = (start, last) if forward else (last, start)
        trips = binary(total(binary(high, gast.Sub(), low)), gast.FloorDiv(), size)
        way = binary(trips, gast.Mult(), clone(size))
        last = way if number(start) == 0 and forward else binary(clone(start), ahead, way)
    before = total(binary(clone(start), behind, constant(1)))
    if known == -1:
        return call("range", last, before)
    return call("range", last, before, negative(size) if forward else size)

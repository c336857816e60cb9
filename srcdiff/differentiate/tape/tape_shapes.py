"""Subscripts and shapes of tapes in counted loops, in terms of the counters and bounds."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape
from srcdiff.differentiate.facts import Facts
from srcdiff.optimise.arithmetic.integers import total
from srcdiff.syntax import (
    Expression,
    binary,
    call,
    clone,
    constant,
    name,
    number,
    path,
    range_parts,
)


def dtype(kind: Type) -> str:
    """Return the dtype of an array for values of a type, "" for float64."""
    if isinstance(kind, numba_types.Boolean):
        return "np.bool_"
    if kind == numba_types.float64:
        return ""
    return f"np.{kind}"


def empty(shape: Expression, kind: str) -> Expression:
    """Return the call that makes an array without contents."""
    return call("np.empty", shape, *([path(kind)] if kind else []))


def position(loop: gast.For) -> Expression:
    """Return a number for an iteration, from 0 to the number of iterations less one.

    >>> from srcdiff.syntax import statements, unparse
    >>> [unparse(position(statements(f"for i in range({r}):\\n  a")[0]))
    ...  for r in ("n", "1, n", "n - 1, -1, -1", "n, 2, -1", "0, n, 2", "n, -1, -2")]
    ['i', 'i - 1', 'i', 'i - 3', 'i // 2', '(n - i) // 2']
    """
    _, stop, step = range_parts(loop.iter)
    if number(step) != -1:
        return elapsed(loop)
    # counted from the last iteration, which mostly has the counter 0
    index = name(loop.target.id)
    return total(binary(binary(index, gast.Sub(), clone(stop)), gast.Sub(), constant(1)))


def elapsed(loop: gast.For) -> Expression:
    """Return the number of iterations before one.

    >>> from srcdiff.syntax import statements, unparse
    >>> [unparse(elapsed(statements(f"for i in range({r}):\\n  a")[0]))
    ...  for r in ("n", "1, n", "n - 1, -1, -1", "2, -1, -1", "0, n, 2", "n, -1, -2", "1, n, k")]
    ['i', 'i - 1', 'n - 1 - i', '2 - i', 'i // 2', '(n - i) // 2', '(i - 1) // k']
    """
    start, _, step = range_parts(loop.iter)
    index = name(loop.target.id)
    known = number(step)
    if known is not None and known < 0:
        index, start, step = clone(start), index, constant(-known)
    distance = total(binary(index, gast.Sub(), clone(start)))
    return distance if number(step) == 1 else binary(distance, gast.FloorDiv(), clone(step))


def length(loop: gast.For, is_known: Callable[[str], bool]) -> Expression:
    """Return the number of iterations of a counted loop, never negative.

    `is_known` tells of names whether their value is certainly not negative.

    >>> from srcdiff.syntax import statements, unparse
    >>> ranges = ("len(x)", "n", "1, n", "len(x) - 1, -1, -1", "0, n, 2")
    >>> loops = [statements(f"for i in range({r}): a")[0] for r in ranges]
    >>> [unparse(length(loop, lambda name: False)) for loop in loops]
    ['len(x)', 'max(n, 0)', 'max(n - 1, 0)', 'len(x)', 'len(range(0, n, 2))']
    """
    start, stop, step = range_parts(loop.iter)
    if number(step) == -1:
        start, stop = stop, start
    elif number(step) != 1:
        return call("len", clone(loop.iter))
    count = total(binary(clone(stop), gast.Sub(), clone(start)))
    known = number(count)
    if is_shape(count) or (known is not None and known >= 0):
        return count
    if isinstance(count, gast.Name) and is_known(count.id):
        return count
    return call("max", count, constant(0))


def is_length(value: str, facts: Facts) -> bool:
    """Return True if a name is bound to the length of an array."""
    made = facts.layout.definitions.get(value, ())
    return len(made) == 1 and is_shape(getattr(made[0], "value", made[0]))

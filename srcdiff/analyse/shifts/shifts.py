"""Which numbers are shifts that cancel: results do not depend on them, whatever they are.

That is so for the `m` of `m + log(sum(exp(x - m)))`, and of `exp(x - m) / sum(exp(x - m))`. The
derivative in `m` is zero then, but a sum of terms that cancel up to rounding, all of which the
largest element of `x` would get.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.shifts.shift_candidates import candidates
from srcdiff.analyse.shifts.weight_states import Called, Passed, State, set_value
from srcdiff.analyse.shifts.weight_walk import Walk
from srcdiff.analyse.shifts.weights import FREE, Value
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.syntax import Expression, Statement, parameters


@dataclass(frozen=True)
class Shifts:
    """The numbers and arrays in which all that a function gives and writes has derivative zero."""

    names: frozenset[str] = NONE


def unknown_call(statement: Statement, values: Sequence[Value]) -> Passed | None:
    """Return that nothing is known of a call."""
    return None


def shifts(
    core: Core,
    types: Types,
    memory: Effects,
    called: Called = unknown_call,
    inside: Collection[Statement] = (),
) -> Shifts:
    """Return the shifts of exponentials that cancel.

    `called` gives what calls do to weights; `inside` are those that may take exponentials.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(a, b):
    ...     m = max(a, b)
    ...     d = a - m
    ...     e = math.exp(d)
    ...     d·2 = b - m
    ...     e·2 = math.exp(d·2)
    ...     s = e + e·2
    ...     l = math.log(s)
    ...     r = m + l
    ...     return r
    ... ''')
    >>> kinds = dict.fromkeys(["a", "b", "m", "d", "e", "d·2", "e·2", "s", "l", "r"])
    >>> types = Types(dict.fromkeys(kinds, numba_types.float64), numba_types.float64)
    >>> memory = Effects({}, dict.fromkeys(tree.body, NONE), {}, NONE, NONE)
    >>> shifts(Core(tree, {}, {}, None, tree), types, memory)
    Shifts(names=frozenset({'m'}))
    """
    wanted = candidates(core.tree.body, types, memory, inside)
    if not wanted:
        return Shifts()
    walk = Walk(core, types, memory, wanted, called)
    state: State = {}
    walk.block(core.tree.body, state)
    left = [state.get(name, FREE) for name in memory.parameters]
    for value in (*left, *(walk.of(part, state) for part in returned(core))):
        walk.failed |= value.weights.keys()
    return Shifts(frozenset(wanted - walk.failed))


def passed(
    core: Core, types: Types, memory: Effects, given: Sequence[Value], called: Called
) -> Passed:
    """Return the weights of what a function gives that is called with weighted arguments."""
    walk = Walk(core, types, memory, set(), called)
    state: State = {}
    names = parameters(core.tree)
    for name, value in zip(names, given, strict=True):
        set_value(state, name, value)
    walk.block(core.tree.body, state)
    results = tuple(walk.of(part, state) for part in returned(core))
    return Passed(results, tuple(state.get(name, FREE) for name in names), frozenset(walk.failed))


def returned(core: Core) -> Iterator[Expression]:
    """Return what a function returns, part by part."""
    last = core.tree.body[-1] if core.tree.body else None
    pending = [last.value] if isinstance(last, gast.Return) and last.value is not None else []
    while pending:
        part = pending.pop(0)
        if isinstance(part, gast.Tuple):
            pending = [*part.elts, *pending]
        else:
            yield part

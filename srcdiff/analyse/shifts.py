"""Which numbers are shifts that cancel: results do not depend on them, whatever they are.

That is so for the `m` of `m + log(sum(exp(x - m)))`, and of `exp(x - m) / sum(exp(x - m))`. The
derivative in `m` is zero then, but a sum of terms that cancel up to rounding, all of which the
largest element of `x` would get.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import gast

from srcdiff.analyse.effects import Effects
from srcdiff.analyse.fills import Lengths
from srcdiff.analyse.moved_axes import is_lost, moved_by_subscript
from srcdiff.analyse.operation_weights import has_other_words, weights_of
from srcdiff.analyse.own_slabs import own_slabs
from srcdiff.analyse.shift_candidates import candidates
from srcdiff.analyse.statement_effects import NONE
from srcdiff.analyse.structure import structure
from srcdiff.analyse.subscripts import counters, is_advanced, is_everything, parts_of
from srcdiff.analyse.types import Types, has_inexact, is_array, is_differentiable
from srcdiff.analyse.types import types as numba_types
from srcdiff.analyse.weight_states import State, after, before, join, prune, set_value, without
from srcdiff.analyse.weights import (
    FREE,
    SHIFT,
    UNKNOWN,
    UNSET,
    ZERO,
    Scale,
    Value,
    added,
    joined,
    moved,
    unknown,
)
from srcdiff.normalise import Core
from srcdiff.operations import contents, is_shape, is_store, operation, store_target
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    dotted,
    is_number,
    number,
    targets,
)

TESTS = (gast.Compare, gast.BoolOp, gast.Constant)


@dataclass(frozen=True)
class Shifts:
    """The numbers and arrays in which all that a function gives and writes has derivative zero."""

    names: frozenset[str] = NONE


def shifts(core: Core, types: Types, memory: Effects) -> Shifts:
    """Return the shifts of exponentials that cancel.

    >>> from srcdiff.analyse.types import types as numba_types
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
    wanted = candidates(core.tree.body, types, memory)
    if not wanted:
        return Shifts()
    walk = _Walk(core, types, memory, wanted)
    state: State = {}
    walk.block(core.tree.body, state)
    for name in memory.parameters:
        walk.failed |= state.get(name, FREE).weights.keys()
    return Shifts(frozenset(wanted - walk.failed))


class _Walk:
    """The walk of `shifts` along the paths of a function; `failed` are no shifts that cancel.

    When a shift gets another value, what depends on the old one is unknown in the new one.
    """

    def __init__(self, core: Core, types: Types, memory: Effects, wanted: set[str]) -> None:
        layout = structure(core.tree.body)
        self.types, self.memory, self.wanted = types, memory, wanted
        self.known = counters(layout)
        dimensions = {n: types.ndim(n) for n in types.names if is_array(types.names[n])}
        self.lengths = Lengths(layout, dimensions, memory.parameters)
        self.failed: set[str] = set()
        self.bound: set[str] = set()  # shifts that have had a value
        self.scales: set[str] = set()  # names that are part of weights
        self.slabs: dict[str, set[int]] = {}  # arrays and the axes along which loops go

    def block(self, block: Block, state: State) -> None:
        """Follow the statements of a block."""
        for statement in block:
            if isinstance(statement, gast.If):
                prune(state, self.failed)
                other = dict(state)
                self.block(statement.body, state)
                self.block(statement.orelse, other)
                join(state, other)
            elif isinstance(statement, (gast.For, gast.While)):
                self.loop(statement, state)
                self.block(statement.orelse, state)
            elif is_store(statement):
                self.store(statement, state)
            elif isinstance(statement, gast.Assign):
                self.assign(statement, state)
            elif not isinstance(statement, (gast.Assert, gast.Raise, gast.Pass)):
                for value in self.read(statement, state):
                    self.failed |= value.weights.keys()
                self.written(statement, FREE, state)

    def loop(self, loop: Statement, state: State) -> None:
        """Follow a loop until another iteration finds nothing new."""
        is_for = isinstance(loop, gast.For)
        own = dict(own_slabs(loop, self.memory, self.known)) if is_for else {}
        own = {array: axis for array, axis in own.items() if axis not in self.axes(array)}
        for array, axis in own.items():
            self.slabs.setdefault(array, set()).add(axis)
            set_value(state, before(array, axis), state.get(array, FREE))
            state[after(array, axis)] = UNSET
        while True:
            prune(state, self.failed)
            old = dict(state)
            if is_for:
                self.bind(loop.target.id, FREE, state)
            self.block(loop.body, state)
            for array, axis in own.items():
                done = joined(state.get(after(array, axis), FREE), state.get(array, FREE))
                set_value(state, after(array, axis), done)
                set_value(state, array, state.get(before(array, axis), FREE))
            join(state, old)
            if state == old:
                break
        for array, axis in own.items():
            self.slabs[array].remove(axis)
            self.leave(loop, array, axis, state)

    def leave(self, loop: gast.For, array: str, axis: int, state: State) -> None:
        """Enter what a loop has done to an array of which it has gone through the slabs."""
        done = state.pop(after(array, axis), FREE)
        left = state.pop(before(array, axis), FREE)
        extents = self.lengths.extents(array, loop) or ()
        is_whole = axis < len(extents) and self.lengths.is_over(loop, extents[axis])
        set_value(state, array, done if is_whole else joined(done, left))
        self.spread(self.memory.roots.get(array, NONE), array, done, state)

    def axes(self, array: str) -> set[int]:
        """Return the axes along which loops around go through the slabs of an array."""
        return self.slabs.get(array, set())

    def assign(self, statement: gast.Assign, state: State) -> None:
        """Follow an assignment to names."""
        bound, value = targets(statement), statement.value
        if isinstance(value, gast.Tuple) and isinstance(statement.targets[0], gast.Tuple):
            values = [self.of(part, state) for part in value.elts]
        else:
            made = self.result(value, state)
            self.written(statement, made, state)
            values = [made] * len(bound)
        pending: Sequence[Value] = values
        for place, name in enumerate(bound):
            kind = self.types.names.get(name)
            new = pending[place]
            if kind is not None and not has_inexact(kind):
                new = ZERO if new.is_zero else FREE
            elif kind is None or not is_differentiable(kind):
                new = unknown([new])
            pending = self.bind(name, new, state, pending)

    def bind(
        self, name: str, value: Value, state: State, pending: Sequence[Value] = ()
    ) -> Sequence[Value]:
        """Give a name a value; return values that are `pending`, as they are from then on."""
        is_shift = name in self.wanted and name not in self.failed
        if name in self.scales or (is_shift and name in self.bound):
            for key, old in state.items():
                state[key] = without(old, name)
            pending = [without(old, name) for old in pending]
        if is_shift:
            self.bound.add(name)
            axes = tuple(range(-self.types.ndim(name), 0))
            weights = {**without(value, name).weights, name: replace(SHIFT, axes=axes)}
            value = Value(weights)
        set_value(state, name, value)
        return pending

    def store(self, statement: Statement, state: State) -> None:
        """Follow a write to elements of an array."""
        target = store_target(statement)
        array = dotted(target.value)
        old, new = state.get(array, FREE), self.of(statement.value, state)
        if isinstance(statement, gast.AugAssign):
            sign = {gast.Add: 1, gast.Sub: -1}.get(type(statement.op))
            new = added(old, new, sign) if sign else unknown([old, new])
        new = self.possible(new)
        own = self.axes(array)
        parts = parts_of(target.slice)
        every = set(range(self.types.ndim(array))) - {
            k for k, part in enumerate(parts) if not is_everything(part)
        }
        is_all = every | own >= set(range(self.types.ndim(array)))
        if len(every) < self.types.ndim(array):
            new = moved(new, is_lost)
        set_value(state, array, new if is_all else joined(old, new))
        self.spread(self.memory.of(target.value), array, new, state)

    def spread(self, roots: frozenset[str], but: str, value: Value, state: State) -> None:
        """Enter that memory may have been written to, for all names that stand for it but one."""
        for name, own in self.memory.roots.items():
            if name != but and own & roots:
                set_value(state, name, joined(state.get(name, FREE), moved(value, is_lost)))

    def written(self, statement: Statement, value: Value, state: State) -> None:
        """Enter what a call writes to its arguments."""
        for name, own in self.memory.roots.items():
            if own & self.memory.writes.get(statement, NONE):
                set_value(state, name, unknown([value, state.get(name, FREE)]))

    def result(self, value: Expression, state: State) -> Value:
        """Return the weights of what an expression gives."""
        if isinstance(value, gast.IfExp):
            return joined(self.result(value.body, state), self.result(value.orelse, state))
        found = operation(value)
        if found is None:
            return self.of(value, state)
        if found.is_user or has_other_words(value):
            return self.possible(unknown(self.read(value, state)))
        return self.possible(
            weights_of(found, lambda part: self.of(part, state), self.scale, self.types.ndim)
        )

    def possible(self, value: Value) -> Value:
        """Return weights without unknown ones, whose shifts fail."""
        failed = {shift for shift, weight in value.weights.items() if weight == UNKNOWN}
        self.failed |= failed
        left = {s: w for s, w in value.weights.items() if s not in failed}
        return Value(left, value.is_zero, value.is_unset) if failed else value

    def of(self, part: Expression, state: State) -> Value:
        """Return the weights of an operand, of a part of an array, or of a condition."""
        if isinstance(part, gast.Name):
            return state.get(part.id, FREE)
        if is_number(part):
            return ZERO if number(part) == 0 else FREE
        is_not = isinstance(part, gast.UnaryOp) and isinstance(part.op, gast.Not)
        if is_shape(part) or is_not or isinstance(part, TESTS):
            return FREE
        if isinstance(part, gast.Subscript) and isinstance(part.value, gast.Name):
            move = moved_by_subscript(part.slice, self.types.ndim(part.value.id))
            is_copy = is_advanced(part.slice, self.types.is_array)
            return moved(self.of(part.value, state), is_lost if is_copy else move)
        return unknown(self.read(part, state))

    def read(self, tree: gast.AST, state: State) -> list[Value]:
        """Return the weights of all that a statement or an expression reads."""
        return [state[name] for name in contents(tree) if name in state]

    def scale(self, part: Expression) -> Scale:
        """Return the number that an operand is, by its name if it has one."""
        kind = self.types.names.get(dotted(part))
        if isinstance(kind, (numba_types.Float, numba_types.Integer)):
            self.scales.add(dotted(part))
            return dotted(part)
        return number(part)

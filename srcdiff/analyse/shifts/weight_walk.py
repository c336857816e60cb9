"""Follow the weights (weights.py) of values along the paths of a function, in one walk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.arrays.affine import counters
from srcdiff.analyse.arrays.fills import Lengths
from srcdiff.analyse.arrays.moved_axes import is_lost, moved_by_subscript
from srcdiff.analyse.arrays.own_slabs import own_slabs
from srcdiff.analyse.arrays.subscripts import is_advanced, is_everything, parts_of
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.shifts.operation_weights import has_other_words, weights_of
from srcdiff.analyse.shifts.weight_states import (
    Called,
    State,
    after,
    before,
    join,
    left,
    prune,
    set_value,
    without,
)
from srcdiff.analyse.shifts.weights import (
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
from srcdiff.analyse.types.composite_types import has_inexact
from srcdiff.analyse.types.types import Types, is_array, is_differentiable
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import call_of, contents, is_shape, is_store, operation, store_target
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    dotted,
    has_operator,
    is_number,
    number,
    targets,
)

TESTS = (gast.Compare, gast.BoolOp, gast.Constant)
IGNORED = (gast.Assert, gast.Raise, gast.Pass, gast.Return)


class Walk:
    """A walk along the paths of a function; of the shifts `wanted` those in `failed` do not cancel.

    When a shift gets another value, what depends on the old one is unknown in the new one. Without
    `wanted`, the function is called with weighted arguments, and its own names are no factors.
    """

    def __init__(
        self, core: Core, types: Types, memory: Effects, wanted: set[str], called: Called
    ) -> None:
        layout = structure(core.tree.body)
        self.types, self.memory, self.wanted, self.called = types, memory, wanted, called
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
            elif isinstance(statement, gast.Expr) and self.call(statement, state) is not None:
                continue
            elif not isinstance(statement, IGNORED):
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
        rest = state.pop(before(array, axis), FREE)
        extents = self.lengths.extents(array, loop) or ()
        is_whole = axis < len(extents) and self.lengths.is_over(loop, extents[axis])
        set_value(state, array, done if is_whole else joined(done, rest))
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
            results = self.call(statement, state)
            made = FREE if results is not None else self.result(value, state)
            if results is None:
                self.written(statement, made, state)
            values = [made] * len(bound) if results is None else list(results)
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

    def call(self, statement: Statement, state: State) -> tuple[Value, ...] | None:
        """Follow a call of the user's with weighted arguments; return the weights of its results.

        It is None for any other statement, and where they are not known.
        """
        made = call_of(statement)
        found = operation(made) if made is not None else None
        if made is None or found is None or not found.is_user or not self.read(made, state):
            return None
        written = self.memory.writes.get(statement, NONE)
        memories = [self.memory.of(argument) for argument in made.args]
        if written and sum(map(len, memories)) > len(NONE.union(*memories)):
            return None  # arguments that share memory
        passed = self.called(statement, [self.of(argument, state) for argument in made.args])
        bound = targets(statement)
        if passed is None or (bound and len(passed.results) != len(bound)):
            return None
        self.failed |= passed.failed
        for argument, memory, value in zip(made.args, memories, passed.arguments, strict=True):
            if memory & written:
                set_value(state, dotted(argument), value)
                self.spread(memory, dotted(argument), value, state)
        return passed.results

    def written(self, statement: Statement, value: Value, state: State) -> None:
        """Enter what a call writes to its arguments."""
        written = self.memory.writes.get(statement, NONE)
        for name, own in self.memory.roots.items() if written else ():
            if own & written:
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
        return left(value, failed)

    def of(self, part: Expression, state: State) -> Value:
        """Return the weights of an operand, of a part of an array, or of a condition."""
        if isinstance(part, gast.Name):
            if part.id in state:
                set_value(state, part.id, left(state[part.id], self.failed))
            return state.get(part.id, FREE)
        if is_number(part):
            return ZERO if number(part) == 0 else FREE
        is_not = has_operator(part, gast.Not)
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
            if not self.wanted:
                return None
            self.scales.add(dotted(part))
            return dotted(part)
        return number(part)

"""Copies of arrays that change between a call of a pair and its backward part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.memory import Memory
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, union
from srcdiff.analyse.types.types import Type, is_array, is_in_columns, of_copy
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import is_load
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    base,
    copy_of,
    dotted,
    is_adjoint,
    name,
    reads,
    targets,
    writes,
)


@dataclass(frozen=True)
class Pair:
    """The forward and the backward function of a callee, for active arguments.

    `saved` has the name and type of each value that passes from one to the other,
    `known` the positions of the results that do. `takes` are the positions of the
    arguments that the backward function reads, `contents`
    those whose elements it reads: as they are after the call, or, with `before`, as they
    were before it. `scalars` and `arrays` are the positions of the active arguments,
    `results` those of the active results; `aliases` tells which results are arguments. `held` are
    the positions of the arguments that saved values may be parts of, `rewritten` those of them that
    the function writes to, and `kept` those of the results that they may be parts of. Of the
    arguments at `beside` the forward function takes the adjoints, too, as it gives them other
    names; of the results at `returned` it returns the adjoints.
    """

    aug: str
    rev: str
    saved: tuple[tuple[str, Type], ...]
    known: tuple[int, ...]
    takes: tuple[int, ...]
    contents: frozenset[int]
    before: bool
    scalars: tuple[int, ...]
    arrays: tuple[int, ...]
    results: tuple[int, ...]
    aliases: Mapping[int, int]
    held: frozenset[int] = frozenset()
    rewritten: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    beside: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()


class CallCopies:
    """The copies that the calls of pairs in a function need, and new names for all they save.

    `of_changing` has, for calls, the roots of the arrays that are copied as they change later.
    """

    def __init__(
        self, core: Core, types: Mapping[str, Type], effects: Effects, memory: Memory
    ) -> None:
        self.types = types
        self.effects = effects
        self.memory = memory
        self.taken = writes(core.tree.body) | reads(core.tree.body)
        self.counts: Counter[str] = Counter()
        self.new_types: dict[str, Type] = {}
        self.of_changing: dict[Statement, Roots] = {}

    def new(self, wanted: str, kind: Type) -> str:
        """Return a new name for a value that a pair saves."""
        chosen = wanted
        while chosen in self.taken:
            self.counts[wanted] += 1
            chosen = f"{wanted}{SEPARATOR}{self.counts[wanted] + 1}"
        self.taken.add(chosen)
        self.new_types[chosen] = kind
        return chosen

    def kept(
        self, statement: Statement, found: gast.Call, pair: Pair
    ) -> tuple[Block, list[Expression]]:
        """Return copies of arrays that change and that saved values may be parts of.

        With them, all arguments.
        """
        copies: Block = []
        given = list(found.args)
        for position in sorted(pair.held):
            if self.changes(statement, given[position], pair):
                self.check_results(statement, given[position])
                given[position] = self.copied(given[position], statement, copies)
        return copies, given

    def handed_on(
        self,
        statement: Statement,
        found: gast.Call,
        bound: tuple[str, ...],
        saved: tuple[str, ...],
        pair: Pair,
        after: Block,
    ) -> tuple[str, ...]:
        """Return what passes from forward to backward: copies of what changes after the call."""
        results = [name(bound[position]) for position in pair.known]
        handed = [
            self.copied(result, statement, after)
            if is_array(self.types[result.id]) and self.changes(statement, result, pair)
            else result
            for result in results
        ]
        parts = [name(bound[p]) for p in pair.kept]
        parts += [found.args[p] for p in pair.rewritten]
        changes = any(self.changes(statement, part, pair) for part in parts)
        for value, (_, kind) in zip(map(name, saved), pair.saved, strict=True):
            if changes and isinstance(kind, numba_types.List) and not is_adjoint(value.id):
                raise UnsupportedSyntax(
                    "what is given back may be a part of what is saved, and is changed",
                    statement,
                    "return a copy: add `.copy()`",
                )
            copies = changes and is_array(kind) and not is_adjoint(value.id)
            handed.append(self.copied(value, statement, after) if copies else value)
        return tuple(map(dotted, handed))

    def check_results(self, statement: Statement, argument: Expression) -> None:
        """Refuse a copy of an argument that results may be parts of."""
        roots = self.effects.of(argument)
        if any(self.effects.roots.get(target, NONE) & roots for target in targets(statement)):
            raise UnsupportedSyntax(
                f"what is given back may be a part of `{base(dotted(argument))}`, which is changed",
                statement,
                "return a copy: add `.copy()`",
            )

    def copied(self, array: Expression, statement: Statement, out: Block) -> Expression:
        """Return a copy of an array, which a statement makes."""
        kind = self.types.get(array.id, self.new_types.get(array.id))
        copy = self.new(f"{array.id}{SEPARATOR}before", of_copy(kind) if is_array(kind) else kind)
        out.append(assign(copy, copy_of(array, is_in_columns(kind)), statement))
        return name(copy)

    def snapshots(
        self, statement: Statement, given: list[Expression], pair: Pair, before: Block
    ) -> tuple[tuple[Expression, ...], Block]:
        """Return what is passed to the backward function, and copies after the call.

        Arrays that change too early are copied; with those of `before` that is seen to.
        """
        own = {target for copy in before for target in targets(copy)}
        after: Block = []
        passed: list[Expression] = []
        for position in pair.takes:
            argument = given[position]
            changes = position in pair.contents and dotted(argument) not in own
            if changes and self.changes(statement, argument, pair):
                known = self.of_changing.get(statement, NONE)
                self.of_changing[statement] = known | self.effects.of(argument)
                argument = self.copied(argument, statement, before if pair.before else after)
            passed.append(argument)
        return tuple(passed), after

    def changes(self, statement: Statement, argument: Expression, pair: Pair) -> bool:
        """Return True if an array is written to between a call and its backward part."""
        roots = self.effects.of(argument)
        if pair.before and roots & self.effects.writes[statement]:
            return True
        written = union(self.effects.writes.values())
        if any(
            self.memory.is_temporary(root) and self.is_repeated(root) for root in roots & written
        ):
            return True  # an array that is never written to is saved as it is
        writers = [
            s for s in self.memory.executed if self.effects.writes[s] & roots and s is not statement
        ]
        repeated = bool(self.memory.layout.loops(statement)) and bool(
            roots & self.effects.writes[statement]
        )
        reader = self.reader(statement, dotted(argument))
        return repeated or any(self.memory.meets(reader, writer) for writer in writers)

    def reader(self, statement: Statement, argument: str) -> Statement:
        """Return the statement that names the part of an array that a call reads.

        Of a view that is what makes it: nothing that comes after the call comes before that.
        """
        layout, roots = self.memory.layout, self.effects.roots
        made = layout.definitions.get(argument, ())
        if len(made) != 1 or not is_load(made[0]) or not layout.dominates(made[0], statement):
            return statement
        whole = dotted(made[0].value.value)
        plain = roots.get(whole) == roots.get(argument) == frozenset((whole,))
        return made[0] if plain and layout.order[made[0]] < layout.order[statement] else statement

    def is_repeated(self, root: str) -> bool:
        """Return True if an array may be made several times, or is that of several names."""
        made = self.memory.layout.definitions.get(root, ())
        return root in self.effects.owners or not made or any(map(self.memory.layout.loops, made))

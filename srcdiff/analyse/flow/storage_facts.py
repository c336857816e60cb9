"""What the storage plan rests on: which values vary in which loops, and what computes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import gast
import numpy as np

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.memory import Memory
from srcdiff.analyse.aliasing.statement_effects import Roots, union
from srcdiff.analyse.arrays.induction import Induction, induction
from srcdiff.analyse.flow.cheap import Again, called_name
from srcdiff.analyse.flow.schedule import Backward, Schedule
from srcdiff.analyse.flow.structure import Structure, copied, own_reads
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import (
    ALLOCATORS,
    is_copy,
    is_store,
    is_view,
    operation,
    store_target,
)
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    Statement,
    base,
    blocks,
    dotted,
    is_adjoint,
    reads,
    targets,
    walk_statements,
    writes,
)


@dataclass(frozen=True)
class StorageFacts:
    """What the planning is based on."""

    types: Types
    iterations: Iterations
    effects: Effects
    schedule: Schedule
    backward: Mapping[Statement, Backward]
    again: Again

    @property
    def layout(self) -> Structure:
        """Return where statements stand."""
        return self.iterations.layout

    @cached_property
    def memory(self) -> Memory:
        """Return what happens to arrays before the backward part runs."""
        return Memory(
            self.effects,
            self.iterations,
            self.schedule.live,
            self.schedule.rerun,
            self.schedule.function is not None,
            self.schedule.scratch,
        )

    def loops_of(self, name: str) -> tuple[Statement, ...]:
        """Return the split loops in whose iterations a name is bound."""
        if name in self.effects.owners:
            return ()  # its elements are values, and its adjoint has a name of its own
        for statement in self.layout.definitions.get(name, ()):
            if isinstance(statement, gast.For) and name in writes(statement.target):
                return ()  # the backward loop has the same counter
        loop = self.carrier(name)
        if loop is not None:
            around = self.schedule.split_loops(loop, self.layout)
            return () if loop in self.schedule.rerun else (*around, loop)
        found = [
            self.schedule.split_loops(s, self.layout) for s in self.layout.definitions.get(name, ())
        ]
        return min(found, key=len, default=())

    def varying(
        self, name: str, loops: tuple[Statement, ...], counted: frozenset[Statement]
    ) -> tuple[Statement, ...]:
        """Return those of the loops around a value in whose iterations it varies.

        Where the innermost of them is not `counted`, its values go to an array that grows, in the
        order of all iterations.
        """
        while len(loops) > 1 and not self.varies(name, loops[-1]):
            loops = loops[:-1]
        if loops[-1] not in counted:
            return loops
        outer = [s for s in loops[:-1] if s is self.schedule.function or self.varies(name, s)]
        return (*outer, loops[-1])

    def varies(self, name: str, loop: Statement) -> bool:
        """Return True if a value may differ between iterations of a loop, for each of those inside.

        So `x[k]` does not, where loops inside count in `k`, always as far.
        """
        if (name, loop) not in self.variation:
            self.variation[name, loop] = self.find_variation(name, loop)
        return self.variation[name, loop]

    @cached_property
    def variation(self) -> dict[tuple[str, Statement], bool]:
        """Return what has been found of values and loops."""
        return {}

    def find_variation(self, name: str, loop: Statement) -> bool:
        """Find out whether a value may differ between iterations of a loop."""
        made = self.layout.definitions.get(name, ())
        if not any(s is loop or self.layout.inside(s, loop) for s in made):
            return False
        (statement, *others) = made
        found = operation(getattr(statement, "value", statement))
        called = found is not None and found.is_user
        if others or called or self.types.is_array(name) or not isinstance(statement, gast.Assign):
            return True
        if statement in self.effects.impure or len(targets(statement)) > 1:
            return True
        changed = self.effects.reads[statement] & self.effects.written(loop.body)
        inner = [s for s in self.layout.loops(statement) if self.layout.inside(s, loop)]
        counting = {dotted(s.target): s for s in inner if isinstance(s, gast.For)}
        read = reads(statement.value)
        ranges = [own_reads(s) for title, s in counting.items() if title in read]
        read = set().union(read - counting.keys(), *ranges)
        return bool(changed) or any(self.varies(n, loop) for n in read)

    def carrier(self, name: str) -> Statement | None:
        """Return the loop that carries a name from one iteration to the next."""
        for statement in self.layout.definitions.get(name, ()):
            around = self.layout.loops(statement)
            if around and name in self.layout.carried(around[-1]):
                return around[-1]
        return None

    def why_not(self, name: str) -> str:
        """Return why a value cannot be computed again, or "" where it can."""
        if self.carrier(name) is not None:
            stepped = self.induction(name) is not None
            return "" if stepped else "overwritten in the next iteration"
        for statement in self.layout.definitions[name]:
            reason = self.obstacle(statement)
            if reason:
                return reason
        return ""

    def kept(self, name: str) -> gast.Subscript | None:
        """Return an element that a value is written to, and that it is still in going backward.

        A function that is divided has none: its caller would have to keep the array.
        """
        (statement, *others) = self.layout.definitions[name]
        plain = isinstance(statement, gast.Assign) and dotted(statement.targets[0]) == name
        alone = self.schedule.function is None and self.iterations.free
        if others or not plain or not alone or self.carrier(name) is not None:
            return None
        for store in self.layout.readers.get(name, ()):
            if self.is_kept(name, statement, store):
                return store_target(store)
        return None

    def is_kept(self, name: str, made: Statement, store: Statement) -> bool:
        """Return True if a statement stores a value that another one makes, and that stays."""
        if not isinstance(store, gast.Assign) or not is_store(store) or dotted(store.value) != name:
            return False
        part = store_target(store)
        runs = store in self.schedule.live and self.layout.path[store] == self.layout.path[made]
        if not runs or not self.types.fits(name, dotted(part.value)):
            return False
        known = all(self.iterations.is_settled(n, made) for n in reads(part))
        return known and not self.memory.is_overwritten(store)

    def induction(self, name: str) -> Induction | None:
        """Return how a counted loop changes an integer by a fixed number, if it does."""
        loop = self.carrier(name)
        if not isinstance(loop, gast.For) or self.types[name] != numba_types.int64:
            return None
        return induction(name, loop, self.layout)

    def obstacle(self, statement: Statement) -> str:
        """Return why a statement is not run again in the backward sweep."""
        if statement in self.effects.impure:
            return "it has effects"
        if is_copy(statement):
            loop = self.carrier(statement.value.id)
            left = loop is not None and not self.layout.inside(statement, loop)
            return "the result of a loop" if left else ""
        found = operation(statement.value)
        if found is not None and not is_view(found) and any(map(is_adjoint, targets(statement))):
            return "an adjoint, made together with its array"
        makes = any(self.types.is_array(target) for target in targets(statement))
        if found is None and self.written.intersection(targets(statement)):
            return "its elements are written"  # a comparison, or elements by indices
        if makes and found is not None and not is_view(found):
            if found.function is np.copy:
                return "its elements are overwritten"
            if found.function not in ALLOCATORS:
                return f"result of {called_name(found)}"
            if self.contents.intersection(targets(statement)):
                return "its elements are written"  # to make it again is not to fill it again
        if found is not None and not self.again(found):
            return f"result of {called_name(found)}"
        return "overwritten below" if self.memory.is_lost(statement) else ""

    @cached_property
    def contents(self) -> Roots:
        """Return the arrays with written elements that backward parts read as a whole."""
        return self.written & union(needs.contents for needs in self.backward.values())

    @cached_property
    def written(self) -> Roots:
        """Return the arrays with written elements."""
        return union(self.effects.writes.values())

    def inputs(self, name: str, kept: gast.Subscript | None = None) -> set[str]:
        """Return the names that a value is computed from, or that its element is read by."""
        if kept is not None:
            return reads(kept)
        found: set[str] = set()
        definitions = self.layout.definitions[name]
        stepped = self.induction(name)
        if stepped is not None:
            return {stepped.entry, *own_reads(self.carrier(name))}
        for statement in definitions:
            found |= reads(statement.value)
            if len(definitions) > 1:
                found |= own_reads(self.layout.path[statement][-1][0])
        return found

    def needed(self) -> set[str]:
        """Return the values that the backward parts inside split loops read."""
        found: set[str] = set()
        for statement in self.layout.order:
            if statement in self.schedule.rerun:
                found |= self.rerun_needs(statement)
            elif statement in self.schedule.active:
                here = set(self.backward.get(statement, Backward()).names)
                if blocks(statement) and not isinstance(statement, gast.While):
                    here |= own_reads(statement)
                for title in sorted(n for n in here if self.is_behind(statement, n)):
                    raise UnsupportedSyntax(
                        f"`{base(title)}` gets another shape in each iteration, by a loop inside",
                        statement,
                        f"copy it behind that loop: `{base(title)} = {base(title)}.copy()`",
                    )
                found |= here
        return found

    def is_behind(self, statement: Statement, name: str) -> bool:
        """Return True if a statement reads what a loop before it carries, and other loops repeat.

        Only a copy may: what is saved of such a name is its value in each iteration.
        """
        loop = self.carrier(name)
        if loop is None or name in self.effects.owners or self.layout.inside(statement, loop):
            return False
        plain = statement is loop or copied(getattr(statement, "value", None))
        return not plain and bool(self.schedule.split_loops(loop, self.layout))

    def rerun_needs(self, loop: Statement) -> set[str]:
        """Return what a loop that is only run backward reads of its surroundings."""
        found = own_reads(loop)
        for statement in walk_statements(loop.body):
            if statement in self.schedule.live:
                found |= own_reads(statement)
            found |= set(self.backward.get(statement, Backward()).names)
        for value in self.layout.carried(loop):
            for statement in self.layout.definitions[value]:
                if not self.layout.inside(statement, loop) and statement in self.schedule.live:
                    found |= reads(statement)
        return found - writes(loop.body)

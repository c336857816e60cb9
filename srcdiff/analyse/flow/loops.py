"""Which loops have independent iterations, as far as derivatives are concerned.

Iterations are independent if no derivative flows from one to another: whatever active
they write is their own, or is only added to and never read in the loop. Then forward
and backward part may run together, iteration by iteration, in forward order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.lists_of_arrays import LENGTHS, changed_list, method_called
from srcdiff.analyse.aliasing.scratch import scratch
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, union
from srcdiff.analyse.arrays.affine import Counter, counters
from srcdiff.analyse.arrays.subscripts import own_of_iteration
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.structure import Structure, is_loop, own_reads
from srcdiff.analyse.types.types import Types, is_inexact
from srcdiff.core import Core
from srcdiff.core.fixed_points import grown
from srcdiff.core.operations import is_copy, is_load, is_store, store_target
from srcdiff.syntax import Statement, base, callee_of, dotted, reads, targets, walk_statements


@dataclass(frozen=True)
class Loops:
    """For each loop, why its iterations depend on each other; "" where they do not.

    `own` has, for independent loops, the arrays of which no iteration reads what another
    one has written; `scratch`, for all loops, those that each iteration fills anew.
    """

    obstacle: Mapping[Statement, str]
    own: Mapping[Statement, Roots]
    scratch: Mapping[Statement, Roots]

    def is_independent(self, loop: Statement) -> bool:
        """Return True if no derivative flows from one iteration of a loop to another."""
        return not self.obstacle[loop]


def loops(core: Core, types: Types, effects: Effects, active: Activity, layout: Structure) -> Loops:
    """Return which loops of a core form have independent iterations."""
    known = counters(layout)
    found = {}
    own: dict[Statement, Roots] = {}
    filled = scratch(core, types, effects, layout)
    for statement in layout.order:
        if is_loop(statement):
            facts = _Loop(statement, types, effects, active, layout, known, filled[statement])
            found[statement] = (
                facts.insertions() or facts.scalars() or facts.arrays() or facts.lists()
            )
            own[statement] = NONE if found[statement] else active.roots
    return Loops(found, own, filled)


@dataclass(frozen=True)
class _Loop:
    """One loop and what is known of the function around it."""

    loop: Statement
    types: Types
    effects: Effects
    active: Activity
    layout: Structure
    known: Mapping[str, Counter]
    scratch: Roots

    def insertions(self) -> str:
        """Return why the backward part of the iterations has an order that its user sees."""
        inside = walk_statements(self.loop.body)
        has_code = any(statement in self.effects.inserts for statement in inside)
        return "code is placed in its backward pass, where the last comes first" if has_code else ""

    def scalars(self) -> str:
        """Return why a value that the loop carries is not merely a sum."""
        inside = list(walk_statements(self.loop.body))
        for name in sorted(self.layout.carried(self.loop)):
            if name in self.active and not self.is_sum(name, inside):
                return f"`{base(name)}` is carried from one iteration to the next"
        return ""

    def is_sum(self, name: str, inside: list[Statement]) -> bool:
        """Return True if the loop only adds to a carried value and never reads it."""
        if not is_inexact(self.types[name]):
            return False
        chain = grown({name}, lambda f: {t for s in inside for t in targets(s) if extends(s, f)})
        if len(chain.intersection(self.layout.carried(self.loop))) > 1:
            return False  # two that swap, or one that keeps what the sum was before
        return all(
            extends(s, chain) or not (own_reads(s) | set(targets(s))) & chain for s in inside
        )

    def arrays(self) -> str:
        """Return which array stops the iterations from being independent."""
        inside = list(walk_statements(self.loop.body))
        written = {
            root
            for statement in inside
            for root in self.effects.writes[statement]
            if root in self.active.roots and not self.is_local(root)
        } - self.scratch
        for root in sorted(written):
            if not self.only_added(root, inside) and not self.is_own(root, inside):
                return f"elements of `{base(root)}` are shared by several iterations"
        return ""

    def lists(self) -> str:
        """Return which list of arrays hands what is in it from one iteration to another."""
        inside = list(walk_statements(self.loop.body))
        lists = {n: r for n, r in self.effects.lists.items() if self.is_active_list(n)}
        handed = union(lists.get(n, NONE) for n in self.layout.carried(self.loop))
        made = {root for roots in lists.values() for root in roots if self.is_local(root)} - handed
        changed = union(lists.get(changed_list(s, lists.__contains__), NONE) for s in inside)
        for statement in inside:
            if is_copy(statement) or is_length(statement):
                continue
            for title in sorted(lists.keys() & (own_reads(statement) - {appended_to(statement)})):
                if lists[title] & (changed | handed) - made:
                    return f"arrays in `{base(title)}` are shared by several iterations"
        return ""

    def is_active_list(self, name: str) -> bool:
        """Return True if a list holds active arrays."""
        return bool(self.effects.roots.get(name, NONE) & self.active.roots)

    def is_local(self, root: str) -> bool:
        """Return True if an array is made inside the loop."""
        made = self.layout.definitions.get(root, ())
        return bool(made) and all(self.loop in self.layout.loops(s) for s in made)

    def only_added(self, root: str, inside: list[Statement]) -> bool:
        """Return True if the loop only adds to elements of an array and reads none."""
        for statement in inside:
            adds = isinstance(statement, gast.AugAssign) and root in self.effects.writes[statement]
            if adds and root in self.effects.of(store_target(statement).value):
                value = reads(statement.value) | reads(store_target(statement).slice)
                if not any(root in self.effects.roots.get(n, ()) for n in value):
                    continue
            if root in self.effects.reads[statement] | self.effects.writes[statement]:
                return False
        return True

    def is_own(self, root: str, inside: list[Statement]) -> bool:
        """Return True if each iteration only accesses elements of its own of an array.

        All accesses have to be by one name: a view has other subscripts for the same elements.
        """
        accesses: list[gast.Subscript] = []
        for statement in inside:
            touched = self.effects.reads[statement] | self.effects.writes[statement]
            if root not in touched:
                continue
            if is_store(statement):
                target = store_target(statement)
                value = reads(statement.value) | reads(target.slice)
                if any(root in self.effects.roots.get(n, ()) for n in value):
                    return False
                accesses.append(target)
            elif is_load(statement) and self.effects.of(statement.value.value) == {root}:
                accesses.append(statement.value)
            else:
                return False
        names = {dotted(access.value) for access in accesses}
        if len(names) > 1 or any(map(self.is_local, names)):
            return False
        return own_of_iteration([access.slice for access in accesses], self.loop, self.known)


def is_length(statement: Statement) -> bool:
    """Return True if a statement reads the length of a list, and nothing else."""
    return callee_of(getattr(statement, "value", None)) in LENGTHS


def appended_to(statement: Statement) -> str:
    """Return the list that a statement appends to, or ""."""
    owner, method = method_called(statement)
    return owner if method == "append" else ""


def extends(statement: Statement, chain: set[str]) -> bool:
    """Return True if a statement adds something to a sum, or passes it on."""
    if is_copy(statement):
        return statement.value.id in chain
    value = getattr(statement, "value", None)
    if not isinstance(statement, gast.Assign) or not isinstance(value, gast.BinOp):
        return False
    left, right = dotted(value.left) in chain, dotted(value.right) in chain
    if isinstance(value.op, gast.Add):
        return left != right
    return isinstance(value.op, gast.Sub) and left and not right

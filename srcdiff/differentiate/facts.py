"""All that is known of a function when its derivative is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.loops import Loops
from srcdiff.analyse.flow.schedule import Schedule
from srcdiff.analyse.flow.storage import Plan, Saved
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.reverse.calls import CallSite
from srcdiff.syntax import Statement, assign, clone, dotted, subscript, targets


@dataclass(frozen=True)
class Facts:
    """A core form and everything that was found out about it.

    `members` are the arrays that go in pairs with their adjoints (normalise/memory/paired.py).
    With `in_threads` it runs in several threads, which may exchange numbers.
    """

    core: Core
    types: Types
    effects: Effects
    active: Activity
    arrays: Arrays
    layout: Structure
    loops: Loops
    adjoints: Mapping[Statement, Adjoint]
    sites: Mapping[Statement, CallSite]
    schedule: Schedule
    plan: Plan
    members: frozenset[str] = frozenset()
    in_threads: bool = False

    def around(self, saved: Saved) -> list[Statement]:
        """Return the loops around a saved value: none where the function passes it on."""
        return [loop for loop in saved.loops if loop is not self.schedule.function]

    def again(self, statement: Statement) -> Statement:
        """Return what computes a value again, or reads it from an element that has kept it."""
        kept = [self.plan.kept[t] for t in targets(statement) if t in self.plan.kept]
        if not kept:
            return statement
        element = subscript(dotted(kept[0].value), clone(kept[0].slice))
        return assign(targets(statement)[0], element, statement)

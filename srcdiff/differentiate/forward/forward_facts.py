"""What has to be known of a function to write its tangent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import Roots, union
from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.results import result_names
from srcdiff.differentiate.forward.tangent import Tangent
from srcdiff.syntax import Statement, tangent


@dataclass(frozen=True)
class TangentCall:
    """A call of a function of the user: of its tangent `title`, or of itself.

    `active` are the positions of the arguments whose tangents are passed, `results` those
    of the results whose tangents are returned.
    """

    title: str
    active: tuple[int, ...] = ()
    results: tuple[int, ...] = ()


@dataclass(frozen=True)
class ForwardFacts:
    """A core form and everything that has to be known to write its tangent."""

    core: Core
    types: Types
    effects: Effects
    active: Activity
    arrays: Arrays
    tangents: Mapping[Statement, Tangent]
    calls: Mapping[Statement, TangentCall]

    @property
    def escaping(self) -> Roots:
        """Return the memory that the caller gets."""
        return union(self.effects.of(result) for result in result_names(self.core.tree))

    @cached_property
    def lists(self) -> Roots:
        """Return the lists of active arrays: beside each is the list of the tangents."""
        held = self.effects.roots
        return frozenset(n for n in self.effects.lists if held[n] & self.active.roots)

    @cached_property
    def partners(self) -> dict[str, str]:
        """Return the names of tangents, by those of what they belong to."""
        return {n: tangent(n) for n in self.active.names | self.lists}

"""The passes for variables that are bound to several arrays, of which elements are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from srcdiff.analyse.aliasing.buffers import buffers
from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.owners import linked, same_shapes, unequal
from srcdiff.analyse.aliasing.statement_effects import SummaryOf
from srcdiff.analyse.arrays.arrays import arrays
from srcdiff.analyse.checks.global_arrays import check_global_arrays
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.normalise.memory.in_one_array import in_one_array
from srcdiff.normalise.memory.joins import of_several
from srcdiff.normalise.memory.one_shape import one_shape
from srcdiff.normalise.memory.swaps import second_names, swaps


def with_swaps(core: Core, types: Types, summaries: Callable[[Core], SummaryOf]) -> Core:
    """Bring swaps of arrays that are written into one form, for reverse mode.

    Loops hand them over; elsewhere they get new elements. `summaries` tells what the calls in a
    core form do to memory.
    """
    if not types.has_arrays:
        return core
    memory = effects(core, types, summaries(core), with_owners=False)
    if not of_several(memory, structure(core.tree.body), types.has_adjoints):
        return core
    written = memory.written(core.tree.body)
    mutable = {n for n, roots in memory.roots.items() if roots & written}
    while True:
        second = second_names(core.tree, mutable.__contains__)
        new = replace(core, tree=swaps(core.tree, second))  # at once
        new = with_one_shape(new, types, summaries(new))
        summary_of = summaries(new)
        memory = effects(new, types, summary_of, with_owners=False)
        handed = handed_over(new, types, summary_of, memory, structure(new.tree.body))
        others = {n for n, origin in second.items() if origin not in handed}
        if not others:
            return with_buffers(new, types, summary_of, handed)
        mutable -= others


def with_buffers(core: Core, types: Types, summary_of: SummaryOf, handed: frozenset[str]) -> Core:
    """Give variables one array where they have several, as far as nobody can tell.

    Names that loops hand arrays over to may have several.
    """
    layout = structure(core.tree.body)
    memory = effects(core, types, summary_of, with_owners=False)
    several = of_several(memory, layout, types.has_adjoints)
    several = frozenset(name for name in several if types.ndim(name) > 0)
    if several <= handed:
        return core
    check_global_arrays(core, types, summary_of)  # while their names still tell
    shape = arrays(core, types, effects(core, types, summary_of)).shape
    effects_of = partial(effects, core, types, summary_of, True)
    found = buffers(core.tree.body, layout, several, handed, types.traits, shape, effects_of)
    return replace(core, tree=in_one_array(core.tree, found, layout, shape))


def with_one_shape(core: Core, types: Types, summary_of: SummaryOf) -> Core:
    """Check the shapes of arrays that loops hand over and that are written there."""
    memory = effects(core, types, summary_of)
    layout = structure(core.tree.body)
    owners = linked(memory.stored(), memory.owners, layout)
    if not owners or not of_several(memory, layout, types.has_adjoints):
        return core
    others = unequal(owners, layout, arrays(core, types, memory).shape)
    return replace(core, tree=one_shape(core.tree, others)) if others else core


def handed_over(
    core: Core, types: Types, summary_of: SummaryOf, memory: Effects, layout: Structure
) -> frozenset[str]:
    """Return the names that loops hand arrays of one shape over to."""
    if not of_several(memory, layout, types.has_adjoints):
        return frozenset()
    memory = effects(core, types, summary_of)
    return same_shapes(memory.owners, layout, arrays(core, types, memory).shape)

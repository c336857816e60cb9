"""Give arrays memory of their own where names would share it, by copies.

Reverse mode also keeps what is overwritten before its backward pass reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import gast

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, SummaryOf, union
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import Operation
from srcdiff.normalise.memory.buffer_swaps import handed_over
from srcdiff.normalise.memory.copy_aliased_operands import copy_aliased_operands
from srcdiff.normalise.memory.joins import joins
from srcdiff.normalise.memory.snapshots import snapshots
from srcdiff.rules.registry import reads_operands, rule_of_user
from srcdiff.syntax import reads


def of_own_memory(
    core: Core,
    types: Types,
    summary_of: SummaryOf,
    keeps: bool,
    reads_result: Callable[[Operation], bool],
) -> tuple[Core, Types, Effects]:
    """Copy arrays where two names stand for one, or where one changes that is read later.

    `reads_result` returns True for operations whose adjoint may read their result.
    """
    layout = structure(core.tree.body)
    if keeps and not core.in_pairs:
        memory = effects(core, types, summary_of, with_owners=False)
        handed = handed_over(core, types, summary_of, memory, layout)
        tree = joins(core.tree, memory, layout, types.has_adjoints, handed, types.is_in_columns)
        core = replace(core, tree=tree)
    memory = effects(core, types, summary_of)
    layout = structure(core.tree.body)
    # memory of their own
    apart = copy_aliased_operands(
        core.tree, memory, layout, types.has_adjoints, types.is_in_columns
    )
    if apart.copies:
        core, types = replace(core, tree=apart.tree), types.with_copies(apart.copies)
        memory = effects(core, types, summary_of)
        layout = structure(core.tree.body)
    if keeps:
        ruled = frozenset(n for n, f in core.functions.items() if rule_of_user(f) is not None)
        # copies of what changes
        read = reads_result, reads_operands
        kinds = types.has_adjoints, types.is_in_columns
        given_back = returned_parameters(core, memory) if core.in_pairs else NONE
        kept = snapshots(
            core.tree, memory, layout, types.is_array, *read, ruled, *kinds, given_back
        )
        core, types = replace(core, tree=kept.tree), types.with_copies(kept.copies)
        memory = effects(core, types, lambda call: summary_of(kept.before.get(call, call)))
    return core, types, memory


def returned_parameters(core: Core, memory: Effects) -> Roots:
    """Return the arguments that results may be, or be parts of, or hold."""
    last = core.tree.body[-1] if core.tree.body else None
    names = reads(last) if isinstance(last, gast.Return) else set()
    return memory.parameters & union(memory.roots.get(n, NONE) for n in names)

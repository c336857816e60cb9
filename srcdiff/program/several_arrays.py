"""Arrays whose adjoints go with them in pairs, as one name may stand for several arrays."""

from __future__ import annotations

from dataclasses import replace

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.owners import same_shapes
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.arrays.arrays import arrays
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.schedule import Need
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.fixed_points import grown
from srcdiff.core.results import result_names
from srcdiff.differentiate.reverse.calls import Rewritten
from srcdiff.normalise.memory.listed_adjoints import listed_adjoints
from srcdiff.normalise.memory.paired import paired
from srcdiff.syntax import adjoint, dotted, parameters


def of_several_arrays(core: Core, types: Types, active: Activity, memory: Effects) -> Roots:
    """Return the active names that stand for several arrays, of which elements are written."""
    layout = structure(core.tree.body)
    names = {n for n in active.names if types.is_array(n) and not layout.is_single(n)}
    if not names:
        return NONE
    kinds = arrays(core, types, memory)
    return frozenset(names - kinds.values - same_shapes(memory.owners, layout, kinds.shape))


def listed(types: Types, active: Activity, memory: Effects) -> Roots:
    """Return the active arrays that lists may hold."""
    held = NONE.union(*(memory.roots[n] for n in memory.lists))
    names = (n for n in active.names if types.is_array(n))
    return frozenset(n for n in names if memory.roots.get(n, NONE) & held)


def sharing(names: Roots, types: Types, memory: Effects) -> Roots:
    """Return the arrays that may share memory with some, directly or through others."""
    arrays = {n for n in memory.roots if types.has_adjoints(n)} | memory.lists.keys()

    def more(found: Roots) -> set[str]:
        roots = NONE.union(*(memory.roots.get(n, NONE) for n in found))
        return {n for n in arrays if memory.roots[n] & roots}

    return grown(names, more)


def in_pairs(rewritten: Rewritten, members: Roots, types: Types, begun: Roots) -> Rewritten:
    """Return a function with the adjoints of some arrays beside them, in calls of pairs, too.

    Those of arguments that are `begun` are there already.
    """
    core = rewritten.core
    given = [p for p in parameters(core.tree) if p in members and p not in begun]
    tree = paired(core.tree, members, types, rewritten.argument_of, given)
    return rewritten.with_adjoints(replace(core, tree=tree), members)


def with_adjoints_of(results: Need, core: Core, members: Roots, memory: Effects) -> Need:
    """Return what is needed at the end, with the adjoints of results that go in pairs with them.

    The cotangents of these results are added to the adjoints that they have there.
    """
    ends = {dotted(result) for result in result_names(core.tree)} & members
    own = frozenset(map(adjoint, ends))
    held = NONE.union(*(memory.lists.get(end, NONE) for end in own))
    return replace(results, names=results.names | own, roots=results.roots | held)


def from_lists(rewritten: Rewritten, types: Types) -> tuple[Rewritten, Types]:
    """Return a function that takes adjoints from the lists that they go into, and its types."""
    tree, made = listed_adjoints(rewritten.core.tree)
    kinds = {own: types[title] for own, title in made.items()}
    core = replace(rewritten.core, tree=tree)
    return replace(rewritten, core=core), replace(types, names={**types.names, **kinds})

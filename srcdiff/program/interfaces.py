"""What calls of a forward and a backward function take and return."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.types.types import is_array, is_differentiable
from srcdiff.differentiate.reverse.call_copies import Pair
from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.program.program import Mask
from srcdiff.program.units.aliases import find_aliases, shared_results
from srcdiff.program.units.general_form import NeedsGeneral, where_of
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.units import Units
from srcdiff.syntax import parameters


def interface(units: Units, unit: Unit, mask: Mask) -> tuple[tuple[str, ...], Pair]:
    """Return the active parameters, and a pair without names and saved values."""
    given = parameters(unit.core.tree)
    active = tuple(p for p, is_active in zip(given, mask, strict=True) if is_active)
    position = {p: i for i, p in enumerate(given)}
    results = unit.results
    memory = effects(unit.core, unit.types, units.summary_of(unit))
    returned = tuple(k for k, r in enumerate(results) if has_adjoints(unit.types[r]))
    if returned and units.general is not None and not unit.core.in_pairs:
        raise NeedsGeneral(where_of(unit.core))
    with located(unit.core.origin):
        try:
            aliases = find_aliases(unit, units.summary(unit.key), memory)
        except UnsupportedSyntax:
            if units.general is None:
                raise
            if not unit.core.in_pairs:
                raise NeedsGeneral(where_of(unit.core)) from None
            aliases = {}
            shared = shared_results(unit, units.summary(unit.key), memory)
            returned = tuple(sorted({*returned, *shared}))
    arrays = {p for p in given if is_array(unit.types[p])}
    return active, Pair(
        aug="",
        rev="",
        saved=(),
        known=(),
        takes=tuple(range(len(given))),
        contents=frozenset(position[p] for p in arrays),
        before=True,
        scalars=tuple(position[p] for p in active if p not in arrays),
        arrays=tuple(position[p] for p in active if p in arrays),
        results=tuple(
            k
            for k, r in enumerate(results)
            if is_differentiable(unit.types[r]) and k not in aliases and k not in returned
        ),
        aliases=aliases,
        returned=returned,
    )


def has_numbers_only(units: Units, unit: Unit, pair: Pair) -> bool:
    """Return True if a backward function has no adjoints of arrays to write to."""
    summary = units.summary(unit.key)
    results = unit.results
    arrays = pair.arrays or any(is_array(unit.types[result]) for result in results)
    return not (arrays or summary.writes or summary.impure or summary.inserts)


def does_nothing(tree: gast.FunctionDef) -> bool:
    """Return True if a function has no statement but one that returns nothing.

    >>> from srcdiff.syntax import function
    >>> [does_nothing(function(f"def f(x): {body}")) for body in ("pass", "return", "x[0] = 1")]
    [True, True, False]
    """
    return all(
        isinstance(s, gast.Pass) or (isinstance(s, gast.Return) and s.value is None)
        for s in tree.body
    )

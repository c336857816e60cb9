"""Which arguments the values that a function saves may be parts of."""

from __future__ import annotations

from collections.abc import Iterable

from srcdiff.analyse.statement_effects import NONE, Summary, union
from srcdiff.analyse.types import Type, is_array
from srcdiff.analyse.types import types as numba_types
from srcdiff.differentiate.facts import Facts
from srcdiff.syntax import base, dotted, parameters


def kept_arguments(
    facts: Facts, saved: Iterable[tuple[str, Type]], summary: Summary
) -> frozenset[int]:
    """Return the positions of the parameters that saved values may share memory with.

    What the function itself writes to it saves as copies.
    """
    given = parameters(facts.core.tree)
    roots = facts.effects.roots
    arrays = [title for title, kind in saved if is_array(kind) or is_list(kind)]
    known = {base(title) for title in arrays if title not in roots}  # such as `y·saved`
    own = [part for title, part in roots.items() if title in arrays or base(title) in known]
    inner = [
        roots.get(dotted(site.arguments[place]), NONE)
        for site in facts.sites.values()
        for place in site.pair.held
    ]
    shared = union([*own, *inner])
    return frozenset(
        place
        for place, parameter in enumerate(given)
        if place not in summary.writes and roots.get(parameter, NONE) & shared
    )


def is_list(kind: Type) -> bool:
    """Tell whether a type is one of lists, which have the arrays of several iterations."""
    return isinstance(kind, numba_types.List)

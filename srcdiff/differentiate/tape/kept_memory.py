"""What of its arguments and results the values that a function saves may be parts of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, union
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.core.results import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.tape.saved_lists import is_list
from srcdiff.differentiate.tape.shape_only import contents_read
from srcdiff.syntax import TAPE, base, dotted, is_adjoint, parameters


def kept_arguments(
    facts: Facts, saved: Sequence[tuple[str, Type]], written: frozenset[int]
) -> frozenset[int]:
    """Return the positions of the parameters that saved values may share memory with.

    Of those at `written` the function saves copies of what it overwrites itself, on tapes.
    """
    shared = kept_memory(facts, saved)
    last = kept_memory(facts, saved, with_tapes=False) if written else NONE
    return frozenset(
        place
        for place, parameter in enumerate(parameters(facts.core.tree))
        if facts.effects.roots.get(parameter, NONE) & (last if place in written else shared)
    )


def kept_results(facts: Facts, saved: Iterable[tuple[str, Type]]) -> frozenset[int]:
    """Return the positions of the arrays among the results that saved values may be parts of."""
    shared = kept_memory(facts, saved)
    results = [dotted(result) for result in result_names(facts.core.tree)]
    return frozenset(
        place
        for place, title in enumerate(results)
        if is_array(facts.types[title]) and facts.effects.roots.get(title, NONE) & shared
    )


def kept_memory(facts: Facts, saved: Iterable[tuple[str, Type]], with_tapes: bool = True) -> Roots:
    """Return the roots of the arrays that are saved, those in called functions, too.

    With tapes those of all arrays that bear the name of one.
    """
    roots, read = facts.effects.roots, contents_read(facts)
    saved = [(title, kind) for title, kind in saved if is_read(title, read, facts)]
    arrays = [title for title, kind in saved if is_array(kind) or is_list(kind)]
    arrays = [t.removesuffix(TAPE) if t.removesuffix(TAPE) in roots else t for t in arrays]
    tapes = [title for title in arrays if title not in roots] if with_tapes else []
    known = set(map(base, tapes))  # such as `y·saved`
    own = [part for title, part in roots.items() if title in arrays or base(title) in known]
    given = [
        dotted(site.arguments[place])
        for site in facts.sites.values()
        for place in site.pair.held | site.pair.rewritten
    ]
    given += [site.results[place] for site in facts.sites.values() for place in site.pair.kept]
    return union([*own, *(roots.get(title, NONE) for title in given)])


def is_read(title: str, read: frozenset[str], facts: Facts) -> bool:
    """Return True if the backward part may read elements of an array that is saved.

    Of others it only has the shape; of adjoints it has the memory, whatever is in it.
    """
    value = title.removesuffix(TAPE)
    if is_adjoint(value):
        return False
    return value in read or value not in facts.layout.definitions

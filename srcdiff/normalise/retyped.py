"""Steps after which names have other types: these are inferred again where they must be."""

from __future__ import annotations

from dataclasses import replace

from srcdiff.analyse.types.composite_types import with_arrays
from srcdiff.analyse.types.inference import infer
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.normalise.containers.collected import first_elements
from srcdiff.normalise.containers.lists_to_arrays import lists_to_arrays
from srcdiff.normalise.control_flow.ssa import ssa
from srcdiff.normalise.control_flow.unbound import typable
from srcdiff.normalise.partial_evaluation.unrolled import unrolled
from srcdiff.normalise.tuple_values.named import named, unnamed
from srcdiff.normalise.typed_draft import TypedDraft
from srcdiff.syntax import key


def inferred(draft: TypedDraft) -> TypedDraft:
    """Infer the types of all names."""
    return replace(draft, known=infer(draft.core, draft.given, draft.result_of), stale=False)


def completed(draft: TypedDraft) -> TypedDraft:
    """Infer types again where names have none."""
    return inferred(draft) if draft.types.has_gaps(draft.core) else draft


def renewed(draft: TypedDraft) -> TypedDraft:
    """Infer types again where names have none, or stand for something else by now."""
    if not draft.stale and not draft.types.has_gaps(draft.core):
        return draft
    found = infer(replace(draft.core, tree=typable(draft.tree)), draft.given, draft.result_of)
    return replace(draft, known=found, stale=False)


def marked(before: TypedDraft, draft: TypedDraft) -> TypedDraft:
    """Return a draft whose types are stale if its tree has changed."""
    return replace(draft, stale=key(draft.tree) != key(before.tree))


def collecting(draft: TypedDraft) -> TypedDraft:
    """Remember the arrays that keep values one by one, which are made of these."""
    return replace(draft, collects=first_elements(draft.tree))


def arrays_for_lists(draft: TypedDraft) -> TypedDraft:
    """Replace named tuples by tuples, and lists of numbers by arrays; keep the result's type."""
    core = lists_to_arrays(named(draft.core, draft.types), draft.types)
    given = tuple(map(with_arrays, draft.given))
    new = replace(draft, given=given, returned=draft.types.result)
    if core is draft.core:
        return new
    new = replace(new, core=core, result_of=unnamed(draft.result_of))
    return replace(new, known=new.types_of(core))


@needs(numba_types.Array)
def unrolled_arrays(draft: TypedDraft) -> TypedDraft:
    """Unroll loops over tuples of arrays, and infer types if there were any."""
    tree = unrolled(draft.tree, draft.count_of, draft.has_arrays)
    if key(tree) == key(draft.tree):
        return draft
    return inferred(replace(draft, core=replace(draft.core, tree=ssa(tree))))

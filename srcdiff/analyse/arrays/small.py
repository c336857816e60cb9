"""Which arrays are so small, and of so plain a use, that each element can be a variable.

What is found here are shapes: of arrays that are made with a shape written out, and of what is
computed from them. A vector of unknown length that is added to a small array is as long, or has one
element (lengths.py); normalise/small_arrays/scalarise.py checks that where its elements are read.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.arrays.bound_shapes import LARGEST, Called, Place, bound_shapes
from srcdiff.analyse.arrays.lengths import has_one_length, indexed, is_computed, stretched, vectors
from srcdiff.analyse.arrays.shapes import Shape
from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import is_load, is_store, operation, store_target
from srcdiff.syntax import Statement, dotted, parameters, targets


@dataclass(frozen=True)
class Small:
    """The arrays whose elements become variables, by their shapes; and the calls with them.

    `shared` has the views whose elements are those of the array that they are views of. Vectors
    that are `indexed` have more than one element; arrays that are `stretched` may be made of
    vectors with one.
    """

    shapes: Mapping[str, Shape]
    calls: Mapping[Statement, Called]
    shared: frozenset[str]
    indexed: frozenset[str] = frozenset()
    stretched: frozenset[str] = frozenset()


def small(place: Place, banned: Collection[str]) -> Small:
    """Return the arrays whose elements can be variables; those that are banned cannot."""
    banned = set(banned)
    long = indexed(place)
    while True:
        known, calls = shapes(place, banned, long)
        wrong = {n for n in known if not is_followed(n, place, known)}
        wrong |= {n for n, found in arguments(place, calls).items() if n in known and not found}
        if not wrong:
            shared = frozenset(n for n in known if is_shared(n, place, known))
            return Small(known, calls, shared, long, stretched(place, known))
        banned |= wrong


def is_worth(found: Small, layout: Structure) -> bool:
    """Return True if arrays would otherwise be made again and again."""
    return any(
        layout.loops(made) and not isinstance(getattr(made, "value", None), gast.Name)
        for array in found.shapes
        for made in layout.definitions.get(array, ())
    )


def shapes(
    place: Place, banned: Collection[str], long: frozenset[str]
) -> tuple[dict[str, Shape], dict[Statement, Called]]:
    """Return the shapes of small arrays, and the calls with such arrays.

    A name of several arrays is taken to have the shape of the first one that is known, until
    another one has another shape.
    """
    given = {p: place.given[p] for p in parameters(place.core.tree) if p in place.given}
    known = {p: shape for p, shape in given.items() if p not in banned}
    wrong: set[str] = set()
    calls: dict[Statement, Called] = {}
    changed = True
    while changed:
        changed = False
        for statement in place.layout.order:
            for target, shape in bound_shapes(statement, place, known, calls).items():
                fits_kind = place.is_plain(target) or place.is_mask(target)
                usable = target not in banned and target not in wrong and fits_kind
                if not usable or shape is None or not 0 < math.prod(shape) <= LARGEST:
                    continue
                if known.get(target, shape) != shape:
                    wrong.add(target)
                    del known[target]
                    changed = True
                elif target not in known:
                    known[target] = shape
                    changed = True
                for operand in vectors(statement, target, place, known):
                    if operand not in {*banned, *wrong} and is_computed(operand, place):
                        known[operand] = shape
                        changed = True
    return settled(place, known, calls, long)


def settled(
    place: Place,
    known: dict[str, Shape],
    calls: dict[Statement, Called],
    long: frozenset[str],
) -> tuple[dict[str, Shape], dict[Statement, Called]]:
    """Return the shapes without those of names that are bound to arrays of other shapes, too."""
    while True:
        calls.clear()
        free = stretched(place, known)
        wrong = set()
        for statement in place.layout.order:
            found = bound_shapes(statement, place, known, calls)
            for target in targets(statement):
                if target not in known or found.get(target) == known[target]:
                    continue
                if found.get(target) is not None:
                    wrong.add(target)
                # the elements of vectors of unknown length are read one by one, and checked
                sources = vectors(statement, target, place, known)
                is_free = target in free or set(sources) <= long
                is_fit = bool(sources) and is_free and len(known[target]) == 1
                if not is_fit or not has_one_length(target, place, known):
                    wrong.add(target)
        unfit = {s for s, called in calls.items() if not fits(s, called, known)}
        wrong |= {t for s in unfit for t in targets(s) if t in known}
        if not wrong:
            return known, {s: called for s, called in calls.items() if s not in unfit}
        for target in wrong:
            del known[target]


def fits(statement: Statement, called: Called, known: Mapping[str, Shape]) -> bool:
    """Return True if all results of a call that come as elements are wanted as elements."""
    pairs = zip(targets(statement), called.results, strict=True)
    return all(shape is None or target in known for target, shape in pairs)


def arguments(place: Place, calls: Mapping[Statement, Called]) -> dict[str, bool]:
    """Return the arrays that are passed to functions, and whether all take their elements."""
    found: dict[str, bool] = {}
    for statement in place.layout.order:
        made = operation(getattr(statement, "value", None)) if hasattr(statement, "value") else None
        if made is None or not made.is_user:
            continue
        takes = calls[statement].takes if statement in calls else frozenset()
        for position, operand in enumerate(made.operands):
            title = dotted(operand)
            found[title] = found.get(title, True) and position in takes
    return found


# --- what is written to arrays that have several names ---


def is_followed(name: str, place: Place, known: Mapping[str, Shape]) -> bool:
    """Return True if the elements of an array can be variables, with all that is written to it.

    An array that is written to has its own name, and names of views. What is copied from it,
    where paths join, is copied after all has been written.
    """
    written = place.written
    roots = place.effects.roots.get(name, NONE)
    if not roots & written:
        return True
    if place.is_mask(name):
        return False
    made = place.layout.definitions.get(name, ())
    if name in parameters(place.core.tree) or len(made) == 0:
        return False
    if is_shared(name, place, known):
        return True
    stored = any(dotted(store_target(s).value) == name for s in place.layout.order if is_store(s))
    if stored and (len(made) > 1 or roots != {name}):
        return False
    return all(
        is_complete(root, statement, place)
        for statement in made
        for root in roots & written
        if root != name
    )


def is_shared(name: str, place: Place, known: Mapping[str, Shape]) -> bool:
    """Return True if a name is of a part of an array that is written to."""
    made = place.layout.definitions.get(name, ())
    if len(made) != 1 or not is_load(made[0]):
        return False
    base = dotted(made[0].value.value)
    roots = place.effects.roots.get(name, NONE)
    own = place.layout.definitions.get(base, ())
    plain = len(own) == 1 and (roots == {base} or is_shared(base, place, known))
    return base in known and plain and bool(roots & place.written)


def is_complete(root: str, copy: Statement, place: Place) -> bool:
    """Return True if an array is not written to any more once it has been copied."""
    layout = place.layout
    made = layout.definitions.get(root, ())
    if len(made) != 1:
        return False
    for writer in layout.order:
        if root not in place.effects.writes[writer]:
            continue
        common = [loop for loop in layout.loops(copy) if loop in layout.loops(writer)]
        if layout.order[writer] > layout.order[copy]:
            return False
        if not all(layout.inside(made[0], loop) for loop in common):
            return False
    return True

"""Names that arrays are handed over to, from one iteration of a loop to the next.

Where a loop swaps two buffers, each of their names stands for one array now and for the other
one later, but each array always has one name only. Then a name counts as memory of its own: the
copies that a loop makes of names pass contents on, and what held them before is not read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.checked_shapes import last_made
from srcdiff.analyse.flow.liveness import Liveness, elements_read, liveness
from srcdiff.analyse.flow.structure import Structure, copied
from srcdiff.analyse.types.types import is_empty
from srcdiff.core.fixed_points import connected
from srcdiff.syntax import Block, Statement, dotted, targets

Roots = frozenset[str]
RootsOf = Callable[[frozenset[str]], Mapping[str, Roots]]


@dataclass(frozen=True)
class _Names:
    """The names of a function, and the memory that they stand for."""

    layout: Structure
    live: Liveness
    roots: Mapping[str, Roots]
    owners: frozenset[str]

    def is_handed(self, statement: Statement, target: str, loop: Statement) -> bool:
        """Return True if a copy gives an array to a name, and all its other names up."""
        source = passed(statement)[target]
        if not source or self.roots.get(source) != frozenset({source}):
            return False
        sources = list(passed(statement).values())
        if sources.count(source) > 1 or not self.is_own(source, statement, loop):
            return False
        later = self.live.after[statement] - set(targets(statement))
        return not any(self.roots.get(n, frozenset()) & {source, target} for n in later)

    def is_own(self, source: str, statement: Statement, loop: Statement) -> bool:
        """Return True if an array comes from the same block, or from the same copies."""
        if source in self.owners:
            if source in targets(statement):
                return True
            own = carrier(source, self.layout)
            behind = own is not None and self.layout.path[own] == self.layout.path[statement]
            return behind or not self.layout.inside(statement, loop)
        made = self.layout.definitions.get(source, ())
        if len(made) != 1:
            return False
        if self.layout.inside(statement, loop):
            return bool(self.layout.path[made[0]] == self.layout.path[statement])
        return self.layout.dominates(made[0], statement)


def handed_over(body: Block, layout: Structure, written: Roots, roots_of: RootsOf) -> Roots:
    """Return the names that loops hand arrays over to, of the arrays that are written.

    `written` are arrays that elements are written to, `roots_of` gives the memory of all names
    if some of them have their own.
    """
    plain = roots_of(frozenset())
    found = {n for n in plain if plain[n] & written and carrier(n, layout) is not None}
    live = liveness(body, read_by=elements_read) if found else None
    while live is not None and found:
        names = _Names(layout, live, roots_of(frozenset(found)), frozenset(found))
        kept = {n for n in found if is_owner(n, names)}
        if kept == found:
            break
        found = kept
    return frozenset(found)


def is_owner(name: str, names: _Names) -> bool:
    """Return True if all copies that bind a name hand arrays over to it."""
    loop = carrier(name, names.layout)
    assert loop is not None
    return all(names.is_handed(s, name, loop) for s in names.layout.definitions[name])


def carrier(name: str, layout: Structure) -> Statement | None:
    """Return the loop that copies a name before it and at the end of each iteration."""
    made = layout.definitions.get(name, ())
    if len(made) != 2 or any(name not in passed(statement) for statement in made):
        return None
    around = layout.loops(made[1])
    if not around or made[1] not in around[-1].body or layout.inside(made[0], around[-1]):
        return None
    same = layout.path[made[0]] == layout.path[around[-1]]
    return around[-1] if same else None


def same_shapes(owners: Roots, layout: Structure, shape: Mapping[str, str]) -> Roots:
    """Return the names that only arrays of one shape are handed over to.

    `shape` has a name for the shape of each array of which one is known.
    """
    return owners - {target for target, _ in other_shapes(owners, layout, shape)}


def other_shapes(
    owners: Roots, layout: Structure, shape: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the names that arrays of perhaps another shape are handed over to, with these."""
    pairs = [(o, passed(s)[o]) for o in sorted(owners) for s in layout.definitions[o]]
    return [
        (owner, array)
        for owner, array in pairs
        if shape_of(owner, owners, layout, shape) != shape_of(array, owners, layout, shape)
    ]


def shape_of(array: str, owners: Roots, layout: Structure, shape: Mapping[str, str]) -> str:
    """Return the name of the array, not an owner, whose shape an array has at first."""
    known = shape.get(array, array)
    return shape_of(layout.initial(known), owners, layout, shape) if known in owners else known


def linked(names: Roots, owners: Roots, layout: Structure) -> Roots:
    """Return some names that arrays are handed over to, and all owners that share arrays with them.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import statements
    >>> layout = structure(statements("a, b = b, a; c = d; d = a"))
    >>> sorted(linked(frozenset("b"), frozenset("abc"), layout))
    ['a', 'b']
    """
    pairs = [{owner, passed(s)[owner]} for owner in owners for s in layout.definitions[owner]]
    return connected(names & owners, [pair & owners for pair in pairs])


def unequal(owners: Roots, layout: Structure, shape: Mapping[str, str]) -> dict[str, str]:
    """Return arrays that must have the shapes of others, which are there before them.

    If they have, arrays of one shape are handed over to each of the owners.
    """

    def is_there(array: str) -> bool:
        made = layout.definitions.get(array, ())
        return layout.is_single(array) and not any(is_empty(s.value) for s in made)

    found: dict[str, str] = {}
    for owner, array in other_shapes(owners, layout, shape):
        pair = first(owner, owners, layout), first(array, owners, layout)
        before, after = sorted(pair, key=lambda name: last_made(name, layout))
        if before and is_there(before) and is_there(after):
            made = *layout.definitions.get(before, ()), *layout.definitions.get(after, ())
            if len(made) < 2 or layout.dominates(*made):
                found.setdefault(after, before)
    return found


def first(array: str, owners: Roots, layout: Structure) -> str:
    """Return the array that an owner has at first, or the array itself if it is none."""
    return first(layout.initial(array), owners, layout) if array in owners else array


def passed(statement: Statement) -> dict[str, str]:
    """Return the names that a statement gives to names, "" for what is no name.

    >>> from srcdiff.syntax import statements
    >>> [passed(s) for s in statements("a, b = b, a\\na = b\\na = f(b)")]
    [{'a': 'b', 'b': 'a'}, {'a': 'b'}, {}]
    """
    return dict(_pairs(statement))


def alike(statement: Statement) -> dict[str, str]:
    """Return the names that a statement gives to names, and those that it copies.

    >>> from srcdiff.syntax import statements
    >>> [alike(s) for s in statements("a, b = b, a\\na = b.copy()\\na = f(b)")]
    [{'a': 'b', 'b': 'a'}, {'a': 'b'}, {}]
    """
    value = getattr(statement, "value", None)
    if isinstance(value, gast.Call) and len(targets(statement)) == 1 and copied(value):
        return {targets(statement)[0]: copied(value)}
    return passed(statement)


def given_at_end(name: str, loop: Statement) -> str:
    """Return the array that a name gets in each iteration of a loop, itself or a copy, or "".

    >>> from srcdiff.syntax import statements
    >>> given_at_end("a", statements("for k in range(3):\\n    b = f(a)\\n    a = b.copy()")[0])
    'b'
    """
    return next((alike(s)[name] for s in reversed(loop.body) if name in alike(s)), "")


def _pairs(statement: Statement) -> Iterator[tuple[str, str]]:
    bound = targets(statement)
    value = getattr(statement, "value", None)
    if isinstance(value, gast.Name) and len(bound) == 1:
        yield bound[0], value.id
    elif isinstance(value, gast.Tuple) and len(bound) == len(value.elts):
        for target, part in zip(bound, value.elts, strict=True):
            yield target, dotted(part)

"""Which memory single statements read, write and pass on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import gast
import numpy as np

from srcdiff.analyse.aliasing.lists_of_arrays import (
    changed_list,
    is_list_of_arrays,
    method_called,
    put_in,
)
from srcdiff.analyse.aliasing.new_memory import is_conjugate, is_diagonal, is_new
from srcdiff.analyse.aliasing.owners import passed
from srcdiff.analyse.arrays.fills import Places
from srcdiff.analyse.arrays.subscripts import is_advanced, places_in
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core.operations import (
    ALLOCATORS,
    Operation,
    call_of,
    contents,
    draws,
    is_store,
    is_view,
    operation,
    store_target,
)
from srcdiff.syntax import Expression, Statement, dotted, own_part, reads, targets
from srcdiff.syntax import walk as nodes_in

Roots = frozenset[str]
NONE: Roots = frozenset()
FRESH = -1
SILENT = {np.shape, len, range}  # functions that read no element of an array
TESTING = (gast.If, gast.While, gast.For, gast.Assert, gast.Raise)
PLAIN = (gast.Name, gast.Tuple)  # values for which no whole array is read
NOISY = {print, input, open}  # functions with effects that may happen only once


@dataclass(frozen=True)
class Summary:
    """What a call of a function does: to the parameters, by position, and by its results.

    `results` has, for each result, the parameters whose memory it may be, and FRESH if
    it may be new memory. With `checking`, all other effects are those of `assert`; with
    `inserts` code stands in its backward pass. `fills` has the parameters of which a call
    certainly writes elements, and which elements, `fixed` the results that may be global
    arrays, by position, and `shapes` the parameters that results certainly have the shape of.
    `made` has, for each result, the first results that have the new memory which it may be: its
    own position, unless an earlier result is the same array, or a view of it.
    """

    reads: frozenset[int] = frozenset()
    writes: frozenset[int] = frozenset()
    results: tuple[frozenset[int], ...] = ()
    impure: bool = False
    checking: bool = False
    fills: Mapping[int, Places] = field(default_factory=dict)
    inserts: bool = False
    fixed: frozenset[int] = frozenset()
    shapes: Mapping[int, int] = field(default_factory=dict)
    made: tuple[frozenset[int], ...] = ()


SummaryOf = Callable[[Statement], Summary]


def union(parts: Iterable[Roots]) -> Roots:
    """Return the union of sets of roots."""
    return NONE.union(*parts)


@dataclass
class Walk:
    """The roots that are known so far; those of results that are `fixed` are `shared`.

    `lists` has the roots of lists of arrays, whose names have the roots of what these hold.
    """

    types: Types
    summary_of: SummaryOf
    roots: dict[str, Roots] = field(default_factory=dict)
    owners: frozenset[str] = NONE
    shared: Roots = NONE
    lists: dict[str, Roots] = field(default_factory=dict)

    @cached_property
    def has_lists(self) -> bool:
        """Return True if any name is of a list of arrays."""
        return any(map(is_list_of_arrays, self.types.names.values()))

    def is_list(self, name: str) -> bool:
        """Return True if a name is of a list of arrays that is made here."""
        return name in self.lists


def spread_lists(statement: Statement, walk: Walk) -> bool:
    """Pass on which lists names stand for, and what these hold; return True if that was new."""
    before = dict(walk.roots), dict(walk.lists)
    for position, target in enumerate(targets(statement)):
        if not is_list_of_arrays(walk.types[target]):
            continue
        own = frozenset({target})
        if isinstance(statement.value, gast.Name):
            own = walk.lists.get(dotted(statement.value), NONE)
        if own:
            walk.lists[target] = walk.lists.get(target, NONE) | own
            hold(target, held_by_value(statement, position, target, walk), walk)
    changed = changed_list(statement, walk.is_list)
    if changed:
        hold(changed, held_by(put_in(statement), walk), walk)
    return before != (walk.roots, walk.lists)


def held_by_value(statement: Statement, position: int, target: str, walk: Walk) -> Roots:
    """Return the roots of the arrays that a new list holds."""
    found = operation(statement.value)
    if found is None or not found.is_user:
        return held_by(reads(statement.value), walk)
    results = walk.summary_of(statement).results
    sources = results[position] if position < len(results) else frozenset({FRESH})
    old = held_by({dotted(found.operands[p]) for p in sources if p != FRESH}, walk)
    return old | ({target} if FRESH in sources or not sources else NONE)


def held_by(names: set[str], walk: Walk) -> Roots:
    """Return the roots of arrays, and of those in lists."""
    return union(walk.roots.get(n, NONE) for n in names)


def hold(title: str, roots: Roots, walk: Walk) -> None:
    """Enter what a list holds, for all names that the list may have."""
    same = [n for n, lists in walk.lists.items() if lists & walk.lists[title]]
    every = roots.union(*(walk.roots.get(n, NONE) for n in same))
    walk.roots.update(dict.fromkeys(same, every))


def list_roots(statement: Statement, walk: Walk) -> Roots:
    """Return the roots of the lists that a statement reads itself."""
    names = {n for part in own_expressions(statement) for n in reads(part)}
    return union(walk.lists.get(n, NONE) for n in names)


def origin(statement: Statement, position: int, target: str, walk: Walk) -> Roots:
    """Return the roots of an array that an assignment binds."""
    value = statement.value
    if target in walk.owners:
        return frozenset({target})
    if isinstance(value, gast.Name):
        return walk.roots.get(value.id, NONE)
    if isinstance(value, gast.Tuple):  # the copies at the end of a loop's body
        return walk.roots.get(dotted(value.elts[position]), NONE)
    if isinstance(value, gast.Subscript):
        if is_advanced(value.slice, walk.types.is_array):
            return frozenset({target})
        return walk.roots.get(dotted(value.value), NONE)
    if method_called(statement)[0] in walk.lists:
        return walk.roots.get(method_called(statement)[0], NONE)
    found = operation(value)
    if found is not None and found.is_user:
        summary = walk.summary_of(statement)
        shared = summary.results[position] if position < len(summary.results) else frozenset[int]()
        old = union(walk.roots.get(dotted(found.operands[p]), NONE) for p in shared if p != FRESH)
        old |= walk.shared if position in summary.fixed else NONE
        if shared and FRESH not in shared:
            return old
        made = summary.made[position] if position < len(summary.made) else frozenset[int]()
        bound = targets(statement)
        return old | ({bound[k] for k in made if k < len(bound)} or {target})
    if found is not None and is_view(found):
        return walk.roots.get(dotted(found.operands[0]), NONE)
    if found is None or is_conjugate(found, walk.types):
        return frozenset({target})
    if is_new(found) and not is_diagonal(found, walk.types):
        return frozenset({target})
    # perhaps a view of an operand, as of `np.reshape`
    return union(walk.roots.get(dotted(operand), NONE) for operand in found.operands) | {target}


def memory_read(statement: Statement, walk: Walk) -> Roots:
    """Return the roots of lists that a statement reads, and those whose elements it reads."""
    elements = elements_read(statement, walk)
    return elements | list_roots(statement, walk) if walk.lists else elements


def elements_read(statement: Statement, walk: Walk) -> Roots:
    """Return the roots whose elements a statement reads."""
    if walk.owners & set(targets(statement)):
        return frozenset(s for t, s in passed(statement).items() if t in walk.owners)
    found = operation(call_of(statement))
    if found is not None and not is_view(found):
        if found.is_user:
            reads = walk.summary_of(statement).reads
            return union(walk.roots.get(dotted(found.operands[p]), NONE) for p in reads)
        if found.function in ALLOCATORS or found.function in SILENT:
            return NONE
        return union(walk.roots.get(n, NONE) for n in contents(statement.value))
    value = statement.value if targets(statement) else None
    found_places = places_in(statement, walk.types.is_array)
    places = union(walk.roots.get(n, NONE) for _, names in found_places for n in names)
    if isinstance(value, gast.Subscript) and is_array(walk.types[targets(statement)[0]]):
        advanced = is_advanced(value.slice, walk.types.is_array)
        return places | walk.roots.get(dotted(value.value), NONE) if advanced else NONE
    read = places
    for part in own_expressions(statement):
        for node in nodes_in(part):
            if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
                read |= walk.roots.get(node.value.id, NONE)
    if isinstance(statement, gast.AugAssign):
        read |= walk.roots.get(dotted(store_target(statement).value), NONE)
    if is_store(statement):
        read |= walk.roots.get(dotted(statement.value), NONE)
    if isinstance(statement, TESTING):
        return read | union(walk.roots.get(n, NONE) for n in contents(statement))
    # whole arrays, though the result may be a number, as that of `a @ b` and of `not a.any()` is
    found = operation(value)
    if value is None or isinstance(value, PLAIN) or (found is not None and is_view(found)):
        return read
    # of an element only its place may be computed with whole arrays, `x[np.argmax(a)]`
    is_element = isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name)
    whole = value.slice if is_element else value
    return read | union(walk.roots.get(n, NONE) for n in contents(whole))


def own_expressions(statement: Statement) -> list[Expression]:
    """Return the expressions that a statement evaluates itself, not those of its blocks."""
    if is_store(statement):
        return [statement.value, store_target(statement).slice]
    return [own_part(statement)]


def user_call(statement: Statement) -> Operation | None:
    """Return the call of a function of the user in a statement, None if there is none."""
    found = operation(call_of(statement))
    return found if found is not None and found.is_user else None


def memory_written(statement: Statement, walk: Walk) -> Roots:
    """Return the roots that a statement writes elements of.

    An array that is handed over may have other elements from then on.
    """
    changed = changed_list(statement, walk.is_list)
    if changed:
        return walk.lists[changed]
    if walk.owners & set(targets(statement)):
        pairs = passed(statement)
        return frozenset(n for t in walk.owners & pairs.keys() for n in (t, pairs[t]))
    if is_store(statement):
        return walk.roots.get(dotted(store_target(statement).value), NONE)
    found = user_call(statement)
    if found is None:
        return NONE
    writes = walk.summary_of(statement).writes
    return union(walk.roots.get(dotted(found.operands[p]), NONE) for p in writes)


def filled_by(statement: Statement, found: Operation, walk: Walk) -> dict[str, Places]:
    """Return the arrays of which a call certainly writes elements, and which."""
    filled = walk.summary_of(statement).fills
    return {dotted(found.operands[p]): places for p, places in filled.items()}


def shaped_as(statement: Statement, found: Operation, walk: Walk) -> dict[str, str]:
    """Return the arrays whose shape the results of a call certainly have."""
    bound, alike = targets(statement), walk.summary_of(statement).shapes.items()
    pairs = ((bound[r], dotted(found.operands[p])) for r, p in alike if r < len(bound))
    return {result: argument for result, argument in pairs if argument}


def is_impure(statement: Statement, is_called: bool, walk: Walk) -> bool:
    """Return True if a statement has an effect besides writing to arrays."""
    if isinstance(statement, (gast.Raise, gast.Assert)):
        return True
    return walk.summary_of(statement).impure if is_called else is_noisy(statement)


def is_check(statement: Statement, is_called: bool, walk: Walk) -> bool:
    """Return True if a statement has no effect but to stop where something is wrong."""
    return walk.summary_of(statement).checking if is_called else isinstance(statement, gast.Assert)


def is_noisy(statement: Statement) -> bool:
    """Return True if a statement prints, or draws a random number, or the like."""
    found = operation(call_of(statement))
    return found is not None and (found.function in NOISY or draws(found.name))

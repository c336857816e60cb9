"""Copy arrays where paths join that give one name to several arrays."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.flow.liveness import Liveness, elements_read, liveness
from srcdiff.analyse.flow.structure import Structure, own_reads
from srcdiff.analyse.types.types import is_empty
from srcdiff.core.fixed_points import settled
from srcdiff.syntax import Block, Statement, assign, copy_of, dotted, map_blocks, targets, with_body


def joins(
    tree: gast.FunctionDef,
    effects: Effects,
    layout: Structure,
    has_adjoints: Callable[[str], bool],
    owners: frozenset[str] = NONE,
    is_in_columns: Callable[[str], bool] = lambda name: False,
) -> gast.FunctionDef:
    """Return the function with copies of arrays instead of names that stand for several.

    That is done where nobody can tell: an array has elements that are written, but none
    is written after the ways have joined, or no other name of the array is used from there on.
    `owners` are names that arrays are handed over to without a copy. `is_in_columns` tells of which
    arrays the order in memory is Fortran's, which copies keep: their types are known already.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y, c):
    ...     x[0] = 1.0
    ...     if c:
    ...         z = x
    ...     else:
    ...         z = y
    ...     return z
    ... ''')
    >>> roots = {"x": frozenset("x"), "y": frozenset("y"), "z": frozenset("xy")}
    >>> layout = structure(tree.body)
    >>> writes = {s: frozenset("x" if s is tree.body[0] else "") for s in layout.order}
    >>> facts = Effects(roots, {}, writes, frozenset(), frozenset("xy"))
    >>> print(unparse(joins(tree, facts, layout, lambda name: name in "xyz")))
    def f(x, y, c):
        x[0] = 1.0
        if c:
            z = x.copy()
        else:
            z = y
        return z
    """
    mutable = NONE.union(*effects.writes.values())
    several = of_several(effects, layout, has_adjoints) - owners
    live = liveness(tree.body, read_by=elements_read) if several else None

    def is_copied(statement: Statement) -> bool:
        bound = targets(statement)
        if live is None or len(bound) != 1 or bound[0] not in several:
            return False
        roots = effects.of(statement.value)  # those of a name
        if not roots & mutable:
            return False
        if dotted(statement.value) in plain:
            return False  # it has a copy of its own, or what nobody writes to
        written = is_written_later(statement, roots, effects, layout)
        return not written or is_given_up(statement, effects, live)

    plain = settled_names(several, effects, layout)

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            if is_copied(statement):
                array = statement.value
                copy = copy_of(array, is_in_columns(array.id))
                statement = assign(targets(statement)[0], copy, statement)
            new.append(statement)
        return new

    return with_body(tree, map_blocks(tree.body, change))


def settled_names(several: frozenset[str], effects: Effects, layout: Structure) -> frozenset[str]:
    """Return the names of several arrays that copies alone are bound to, not written any more.

    Where paths join once more these may have another name.
    """
    mutable = NONE.union(*effects.writes.values())

    def is_settled(name: str, found: frozenset[str]) -> bool:
        for statement in layout.definitions[name]:
            source = dotted(statement.value) if len(targets(statement)) == 1 else ""
            roots = effects.roots.get(source, NONE)
            if is_empty(statement.value):
                continue
            written = is_written_later(statement, roots & mutable, effects, layout)
            if source not in found and (written or not isinstance(statement.value, gast.Name)):
                return False
        return True

    return settled(several, lambda found: frozenset(n for n in found if is_settled(n, found)))


def of_several(
    effects: Effects, layout: Structure, has_adjoints: Callable[[str], bool]
) -> frozenset[str]:
    """Return the names that stand for several arrays with adjoints, of which one is written."""
    mutable = NONE.union(*effects.writes.values())
    names = (n for n in layout.definitions if not layout.is_single(n) and has_adjoints(n))
    return frozenset(n for n in names if effects.roots.get(n, NONE) & mutable)


def is_given_up(statement: Statement, effects: Effects, live: Liveness) -> bool:
    """Return True if the array that a name gets is the function's own, and has no other name."""
    roots = effects.roots.get(statement.value.id, NONE)
    later = live.after[statement] - set(targets(statement))
    shared = any(effects.roots.get(n, NONE) & roots for n in later)
    return bool(roots) and not shared and not roots & effects.parameters


def is_written_later(
    statement: Statement, roots: frozenset[str], effects: Effects, layout: Structure
) -> bool:
    """Return True if one of some arrays may be written after a statement.

    What a later iteration makes anew is another array, as long as it is written under names that
    are bound anew as well.
    """

    def is_same(root: str, writer: Statement) -> bool:
        around = set(layout.loops(statement)) & set(layout.loops(writer))
        made = layout.definitions.get(root, ())
        if len(made) == 1 and around and is_current(writer, root, effects, layout):
            around -= set(layout.loops(made[0]))
        return layout.order[writer] > layout.order[statement] or bool(around)

    return any(
        is_same(root, writer) for writer in layout.order for root in effects.writes[writer] & roots
    )


def is_current(writer: Statement, root: str, effects: Effects, layout: Structure) -> bool:
    """Return True if a statement writes to an array under names that its iteration has bound."""
    (made,) = layout.definitions[root]
    around = layout.loops(made)
    names = [n for n in own_reads(writer) if root in effects.roots.get(n, NONE)]
    seen: set[str] = set()
    while names:
        array = names.pop()
        if array in seen or array == root:
            continue
        seen.add(array)
        bound = layout.definitions.get(array, ())
        if len(bound) != 1 or layout.loops(bound[0])[: len(around)] != around:
            return False
        names += [n for n in own_reads(bound[0]) if root in effects.roots.get(n, NONE)]
    return True

"""Copy arrays of which an operation may return the memory, where no one can tell the difference.

Of a complex array, `np.real` gives a part of its memory, of a real one all of it. What is a value
of its own from then on can be differentiated as one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.memory import excluded
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import is_view, operation
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    copy_of,
    dotted,
    fresh,
    map_blocks,
    name,
    reads,
    rename,
    targets,
    with_body,
)


@dataclass(frozen=True)
class Unshared:
    """A function with copies of arrays; `copies` tells of what each new name is a copy."""

    tree: gast.FunctionDef
    copies: dict[str, str]


def copy_aliased_operands(
    tree: gast.FunctionDef,
    effects: Effects,
    layout: Structure,
    has_adjoints: Callable[[str], bool],
    is_in_columns: Callable[[str], bool] = lambda array: False,
) -> Unshared:
    """Return a function in which results that may be memory of operands are that of copies.

    That is for operands with elements that are written before, and never again; others stay.
    `is_in_columns` tells of which arrays the order in memory is Fortran's, which copies keep.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     z = np.zeros(3)
    ...     z[0] = x
    ...     y = np.real(z)
    ...     return y
    ... ''')
    >>> made, store, part, _ = tree.body
    >>> roots = {"z": frozenset("z"), "y": frozenset("zy")}
    >>> writes = {**dict.fromkeys(tree.body, NONE), store: frozenset("z")}
    >>> from srcdiff.analyse.flow.structure import structure
    >>> effects = Effects(roots, dict.fromkeys(tree.body, NONE), writes, frozenset(), NONE)
    >>> layout = structure(tree.body)
    >>> print(unparse(copy_aliased_operands(tree, effects, layout, lambda n: n in "zy").tree))
    def f(x):
        z = np.zeros(3)
        z[0] = x
        z·own = z.copy()
        y = np.real(z·own)
        return y
    """
    copies: dict[str, str] = {}
    taken = set(layout.definitions) | {argument.id for argument in tree.args.args}
    last = tree.body[-1] if tree.body else None
    returned = reads(last) if isinstance(last, gast.Return) else set()
    written = {root for s in layout.order for root in effects.writes[s]}

    def block(old: Block) -> Block:
        return [new for k, s in enumerate(old) for new in copied(s, old[k + 1 : k + 2])]

    def copied(statement: Statement, following: Block) -> Block:
        shared = sharing(statement, effects, has_adjoints)
        if not effects.roots.get(shared, NONE) & written:
            return [statement]
        if not (
            is_read_at_once(statement, shared, following, effects, layout)
            or is_settled(statement, shared, effects, layout, returned)
        ):
            return [statement]
        own = fresh(f"{shared}{SEPARATOR}own", taken | copies.keys())
        copies[own] = shared
        copy = assign(own, copy_of(name(shared), is_in_columns(shared)), statement)
        value = rename(statement.value, {shared: own})
        return [copy, gast.copy_location(gast.Assign(statement.targets, value, None), statement)]

    return Unshared(with_body(tree, map_blocks(tree.body, block)), copies)


def sharing(statement: Statement, effects: Effects, has_adjoints: Callable[[str], bool]) -> str:
    """Return the array of which the result of an operation may be memory, or may not; or ""."""
    found = operation(statement.value) if isinstance(statement, gast.Assign) else None
    if found is None or found.is_user or is_view(found) or len(targets(statement)) != 1:
        return ""
    own = effects.roots.get(targets(statement)[0], NONE) - set(targets(statement))
    arrays = {dotted(o) for o in found.operands if effects.roots.get(dotted(o), NONE) & own}
    return arrays.pop() if len(arrays) == 1 and all(map(has_adjoints, arrays)) else ""


def is_read_at_once(
    statement: Statement, shared: str, following: Block, effects: Effects, layout: Structure
) -> bool:
    """Return True if a result is only read by the next operation, which makes another value."""
    (target,) = targets(statement)
    readers = layout.readers.get(target, ())
    if len(following) != 1 or len(readers) != 1 or readers[0] is not following[0]:
        return False
    (reader,) = following
    found = operation(reader.value) if isinstance(reader, gast.Assign) else None
    if found is None or found.is_user or not targets(reader) or not layout.is_single(target):
        return False
    kept = {root for t in targets(reader) for root in effects.roots.get(t, NONE)}
    return not kept & effects.roots[target]


def is_settled(
    statement: Statement, shared: str, effects: Effects, layout: Structure, returned: set[str]
) -> bool:
    """Return True if an array is made here, is not written any more, and is not returned."""
    roots = effects.roots[shared]
    around = layout.loops(statement)
    made = [s for root in roots for s in layout.definitions.get(root, ())]
    if roots & effects.parameters or not made or any(layout.loops(s) != around for s in made):
        return False
    if not all(layout.is_single(root) for root in roots):
        return False
    others = returned - set(targets(statement))
    if any(effects.roots.get(result, NONE) & roots for result in others):
        return False
    return all(
        layout.order[s] < layout.order[statement] or excluded(statement, s, layout)
        for s in layout.order
        if effects.writes[s] & roots
    )

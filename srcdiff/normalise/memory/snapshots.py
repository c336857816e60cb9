"""Copy arrays that are changed after an operation whose adjoint reads them.

An element is a value of its own once it has been read. A whole array, or a part of it, is
not: what an operation has read may be something else when its adjoint runs.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.memory import excluded
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.arrays.subscripts import places_in
from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import (
    Operation,
    contents,
    is_linear,
    is_store,
    is_view,
    operation,
    store_target,
)
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    assign_results,
    blocks,
    copy_of,
    fresh,
    name,
    rename,
    targets,
    walk_statements,
    with_blocks,
    with_body,
)


@dataclass(frozen=True)
class Snapshots:
    """A function with copies of arrays; `copies` tells of what each new name is a copy.

    `before` has, for each statement that is a new one, the statement that it was.
    """

    tree: gast.FunctionDef
    copies: dict[str, str]
    before: dict[Statement, Statement]


def snapshots(
    tree: gast.FunctionDef,
    effects: Effects,
    layout: Structure,
    is_array: Callable[[str], bool],
    reads_result: Callable[[Operation], bool] = lambda found: False,
    reads_operands: Callable[[Operation], bool] = lambda found: not is_linear(found),
    ruled: frozenset[str] = NONE,
    has_adjoints: Callable[[str], bool] = lambda array: True,
    is_in_columns: Callable[[str], bool] = lambda array: False,
    given_back: Roots = NONE,
) -> Snapshots:
    """Return a function in which no operand of an operation is changed afterwards.

    `reads_result` tells of operations whether their adjoint reads their result: that is
    not changed either; `reads_operands` whether it reads elements of their operands. `ruled` are
    the functions of the user that have rules; other calls are seen to elsewhere. Arrays of places
    and masks are operands of what reads and writes elements of arrays that have adjoints.
    `is_in_columns` tells of which arrays the order in memory is Fortran's, which copies keep.
    Arrays that are `given_back` may be changed by the caller.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import function, unparse
    >>> lines = ("y = np.sin(x)", "z = np.exp(x)", "x[0] = 1.0", "return y * z")
    >>> tree = function("\\n    ".join(("def f(x):", *lines)))
    >>> roots = {name: frozenset(name) for name in "xyz"}
    >>> writes = {s: frozenset("x" if k == 2 else "") for k, s in enumerate(tree.body)}
    >>> facts = Effects(roots, {}, writes, frozenset(), frozenset("x"))
    >>> found = snapshots(tree, facts, structure(tree.body), lambda name: name in "xyz")
    >>> print(unparse(found.tree))
    def f(x):
        x·before = x.copy()
        y = np.sin(x·before)
        z = np.exp(x·before)
        x[0] = 1.0
        return y * z
    """
    walk = _Walk(
        effects,
        layout,
        is_array,
        reads_result,
        reads_operands,
        ruled,
        has_adjoints,
        is_in_columns,
        given_back,
        frozenset(layout.definitions) | {argument.id for argument in tree.args.args},
    )
    return Snapshots(with_body(tree, walk.block(tree.body)), walk.copies, walk.before)


@dataclass(frozen=True)
class _Walk:
    """The walk of `snapshots`, with what it is based on, and the copies so far."""

    effects: Effects
    layout: Structure
    is_array: Callable[[str], bool]
    reads_result: Callable[[Operation], bool]
    reads_operands: Callable[[Operation], bool]
    ruled: frozenset[str]
    has_adjoints: Callable[[str], bool]
    is_in_columns: Callable[[str], bool]
    given_back: Roots
    taken: frozenset[str]
    copies: dict[str, str] = field(default_factory=dict)
    before: dict[Statement, Statement] = field(default_factory=dict)

    def block(self, old: Block) -> Block:
        """Return a block with copies of what is changed afterwards."""
        new: Block = []
        known: dict[str, str] = {}  # copies of what has not changed since
        for previous, statement in zip([None, *old], old, strict=False):
            known = unchanged(known, previous, self.effects)
            if blocks(statement):
                parts = [self.block(part) for part in blocks(statement)]
                new.append(with_blocks(statement, parts))
            elif may_share(statement, self.effects, self.ruled):
                new.append(statement)  # a copy would hide that; it is refused where that matters
            else:
                statement = self.with_kept_operands(statement, known, new)
                needed = needs_result(statement, self.effects, self.reads_result, self.ruled)
                new += self.with_kept_results(statement) if needed else [statement]
        return new

    def with_kept_operands(
        self, statement: Statement, known: dict[str, str], new: Block
    ) -> Statement:
        """Return a statement that reads copies; those that are not `known` are made in a block."""
        names: dict[str, str] = {}
        found = operands(statement, self.is_array, self.reads_operands, self.ruled)
        for array, places in places_in(statement, self.is_array):
            found |= places if self.has_adjoints(array) else set()
        for operand in sorted(found):
            if operand in known:
                names[operand] = known[operand]
            elif self.effects.roots.get(operand, NONE) & self.given_back or is_changed(
                statement, operand, self.effects, self.layout
            ):
                title = fresh(f"{operand}{SEPARATOR}before", self.taken | set(self.copies))
                names[operand] = title
                self.copies[title] = operand
                copied = copy_of(name(operand), self.is_in_columns(operand))
                new.append(assign(title, copied, statement))
        known |= names
        if not names:
            return statement
        changed = with_operands(statement, names)
        self.before[changed] = statement
        return changed

    def with_kept_results(self, statement: Statement) -> Block:
        """Return a statement that binds results to names of their own, and copies of these."""
        made: dict[str, str] = {}
        for target in written(statement, self.effects):
            made[target] = fresh(f"{target}{SEPARATOR}made", self.taken)  # each is bound once
            self.copies[made[target]] = target
        bound = [made.get(target, target) for target in targets(statement)]
        new = assign_results(bound, statement.value, statement)
        self.before[new] = self.before.get(statement, statement)
        return [
            new,
            *(
                assign(target, copy_of(name(kept), self.is_in_columns(target)), statement)
                for target, kept in made.items()
            ),
        ]


def unchanged(
    known: dict[str, str], statement: Statement | None, effects: Effects
) -> dict[str, str]:
    """Return the copies of arrays that are still the same after a statement."""
    if statement is None or not known:
        return known
    every = list(walk_statements([statement]))
    written = NONE.union(*(effects.writes[s] for s in every))
    bound = {target for s in every for target in targets(s)}
    return {
        array: copied
        for array, copied in known.items()
        if array not in bound and not effects.roots.get(array, NONE) & written
    }


def is_pair(found: Operation, ruled: frozenset[str]) -> bool:
    """Return True if a function of the user is called that is differentiated itself."""
    return found.is_user and found.name not in ruled


def new_value(statement: Statement, ruled: frozenset[str]) -> Operation | None:
    """Return the operation of an assignment that is no call of a pair, and gives no view."""
    found = operation(statement.value) if isinstance(statement, gast.Assign) else None
    return None if found is None or is_pair(found, ruled) or is_view(found) else found


def may_share(statement: Statement, effects: Effects, ruled: frozenset[str]) -> bool:
    """Return True if the result of an operation may be memory of its operands, or may not."""
    if new_value(statement, ruled) is None:
        return False
    return any(effects.roots.get(target, NONE) - {target} for target in targets(statement))


def needs_result(
    statement: Statement,
    effects: Effects,
    reads_result: Callable[[Operation], bool],
    ruled: frozenset[str],
) -> bool:
    """Return True if the adjoint of a statement reads its results, of which some are changed."""
    found = new_value(statement, ruled)
    return found is not None and bool(written(statement, effects)) and reads_result(found)


def written(statement: Statement, effects: Effects) -> list[str]:
    """Return the arrays that a statement binds and of which elements are written."""
    changed = NONE.union(*effects.writes.values())
    return [target for target in targets(statement) if effects.roots.get(target, NONE) & changed]


def with_operands(statement: Statement, names: dict[str, str]) -> Statement:
    """Return an assignment with other names on its right side, and for the places it writes to."""
    new = copy(statement)
    new.value = rename(statement.value, names)
    if is_store(statement):
        target = store_target(statement)
        index = rename(target.slice, names)
        target = gast.copy_location(gast.Subscript(target.value, index, target.ctx), target)
        if isinstance(statement, gast.AugAssign):
            new.target = target
        else:
            new.targets = [target]
    return new


def operands(
    statement: Statement,
    is_array: Callable[[str], bool],
    reads_operands: Callable[[Operation], bool],
    ruled: frozenset[str],
) -> set[str]:
    """Return the arrays whose elements the adjoint of a statement may read."""
    found = operation(statement.value) if isinstance(statement, gast.Assign) else None
    if found is None or is_pair(found, ruled) or not targets(statement):
        return set()
    if is_view(found) or not reads_operands(found):
        return set()
    read = {operand for part in found.operands for operand in contents(part)}
    return {operand for operand in read if is_array(operand)}


def is_changed(statement: Statement, operand: str, effects: Effects, layout: Structure) -> bool:
    """Return True if an array may have other elements when an adjoint runs."""
    roots = effects.roots.get(operand, NONE)
    writers = [s for s in layout.order if effects.writes[s] & roots]
    if not writers:
        return False
    around = set(layout.loops(statement))
    made = [s for root in roots for s in layout.definitions.get(root, ())]
    if any(layout.loops(s) for s in made):
        return True  # each iteration has an array of its own
    for writer in writers:
        later = layout.order[writer] > layout.order[statement]
        if (later and not excluded(statement, writer, layout)) or around & set(
            layout.loops(writer)
        ):
            return True
    return False

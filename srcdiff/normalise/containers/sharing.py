"""Which lists may be the same list, which change their length, and which may be written to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import gast

from srcdiff.analyse.aliasing.memory_groups import Groups as NameGroups
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Type
from srcdiff.core import Core
from srcdiff.core.operations import is_load, is_store, store_target
from srcdiff.syntax import (
    Statement,
    callee_of,
    dotted,
    is_number,
    own_nodes,
    parameters,
    reads,
    targets,
)


def method_of(statement: Statement) -> tuple[str, str] | None:
    """Return the owner and the name of the method that a statement calls."""
    made = getattr(statement, "value", None)
    if not isinstance(made, gast.Call) or not isinstance(made.func, gast.Attribute):
        return None
    return dotted(made.func.value), made.func.attr


def trimmed(statements: list[Statement], layout: Structure, core: Core) -> set[str]:
    """Return the new lists of which only a part is read, once, when all of it is there."""
    counts: dict[str, int] = {}
    parts: dict[str, list[Statement]] = {}
    stores: dict[str, list[Statement]] = {}
    made = {t for s in statements if is_new(s, core) for t in targets(s)}
    for statement in statements:
        stored = store_target(statement).value if is_store(statement) else None
        if isinstance(stored, gast.Name):
            stores.setdefault(stored.id, []).append(statement)
        for node in own_nodes(statement):
            is_read = isinstance(node, gast.Name) and isinstance(node.ctx, gast.Load)
            if is_read and node is not stored:
                counts[node.id] = counts.get(node.id, 0) + 1
        if is_load(statement) and isinstance(statement.value.slice, gast.Slice):
            parts.setdefault(dotted(statement.value.value), []).append(statement)

    return {
        title
        for title, found in parts.items()
        if title in made and len(found) == 1 and counts.get(title) == 1
        if all(layout.is_over(store, found[0]) for store in stores.get(title, ()))
    }


class Groups(NameGroups):
    """Which lists may be the same: those that are bound to each other's names."""

    def __init__(self, statements: list[Statement], kinds: Mapping[str, Type]) -> None:
        self.kinds = kinds
        values = ((s, getattr(s, "value", None)) for s in statements)
        super().__init__(
            (target, value.id)
            for statement, value in values
            if isinstance(value, gast.Name) and value.id in kinds
            for target in targets(statement)
            if target in kinds
        )

    def roots(self, titles: Iterable[str]) -> set[str]:
        """Return the names for some lists."""
        return super().roots(title for title in titles if title in self.kinds)


def opaque(statements: list[Statement], groups: Groups, core: Core) -> set[str]:
    """Return the lists that stay lists: they change their length, and are written out here."""
    kinds = groups.kinds
    changed: set[str] = set()
    fixed = set(parameters(core.tree)) | set(core.constants)
    for statement in statements:
        found = method_of(statement)
        if found is not None and found[1] != "copy":
            changed.add(found[0])
        value = getattr(statement, "value", None)
        if not isinstance(value, (gast.Name, gast.List)) and not is_number(value):
            fixed.update(targets(statement))
        if leaves_function(statement, core):
            fixed |= reads(statement)
    left = groups.roots(changed) - groups.roots(fixed)
    return {title for title in kinds if groups.root(title) in left}


def exposed(statements: list[Statement], groups: Groups, core: Core) -> set[str]:
    """Return the groups of lists that may be written to, here or elsewhere."""
    found: set[str] = set()
    for statement in statements:
        if not makes_list(statement, core):
            found |= groups.roots(targets(statement))  # perhaps it has another name, too
        if is_store(statement):
            found |= groups.roots([dotted(store_target(statement).value)])
        value = getattr(statement, "value", None)
        if leaves_function(statement, core) or isinstance(value, (gast.Tuple, gast.List)):
            found |= groups.roots(reads(statement))
    return found


def makes_list(statement: Statement, core: Core) -> bool:
    """Return True if a statement makes a new list, or gives one another name."""
    value = getattr(statement, "value", None)
    if isinstance(value, gast.Subscript):
        return isinstance(value.slice, gast.Slice)
    if isinstance(value, gast.Call):
        return dotted(value.func) not in core.functions
    return True


def is_new(statement: Statement, core: Core) -> bool:
    """Return True if a statement makes a list that has no other name."""
    value = getattr(statement, "value", None)
    return makes_list(statement, core) and not isinstance(value, gast.Name)


def is_alone(title: str, reader: Statement, layout: Structure, core: Core) -> bool:
    """Return True if a name stands for a new list that one statement of the same block reads."""
    made = layout.definitions.get(title, ())
    if len(made) != 1 or layout.readers.get(title, ()) != (reader,):
        return False
    return is_new(made[0], core) and layout.path[made[0]] == layout.path[reader]


def leaves_function(statement: Statement, core: Core) -> bool:
    """Return True if a statement returns, or calls a function of the user."""
    made = getattr(statement, "value", None)
    called = callee_of(made) in core.functions
    return isinstance(statement, gast.Return) or called

"""Compute each value once: common subexpressions and repeated loads of the core form."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.core.operations import is_load, is_store, operation, store_target
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    dotted,
    is_part,
    key,
    name,
    rename,
    targets,
    whole_target,
    with_blocks,
    with_body,
)


class Values:
    """The names of expressions whose values are known at some place."""

    def __init__(self) -> None:
        self.names: dict[Hashable, tuple[str, Roots]] = {}  # and what memory an expression reads
        self.readers: dict[str, set[Hashable]] = {}  # what reads some memory, or did

    def inside(self) -> Values:
        """Return what is known at the beginning of a block."""
        found = Values()
        found.names.update(self.names)
        found.readers.update((root, set(keys)) for root, keys in self.readers.items())
        return found

    def add(self, found: Hashable, title: str, read: Roots) -> None:
        """Note the name of an expression."""
        self.names[found] = title, read
        for root in read:
            self.readers.setdefault(root, set()).add(found)

    def forget(self, roots: Roots) -> None:
        """Forget the values that were read from memory that is written now."""
        for root in roots:
            for found in self.readers.pop(root, ()):
                if found in self.names and root in self.names[found][1]:
                    del self.names[found]


@dataclass(frozen=True)
class _Common:
    """The forward walk of `common`; `names` tells which names are replaced."""

    effects: Effects
    is_single: Callable[[str], bool]
    same_type: Callable[[str, str], bool]
    names: dict[str, str]

    def block(self, block: Block, values: Values) -> Block:
        """Return a block without repeated computations; `values` is updated."""
        new: Block = []
        for statement in block:
            if blocks(statement):
                new.append(self.compound(statement, values))
                continue
            plain = rename(statement, self.names)
            if not self.repeated(plain, statement, values):
                new.append(plain)
            values.forget(self.effects.writes[statement])
            if is_store(statement):
                self.remember_store(plain, statement, values)
        return new

    def compound(self, statement: Statement, values: Values) -> Statement:
        """Return a compound statement without repeated computations."""
        written = NONE
        for part in blocks(statement):
            written |= self.effects.written(part)
        if not isinstance(statement, gast.If):
            values.forget(written)
        parts = [self.block(part, values.inside()) for part in blocks(statement)]
        values.forget(written)
        new = with_blocks(statement, parts)
        for field in ("test", "iter"):
            if hasattr(statement, field):
                setattr(new, field, rename(getattr(statement, field), self.names))
        return gast.copy_location(new, statement)

    def repeated(self, statement: Statement, old: Statement, values: Values) -> bool:
        """Return True if a statement computes what already has a name, which it gets then."""
        target = whole_target(statement)
        if not target or not self.is_value(statement) or not self.is_single(target):
            return False
        if old in self.effects.impure:
            return False
        found = key(statement.value)
        if found in values.names:
            if is_part(target):
                self.names[target] = values.names[found][0]
            return is_part(target)
        values.add(found, target, self.effects.reads[old])
        return False

    def is_value(self, statement: Statement) -> bool:
        """Return True if an assignment computes a scalar from scalars, or loads one.

        Conditions have operands with loads and operations of their own.
        """
        if self.effects.roots.get(targets(statement)[0]):
            return False
        found = operation(statement.value)
        if found is None or found.function is None:
            return is_load(statement)
        return not any(self.effects.of(operand) for operand in found.operands)

    def remember_store(self, statement: Statement, old: Statement, values: Values) -> None:
        """Note that an element now has the value that was stored in it."""
        target = store_target(statement)
        value = dotted(statement.value)
        if isinstance(statement, gast.AugAssign) or not value:
            return
        if self.same_type(dotted(old.value), target.value.id):
            load = gast.Subscript(name(target.value.id), target.slice, gast.Load())
            values.add(key(load), value, self.effects.of(target.value))


def common(
    tree: gast.FunctionDef,
    effects: Effects,
    is_single: Callable[[str], bool],
    same_type: Callable[[str, str], bool],
) -> gast.FunctionDef:
    """Return the function without loads and operations that repeat earlier ones.

    `is_single` returns True if a name is bound once, `same_type` whether an element of an
    array keeps the value of a name as it is.

    >>> from srcdiff.syntax import function, unparse, walk_statements
    >>> from srcdiff.analyse.aliasing.effects import Effects
    >>> tree = function('''
    ... def f(x, i):
    ...     x·i = x[i]
    ...     x·i·2 = x[i]
    ...     y = x·i * x·i·2
    ...     x[i] = y
    ...     x·i·3 = x[i]
    ...     return x·i·3
    ... ''')
    >>> memory = {"x": frozenset({"x"})}
    >>> writes = {s: frozenset({"x"} if k == 3 else {}) for k, s in enumerate(tree.body)}
    >>> reads = {s: frozenset({"x"} if k in (0, 1, 4) else {}) for k, s in enumerate(tree.body)}
    >>> facts = Effects(memory, reads, writes, frozenset(), frozenset())
    >>> print(unparse(common(tree, facts, lambda n: True, lambda n, a: True)))
    def f(x, i):
        x·i = x[i]
        y = x·i * x·i
        x[i] = y
        return y
    """
    walk = _Common(effects, is_single, same_type, {})
    return with_body(tree, walk.block(tree.body, Values()))

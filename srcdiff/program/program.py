"""A function with everything it calls: what becomes one generated module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import gast

from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.types.types import Type, Types
from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.standard_names import RESERVED
from srcdiff.optimise.symbols import Symbols
from srcdiff.pipeline import finish, optimise
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.report import FunctionReport
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    fresh,
    name,
    parameters,
    rebuild,
    targets,
    walk_statements,
    with_blocks,
    with_body,
)

Mask = tuple[bool, ...]  # which arguments are active


class Program:
    """The functions of one generated module, found and written on demand.

    `trees` has the functions by name, callees first; `recursive` those of them that call
    themselves, `pure` those without effects; `units` are the functions as they were written. With
    `has_loops` statements on whole arrays become loops.
    """

    def __init__(self, units: Units, has_loops: bool = False) -> None:
        self.units = units
        self.has_loops = has_loops
        self.trees: dict[str, gast.FunctionDef] = {}
        self.recursive: set[str] = set()
        self.pure: set[str] = set()
        self.identities: set[str] = set()
        self.defined: set[str] = set()
        self.primals: dict[Key, str] = {}
        self.results: dict[str, Type] = {}
        self.reports: list[FunctionReport] = []

    def title(self, wanted: str) -> str:
        """Return a name for a generated function that no other has."""
        chosen = fresh(wanted, self.taken)
        self.defined.add(chosen)
        return chosen

    @property
    def taken(self) -> set[str]:
        """Return the names that no other generated function gets."""
        return self.defined | RESERVED | set(self.units.constants)

    def symbols(
        self,
        types: Types,
        shapes: Mapping[str, str] | None = None,
        core: Core | None = None,
        members: Roots = NONE,
    ) -> Symbols:
        """Return what passes have to know of the names in a generated function.

        `members` are arrays that go in pairs with their adjoints.
        """
        own = parameters(core.tree) if core is not None else ()
        sharing = {own[k] for group in (core.shared if core is not None else ()) for k in group}
        return Symbols(
            types,
            frozenset(self.pure),
            frozenset(self.defined | set(self.units.constants)),
            frozenset(self.identities),
            {**own_shapes(core), **shapes} if core is not None and shapes is not None else {},
            members | sharing,
            self.has_loops,
        )

    def finished(self, tree: gast.FunctionDef, unit: Unit, symbols: Symbols) -> gast.FunctionDef:
        """Return a generated function as it is printed."""
        return finish(tree, unit.core.written, symbols)

    def enter_effects(self, title: str, key: Key) -> None:
        """Enter whether a generated function calls itself, and whether calls of it have effects."""
        if self.units.is_recursive(key):
            self.recursive.add(title)
        summary = self.units.summary(key)
        if not summary.writes and not summary.impure:
            self.pure.add(title)

    def primal(self, key: Key) -> str:
        """Return the name of a function's own copy in the module."""
        if key not in self.primals:
            unit = self.units.of[key]
            title = self.primals[key] = self.title(unit.core.tree.name)
            self.results[title] = unit.types.result
            if isinstance(unit.function, Inserted):
                self.identities.add(title)
                return title
            self.enter_effects(title, key)
            tree = self.with_callees(unit.core.tree, unit)
            symbols = self.symbols(unit.types, core=unit.core)
            tree = self.finished(optimise(tree, symbols), unit, symbols)
            self.trees[title] = rebuild(tree, lambda node: node)
            self.trees[title].name = title
        return self.primals[key]

    def with_callees(self, tree: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
        """Return a function whose calls have the names of the module's own functions."""
        return with_body(tree, self.block_with_callees(tree.body, unit))

    def block_with_callees(self, block: Block, unit: Unit) -> Block:
        """Return a block of statements whose calls have such names."""
        new = []
        for statement in block:
            inner = [self.block_with_callees(part, unit) for part in blocks(statement)]
            if inner:
                statement = with_blocks(statement, inner)
            elif statement in unit.calls:
                statement = with_callee(statement, self.primal(unit.calls[statement]))
            new.append(statement)
        return new


def own_shapes(core: Core) -> dict[str, str]:
    """Return the names that are bound once: what is known of their shapes holds everywhere."""
    bound = Counter(parameters(core.tree))
    for statement in walk_statements(core.tree.body):
        bound.update(targets(statement))
    return {title: title for title, count in bound.items() if count == 1}


def with_callee(statement: Statement, title: str) -> Statement:
    """Return a statement that calls a function by another name."""
    old = call_of(statement)
    assert old is not None
    new = rebuild(statement, lambda part: part)
    new.value = gast.copy_location(gast.Call(name(title), old.args, old.keywords), old)
    return gast.copy_location(new, statement)

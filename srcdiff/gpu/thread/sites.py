"""Where a kernel reads and writes the elements of its arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import contents, is_load, is_store, store_target
from srcdiff.gpu.launch.polynomials import OWN, Polynomial, Reader
from srcdiff.gpu.thread.intrinsics import AXES
from srcdiff.syntax import Statement, children, dotted

VARYING = frozenset(  # what differs between threads
    [f"{OWN}{word}_{axis}" for word in ("place", "thread", "block") for axis in AXES]
    + [f"{OWN}lane"]
)


@dataclass(frozen=True)
class Site:
    """An access of an element: the statement, and its subscripts, None where unknown."""

    statement: Statement
    index: tuple[Polynomial | None, ...]


@dataclass(frozen=True)
class Accesses:
    """Where a kernel reads and writes the elements of an array; `others` it does anything else.

    What it only reads for conditions, which have no derivative, is `tested`.
    """

    loads: tuple[Site, ...]
    tested: tuple[Site, ...]
    stores: tuple[Site, ...]
    others: tuple[Statement, ...]

    @property
    def elements(self) -> tuple[Site, ...]:
        """Return all accesses of single elements."""
        return self.stores + self.loads + self.tested


def accesses(array: str, layout: Structure, reader: Reader) -> Accesses:
    """Return the accesses of an array."""
    loads: list[Site] = []
    tested: list[Site] = []
    stores: list[Site] = []
    others: list[Statement] = []
    rank = reader.rank(array)

    def site(statement: Statement, element: gast.Subscript) -> Site | None:
        parts = parts_of(element.slice)
        whole = len(parts) == rank and not any(isinstance(p, gast.Slice) for p in parts)
        return Site(statement, tuple(map(reader.read, parts))) if whole else None

    for statement in layout.order:
        if is_load(statement) and dotted(statement.value.value) == array:
            found = site(statement, statement.value)
            (loads.append(found) if found is not None else others.append(statement))
        elif is_store(statement) and dotted(store_target(statement).value) == array:
            found = site(statement, store_target(statement))
            (stores.append(found) if found is not None else others.append(statement))
        else:
            used = list(contents(statement)).count(array)
            elements = [e for e in elements_in(statement, array) if is_condition(statement)]
            sites = [s for s in (site(statement, e) for e in elements) if s is not None]
            if used == len(sites):
                tested += sites
            else:
                others.append(statement)
    return Accesses(tuple(loads), tuple(tested), tuple(stores), tuple(others))


def is_condition(statement: Statement) -> bool:
    """Return True if a statement does nothing but evaluate a condition."""
    if isinstance(statement, gast.Assign):
        return isinstance(statement.value, (gast.Compare, gast.BoolOp))
    return isinstance(statement, (gast.If, gast.While))


def elements_in(tree: gast.AST, array: str) -> Iterator[gast.Subscript]:
    """Yield the elements of an array that a statement itself reads."""
    if isinstance(tree, gast.Subscript) and dotted(tree.value) == array:
        yield tree
    for part in children(tree):
        if not isinstance(part, gast.stmt):
            yield from elements_in(part, array)

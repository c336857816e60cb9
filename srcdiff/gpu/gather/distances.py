"""Where a kernel adds to an array at fixed distances from the place of the thread."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.structure import Structure
from srcdiff.gpu.gather.atomics import adds
from srcdiff.syntax import (
    Expression,
    Statement,
    all_names,
    blocks,
    dotted,
    is_range,
    members,
    number,
    own_part,
    reads,
    split_offset,
)

Offset = tuple[tuple[str, int], ...]  # distances from the place of a thread along its axes


@dataclass(frozen=True)
class Site:
    """An addition to an element at some distance from the place of a thread.

    `index` has the subscripts at no distance: places by their names, and numbers. In a `loop` over
    all places, the element is that of the place that the counter tells.
    """

    statement: gast.AugAssign
    offset: Offset
    index: tuple[str | int, ...]
    loop: gast.For | None = None

    @property
    def is_away(self) -> bool:
        """Return True if that is not the element at the place of the thread."""
        return self.loop is not None or any(by for _, by in self.offset)


def distance(index: Expression, places: Collection[str]) -> tuple[str, int] | None:
    """Return the place that a subscript is a number away from, and the number.

    >>> from srcdiff.syntax import expression
    >>> [distance(expression(text), {"i"}) for text in ("i", "i - 2", "1 + i", "2 * i")]
    [('i', 0), ('i', -2), ('i', 1), None]
    """
    rest, by = split_offset(index)
    return (dotted(rest), by) if dotted(rest) in places else None


def sites_of(array: str, layout: Structure, grid: Mapping[str, int]) -> tuple[Site, ...] | None:
    """Return where an array is added to, None if that is not at fixed distances, or otherwise.

    All have the same places at the same positions, each axis once.
    """
    found: list[Site] = []
    for statement in layout.order:
        if array not in own_names(statement):
            continue
        if not adds(statement) or dotted(statement.target.value) != array:
            return None
        site = site_of(statement, layout, grid)
        if site is None or array in reads(statement.value):
            return None
        found.append(site)
    patterns = {tuple(p if isinstance(p, str) else "" for p in site.index) for site in found}
    return tuple(found) if len(patterns) == 1 else None


def site_of(statement: gast.AugAssign, layout: Structure, grid: Mapping[str, int]) -> Site | None:
    """Return where a statement adds to an element, None if that is not known."""
    parts = members(statement.target.slice)
    loops = {around.target.id: around for around in layout.loops(statement) if is_counted(around)}
    pairs = [dotted(part) for part in parts if dotted(part) in loops]
    if pairs and (len(pairs) > 1 or len(grid) > 1 or len(layout.loops(statement)) > 1):
        return None
    away = [distance(part, {**grid, **loops}) for part in parts]
    index = [at(p, d) for p, d in zip(parts, away, strict=True)]
    index = [next(iter(grid)) if part in pairs else part for part in index]
    named = [part for part in index if isinstance(part, str)]
    if None in index or sorted(named) != sorted(grid):
        return None
    known = tuple(part for part in index if part is not None)
    offset = tuple(sorted(d for d in away if d and d[0] in grid))
    return Site(statement, offset, known, loops[pairs[0]] if pairs else None)


def is_counted(loop: Statement) -> bool:
    """Return True if a loop counts from zero by one."""
    if not isinstance(loop, gast.For) or not isinstance(loop.target, gast.Name):
        return False
    return is_range(loop.iter) and len(loop.iter.args) == 1


def at(index: Expression, away: tuple[str, int] | None) -> str | int | None:
    """Return the place that a subscript is `away` from, or the number that it is."""
    value = number(index)
    return away[0] if away else value if isinstance(value, int) else None


def own_names(statement: Statement) -> set[str]:
    """Return the names in a statement, of a compound one those that it evaluates itself."""
    return reads(own_part(statement)) if blocks(statement) else all_names(statement)

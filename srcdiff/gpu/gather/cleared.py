"""Adjoints of outputs that are read, and set to zero then: that can be done by another kernel."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

import gast

from srcdiff.analyse.flow.structure import Structure, is_loop
from srcdiff.gpu.gather.distances import own_names
from srcdiff.gpu.thread.slices import slice_of
from srcdiff.gpu.thread.uniform import elements_written
from srcdiff.syntax import Block, Expression, Statement, dotted, members, number, same


def are_taken_once(arrays: Iterable[str], layout: Structure) -> bool:
    """Return True if a kernel only reads elements of arrays that it sets to zero then, each once.

    It may do that in each of two branches.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import statements
    >>> one = "d = d_y[i]; d_y[i] = 0.0"
    >>> texts = f"{one}; {one}", f"if a:\\n    {one}\\nelse:\\n    {one}"
    >>> [are_taken_once(["d_y"], structure(statements(text))) for text in texts]
    [False, True]
    """
    for array in arrays:
        used = [s for s in layout.order if array in own_names(s)]
        loads, zeros = used[::2], used[1::2]
        pairs = list(zip(loads, zeros, strict=False))
        if len(loads) != len(zeros) or not all(is_taken(*pair, array) for pair in pairs):
            return False
        both = combinations(zeros, 2)
        if not all(are_exclusive(*two, layout) or are_apart(map(index_of, two)) for two in both):
            return False
    return True


def index_of(zero: Statement) -> list[Expression]:
    """Return the subscripts of the element that a statement sets to zero."""
    return members(zero.targets[0].slice)


def are_exclusive(first: Statement, second: Statement, layout: Structure) -> bool:
    """Return True if a thread that runs one statement never runs the other."""
    ways = dict(layout.path[first])
    other = layout.path[second]
    if any(is_loop(around) for around in ways):
        return False  # other iterations may take the other branch
    return any(around in ways and ways[around] != way for around, way in other)


def zeros_of(arrays: Collection[str], layout: Structure) -> set[Statement]:
    """Return the statements that set elements of some adjoints to zero."""
    written = {s: elements_written(s) for s in layout.order}
    return {s for s, found in written.items() if found and dotted(found[0].value) in arrays}


def clearing(body: Block, zeros: set[Statement], layout: Structure) -> Block | None:
    """Return the parts of a kernel that set elements to zero; None for those in several loops."""
    around = {loop for s in zeros for loop, _ in layout.path[s] if is_loop(loop)}
    return None if len(around) > 1 else slice_of(body, zeros, next(iter(around), None))


def is_taken(load: Statement, zero: Statement, array: str) -> bool:
    """Return True if one statement reads an element, and the other sets it to zero."""
    if not isinstance(load, gast.Assign) or not isinstance(zero, gast.Assign):
        return False
    read, target = load.value, zero.targets[0]
    elements = all(
        isinstance(e, gast.Subscript) and dotted(e.value) == array for e in (read, target)
    )
    return elements and same(read.slice, target.slice) and number(zero.value) == 0


def are_apart(indices: Iterable[list[Expression]]) -> bool:
    """Return True if subscripts differ in a number, each two of them.

    One that counts from the end may be the same place as one from the beginning.

    >>> from srcdiff.syntax import expression
    >>> pairs = ("i, 0", "i, 1"), ("i, 1", "i, -1"), ("i, -1", "i, -2"), ("i, 0", "j, 0")
    >>> [are_apart([members(expression(text)) for text in pair]) for pair in pairs]
    [True, False, True, False]
    """
    pairs = (zip(*both, strict=True) for both in combinations(indices, 2))
    return all(any(differ(number(a), number(b)) for a, b in pair) for pair in pairs)


def differ(first: float | int | None, second: float | int | None) -> bool:
    """Return True if two subscripts are numbers of different places."""
    if first is None or second is None:
        return False
    return first != second and (first < 0) == (second < 0)

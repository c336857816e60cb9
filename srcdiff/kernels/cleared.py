"""Adjoints of outputs that are read, and set to zero then: that can be done by another kernel."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import gast

from srcdiff.analyse.structure import Structure
from srcdiff.kernels.distances import own_names
from srcdiff.syntax import Expression, Statement, dotted, members, number, same


def are_taken_once(arrays: Iterable[str], layout: Structure) -> bool:
    """Tell whether a kernel only reads elements of arrays that it sets to zero then, each once."""
    for array in arrays:
        used = [s for s in layout.order if array in own_names(s)]
        loads, zeros = used[::2], used[1::2]
        pairs = list(zip(loads, zeros, strict=False))
        if len(loads) != len(zeros) or not all(is_taken(*pair, array) for pair in pairs):
            return False
        if not are_apart([members(zero.targets[0].slice) for zero in zeros]):
            return False
    return True


def is_taken(load: Statement, zero: Statement, array: str) -> bool:
    """Tell whether one statement reads an element, and the other sets it to zero."""
    if not isinstance(load, gast.Assign) or not isinstance(zero, gast.Assign):
        return False
    read, target = load.value, zero.targets[0]
    elements = all(
        isinstance(e, gast.Subscript) and dotted(e.value) == array for e in (read, target)
    )
    return elements and same(read.slice, target.slice) and number(zero.value) == 0


def are_apart(indices: list[list[Expression]]) -> bool:
    """Tell whether subscripts differ in a number, each two of them."""
    return all(
        any(
            number(a) is not None and number(b) is not None and number(a) != number(b)
            for a, b in zip(first, second, strict=True)
        )
        for first, second in combinations(indices, 2)
    )

"""Results of functions that are certainly rows of arguments: callers know their lengths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import gast

from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.syntax import Expression, Statement, dotted, number, parameters, whole_target

# for a statement that calls a function, by the positions of results that are rows: the positions of
# the arguments that they are rows of, and how many axes these have more
RowsOf = Callable[[Statement], Mapping[int, tuple[int, int]]]


def returned_rows(
    tree: gast.FunctionDef, types: Types, results: Sequence[str]
) -> dict[int, tuple[int, int]]:
    """Return which results are arguments or rows of them, whichever way the function takes.

    By the position of the result that of the argument, and how many axes this has more.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(m, n):
    ...     row = m[0]
    ...     kept = row
    ...     for k in range(n):
    ...         row·2 = m[k]
    ...         if row·2[0] > kept[0]:
    ...             kept = row·2
    ...     return kept, m
    ... ''')
    >>> kinds = {"m": numba_types.float64[:, :], "k": numba_types.int64}
    >>> kinds |= dict.fromkeys(("row", "row·2", "kept"), numba_types.float64[:])
    >>> returned_rows(tree, Types(kinds, numba_types.none), ["kept", "m"])
    {0: (0, 1), 1: (0, 0)}
    """
    made = structure(tree.body).definitions
    given = parameters(tree)

    def origins(array: str, more: int, seen: set[str]) -> set[tuple[str, int]]:
        """Return the parameters that an array is a row of, with axes; ("", 0) for anything else."""
        if array in seen or not types.is_array(array):
            return set() if array in seen else {("", 0)}
        ways = made.get(array, ())
        if not ways:
            return {(array, more)}
        found: set[tuple[str, int]] = set()
        for statement in ways:
            whole, axes = row_of(getattr(statement, "value", None), types)
            if whole_target(statement) != array or not whole:
                return {("", 0)}
            found |= origins(whole, more + axes, seen | {array})
        return found

    rows: dict[int, tuple[int, int]] = {}
    for place, result in enumerate(results):
        found = origins(result, 0, set()) if types.is_array(result) else set()
        if len(found) == 1:
            ((array, more),) = found
            if array in given:
                rows[place] = given.index(array), more
    return rows


def row_of(value: Expression | None, types: Types) -> tuple[str, int]:
    """Return what a value is a row of, or is, and how many axes that has more; or ""."""
    if not isinstance(value, gast.Subscript):
        return dotted(value) if isinstance(value, gast.Name) else "", 0
    parts = value.slice.elts if isinstance(value.slice, gast.Tuple) else [value.slice]
    whole = dotted(value.value)
    known = types.is_array(whole) and all(is_place(part, types) for part in parts)
    return (whole, len(parts)) if known else ("", 0)


def is_place(index: Expression, types: Types) -> bool:
    """Return True if an index is certainly one integer."""
    if isinstance(index, gast.Name):
        return isinstance(types[index.id], numba_types.Integer)
    return isinstance(number(index), int)

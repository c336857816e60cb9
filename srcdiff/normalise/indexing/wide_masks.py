"""Choose by a mask of several dimensions: Numba only has masks of one."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.operations import all_of, is_load, is_store, store_target
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.indexing.shape_roots import is_known, shape_root
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    call,
    constant,
    dotted,
    each_statement,
    locate,
    name,
    path,
    targets,
    tuple_of,
    walk_statements,
)

MESSAGE = "the mask has another shape than the array"


@needs(gast.Subscript)
@needs(numba_types.Boolean)
def wide_masks(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with masks of one dimension, of the flat array.

    Arrays that do not lie row by row are copied to ones that do, and back. Of masks that may have
    another shape that is checked, as flat they may fit all the same.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(a, b, m):
    ...     x = a[m]
    ...     a[m] = x
    ...     n = b > 0.0
    ...     b[n] *= 2.0
    ... ''')
    >>> known = {
    ...     "a": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "b": numba_types.Array(numba_types.float64, 2, "A"),
    ...     "m": numba_types.Array(numba_types.boolean, 2, "C"),
    ...     "n": numba_types.Array(numba_types.boolean, 2, "C"),
    ...     "x": numba_types.Array(numba_types.float64, 1, "C"),
    ... }
    >>> print(unparse(wide_masks(tree, Types(known, numba_types.none))))
    def f(a, b, m):
        if a.shape[0] != m.shape[0] or a.shape[1] != m.shape[1]:
            raise IndexError('the mask has another shape than the array')
        x·flat = np.ravel(a)
        x·mask = np.ravel(m)
        x = x·flat[x·mask]
        a·flat = np.ravel(a)
        a·mask = np.ravel(m)
        a·flat[a·mask] = x
        n = b > 0.0
        b·rows = np.empty(b.shape, np.float64)
        b·rows[:] = b
        b·flat = np.ravel(b·rows)
        b·mask = np.ravel(n)
        b·flat[b·mask] *= 2.0
        b[:] = b·rows
    """
    naming, unchecked = Naming(tree), unchecked_masks(tree, types)

    def change(statement: Statement) -> Block:
        check = [check_of(*unchecked[statement])] if statement in unchecked else []
        return [*(locate(s, statement) for s in check), *flattened(statement, types, naming)]

    return each_statement(tree, change)


def chosen(statement: Statement, types: Types) -> Any:
    """Return the elements that a statement reads or writes by a wide mask, or None."""
    element: Any = statement.value if is_load(statement) else None
    if is_store(statement):
        element = store_target(statement)
    return element if element is not None and is_wide(element, types) else None


def unchecked_masks(tree: gast.FunctionDef, types: Types) -> dict[Statement, tuple[Any, int]]:
    """Return the elements whose mask may have another shape than the array, and its rank.

    What a statement before has checked is not checked again.
    """
    masked = {s: e for s in walk_statements(tree.body) if (e := chosen(s, types)) is not None}
    layout = structure(tree.body) if masked else structure([])
    found: dict[Statement, tuple[Any, int]] = {}
    known: list[tuple[Statement, tuple[str, str]]] = []
    for statement, element in masked.items():
        array, mask = dotted(element.value), dotted(element.slice)
        pair = (
            shape_root(array, statement, layout, types),
            shape_root(mask, statement, layout, types),
        )
        if pair[0] == pair[1] and types.ndim(array) == types.ndim(mask):
            continue
        if not any(pair == old and layout.dominates(s, statement) for s, old in known):
            found[statement] = element, types.ndim(mask)
        if all(is_known(title, statement, layout) for title in pair):
            known.append((statement, pair))
    return found


def flattened(statement: Statement, types: Types, naming: Naming) -> Block:
    """Return the statements that stand for a statement."""
    element = chosen(statement, types)
    if element is None:
        return [statement]
    owner = targets(statement)[0] if is_load(statement) else dotted(element.value)
    begin, array, end = in_rows(statement, element, types, naming)
    flat, mask = naming.part(owner, "flat"), naming.part(owner, "mask")
    begin.append(assign(flat, rows_of(element, array, types)))
    begin.append(assign(mask, call("np.ravel", element.slice)))
    new = gast.copy_location(gast.Subscript(name(flat), name(mask), element.ctx), element)
    if is_load(statement):
        changed = assign(owner, new)
    elif isinstance(statement, gast.AugAssign):
        changed = augmented(new, statement.op, statement.value)
    else:
        changed = assign(new, statement.value)
    return [locate(s, statement) for s in (*begin, changed, *end)]


def check_of(element: Any, rank: int) -> Statement:
    """Return what raises if a mask has another shape than its array."""
    array, mask = dotted(element.value), dotted(element.slice)
    tests: list[Expression] = [
        gast.Compare(extent(array, axis), [gast.NotEq()], [extent(mask, axis)])
        for axis in range(rank)
    ]
    return raising(gast.BoolOp(gast.Or(), tests), MESSAGE, element, "IndexError")


def extent(array: str, axis: int) -> Expression:
    """Return the number of elements along an axis."""
    return gast.Subscript(path(f"{array}.shape"), constant(axis), gast.Load())


def in_rows(
    statement: Statement, element: Any, types: Types, naming: Naming
) -> tuple[Block, Expression, Block]:
    """Return an array that lies row by row, what makes it, and what puts it back.

    One that does is taken as it is.
    """
    array, kind = element.value, types[dotted(element.value)]
    if kind.layout == "C":
        return [], array, []
    made = naming.part(dotted(array), "rows")
    dtype = "np.bool_" if isinstance(kind.dtype, numba_types.Boolean) else f"np.{kind.dtype}"
    shape = path(f"{dotted(array)}.shape")
    begin = [
        assign(made, call("np.empty", shape, path(dtype))),
        assign(all_of(name(made), kind.ndim, store=True), array),
    ]
    back = assign(all_of(array, kind.ndim, store=True), name(made))
    return begin, name(made), [back] if is_store(statement) else []


def is_wide(element: Any, types: Types) -> bool:
    """Return True if elements are chosen by a mask of several dimensions."""
    array, mask = dotted(element.value), dotted(element.slice)
    if not array or not mask or not types.is_array(array) or not types.is_array(mask):
        return False
    boolean = isinstance(types[mask].dtype, numba_types.Boolean)
    return boolean and 1 < types.ndim(mask) <= types.ndim(array)


def rows_of(element: Any, array: Expression, types: Types) -> Expression:
    """Return an array with the dimensions of the mask of an element as its first one."""
    first, rank = types.ndim(dotted(element.slice)), types.ndim(dotted(element.value))
    if first == rank:
        return call("np.ravel", array)
    rest = [extent(dotted(array), axis) for axis in range(first, rank)]
    return call("np.reshape", array, tuple_of([constant(-1), *rest]))

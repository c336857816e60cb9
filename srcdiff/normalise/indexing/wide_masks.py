"""Choose by a mask of several dimensions: Numba only has masks of one."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import all_of, is_load, is_store, store_target
from srcdiff.normalise.control_flow.naming import Naming
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
)


def wide_masks(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with masks of one dimension, of the flat array.

    Arrays that do not lie row by row are copied to ones that do, and back.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a, b, m):\\n    x = a[m]\\n    a[m] = x\\n    b[m] *= 2.0")
    >>> known = {
    ...     "a": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "b": numba_types.Array(numba_types.float64, 2, "A"),
    ...     "m": numba_types.Array(numba_types.boolean, 2, "C"),
    ...     "x": numba_types.Array(numba_types.float64, 1, "C"),
    ... }
    >>> print(unparse(wide_masks(tree, Types(known, numba_types.none))))
    def f(a, b, m):
        x·flat = np.ravel(a)
        x·mask = np.ravel(m)
        x = x·flat[x·mask]
        a·flat = np.ravel(a)
        a·mask = np.ravel(m)
        a·flat[a·mask] = x
        b·rows = np.empty(b.shape, np.float64)
        b·rows[:] = b
        b·flat = np.ravel(b·rows)
        b·mask = np.ravel(m)
        b·flat[b·mask] *= 2.0
        b[:] = b·rows
    """
    naming = Naming(tree)

    return each_statement(tree, lambda statement: flattened(statement, types, naming))


def flattened(statement: Statement, types: Types, naming: Naming) -> Block:
    """Return the statements that stand for a statement."""
    element: Any = statement.value if is_load(statement) else None
    if is_store(statement):
        element = store_target(statement)
    if element is None or not is_wide(element, types):
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
    shape = path(f"{dotted(array)}.shape")
    rest = [gast.Subscript(shape, constant(axis), gast.Load()) for axis in range(first, rank)]
    return call("np.reshape", array, tuple_of([constant(-1), *rest]))

"""Take elements by an array of places beside slices, or by arrays of several dimensions."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.arrays.subscripts import makes_array
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.indexing.beside import Named, beside_slices, is_single, spelled_out
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    constant,
    dotted,
    each_statement,
    element,
    locate,
    members,
    name,
    path,
    reads,
    targets,
)


@needs(gast.Subscript)
@needs(numba_types.Array)
def gathers(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with one array of places in each subscript that has several parts.

    Slices beside it are taken before; arrays of several dimensions tell places in the flat array.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a, k, i, j):\\n    x = a[:, k]\\n    y = a[k, 1:]\\n    z = a[i, j]")
    >>> places = numba_types.Array(numba_types.int64, 2, "C")
    >>> known = {
    ...     "a": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "k": numba_types.Array(numba_types.int64, 1, "C"),
    ...     "i": places,
    ...     "j": places,
    ... }
    >>> print(unparse(gathers(tree, Types(known, numba_types.none))))
    def f(a, k, i, j):
        x·turned = np.moveaxis(a, 1, 0)
        x·rows = x·turned[k]
        x = np.moveaxis(x·rows, 0, 1)
        y·part = a[:, 1:]
        y = y·part[k]
        z·flat = np.ravel(a)
        z·size = a.shape[0]
        z·below = i < 0
        z·above = i + z·size
        z·place = np.where(z·below, z·above, i)
        z·size·2 = a.shape[1]
        z·below·2 = j < 0
        z·above·2 = j + z·size·2
        z·place·2 = np.where(z·below·2, z·above·2, j)
        z·before = z·place * z·size·2
        z·place·3 = z·before + z·place·2
        z = z·flat[z·place·3]
    """
    naming = Naming(tree)

    return each_statement(tree, lambda statement: gathered(statement, types, naming))


def gathered(statement: Statement, types: Types, naming: Naming) -> Block:
    """Return the statements that stand for a statement."""
    value: Any = getattr(statement, "value", None)
    bound = targets(statement)
    plain = isinstance(statement, gast.Assign) and isinstance(value, gast.Subscript)
    if not plain or len(bound) != 1 or not types.is_array(dotted(value.value)):
        return [statement]
    value = spelled_out(value, types.ndim(dotted(value.value)))
    parts = members(value.slice)
    several = [place for place, part in enumerate(parts) if makes_array(part, types.is_array)]
    new: Block = []

    def named(word: str, tree: Expression) -> Expression:
        kept = naming.part(bound[0], word)
        new.append(assign(kept, tree, statement))
        return name(kept)

    others = [part for place, part in enumerate(parts) if place not in several]
    if len(several) == 1 and is_beside(others, types):
        places = types[dotted(parts[several[0]])]
        if is_array(places) and places.ndim > 1 and isinstance(places.dtype, numba_types.Boolean):
            return [statement]  # a mask of several dimensions
        ndim = places.ndim if is_array(places) else 1
        found = beside_slices(value.value, parts, several[0], named, ndim)
    elif len(several) > 1 and is_wide(parts, dotted(value.value), types):
        found = from_flat(value.value, parts, named)
    else:
        return [statement]
    return [locate(s, statement) for s in (*new, assign(bound[0], found, statement))]


def is_beside(others: list[Expression], types: Types) -> bool:
    """Return True if parts of a subscript are slices, perhaps with numbers among them."""
    slices = [part for part in others if isinstance(part, gast.Slice)]
    singles = [part for part in others if not isinstance(part, gast.Slice)]
    return bool(slices) and all(is_single(part, types) for part in singles)


def is_wide(parts: list[Expression], array: str, types: Types) -> bool:
    """Return True if arrays of integers, of which some have several dimensions, tell elements."""
    kinds = [types[n] for part in parts for n in reads(part)]
    arrays = [kind for kind in kinds if is_array(kind)]
    slices = any(isinstance(part, (gast.Slice, gast.Constant)) for part in parts)
    integers = all(isinstance(kind.dtype, numba_types.Integer) for kind in arrays)
    wide = any(kind.ndim > 1 for kind in arrays)
    return wide and integers and not slices and types.ndim(array) == len(parts)


def from_flat(array: Expression, parts: list[Expression], named: Named) -> Expression:
    """Return elements by their places in the flat array."""
    flat = named("flat", call("np.ravel", array))
    place: Expression | None = None
    for axis, part in enumerate(parts):
        shape = path(f"{dotted(array)}.shape")
        size = named("size", element(shape, axis))
        below = named("below", gast.Compare(part, [gast.Lt()], [constant(0)]))
        above = named("above", binary(part, gast.Add(), size))
        own = named("place", call("np.where", below, above, part))
        if place is not None:
            before = named("before", binary(place, gast.Mult(), size))
            own = named("place", binary(before, gast.Add(), own))
        place = own
    return gast.Subscript(flat, place, gast.Load())

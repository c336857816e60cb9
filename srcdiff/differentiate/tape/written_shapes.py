"""Write shapes out where an array would be made again for nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.differentiate.reverse.extents import sizes
from srcdiff.syntax import (
    Block,
    Expression,
    call,
    clone,
    dotted,
    key,
    mapped,
    members,
    name,
    reads,
    targets,
    tuple_of,
)


def with_shapes(block: Block, empty: Mapping[str, Expression], types: Types) -> Block:
    """Return a block without the arrays of which it only asks for the shape.

    `empty` has the calls that make such arrays, by their names.

    >>> from srcdiff.syntax import expression, statements, unparse
    >>> block = statements("x = np.empty(n)\\nd = np.zeros_like(x)\\nd += runtime.fit(g, x)")
    >>> known = Types({"n": numba_types.intp}, numba_types.none)
    >>> [unparse(s) for s in with_shapes(block, {"x": expression("np.empty(n)")}, known)]
    ['d = np.zeros(n)', 'd += runtime.fit_shape(g, (n,))']
    """
    made = {t: empty[t] for statement in block for t in targets(statement) if t in empty}
    if not made:
        return block

    def change(node: gast.AST) -> gast.AST:
        node = mapped(node, change)
        if not isinstance(node, gast.Call) or not node.args:
            return node
        found = made.get(dotted(node.args[-1]))
        if found is None:
            return node
        parts = members(found.args[0])
        like = whole(parts, types)
        if dotted(node.func) == "np.zeros_like":
            if like and len(found.args) == 1 and is_of_doubles(types[like]):
                return gast.copy_location(call("np.zeros_like", name(like)), node)
            return gast.copy_location(call("np.zeros", *map(clone, found.args)), node)
        if dotted(node.func) == "runtime.fit":
            if like:
                return gast.copy_location(call("runtime.fit", node.args[0], name(like)), node)
            shape = tuple_of(map(clone, parts))
            return gast.copy_location(call("runtime.fit_shape", node.args[0], shape), node)
        return node

    new = [mapped(statement, change) for statement in block]
    wanted = reads(new)
    return [s for s in new if not (targets(s) and set(targets(s)) <= made.keys() - wanted)]


def is_of_doubles(kind: Type) -> bool:
    """Return True if a type is of arrays in double precision, in the order of rows."""
    return bool(kind.dtype == numba_types.float64 and kind.layout == "C")


def whole(parts: list[Expression], types: Types) -> str:
    """Return the array of which some lengths are all there are, or "".

    >>> from srcdiff.syntax import expression
    >>> types = Types({"x": numba_types.float64[:], "a": numba_types.float64[:, :]}, None)
    >>> texts = "(len(x),)", "(a.shape[0], a.shape[1])", "(a.shape[0],)", "(a.shape[0], len(x))"
    >>> [whole(expression(text).elts, types) for text in texts]
    ['x', 'a', '', '']
    """
    arrays = {array for part in parts for array in reads(part) - {"len"}}
    if len(arrays) != 1:
        return ""
    (array,) = arrays
    own = sizes(array, len(parts))
    alike = all(key(part) == key(size) for part, size in zip(parts, own, strict=True))
    return array if alike and types.ndim(array) == len(parts) else ""

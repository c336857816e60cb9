"""Give a variable one array, which gets new elements where it was bound to another array."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.aliasing.buffer_names import Buffers
from srcdiff.analyse.arrays.slice_shapes import length_of, named_in
from srcdiff.analyse.flow.structure import Structure, copied
from srcdiff.normalise.memory.one_shape import shape_check
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    call,
    call_method,
    name,
    rename,
    targets,
    tuple_of,
    with_blocks,
    with_body,
)


def in_one_array(
    tree: gast.FunctionDef,
    found: Buffers,
    layout: Structure,
    shape: Mapping[str, str],
) -> gast.FunctionDef:
    """Return the function with one array for each variable, with copies where that needs them.

    `shape` has a name for the shape of each array of which one is known. Where it is not known
    that an array has the shape of the one that it is copied to, that is checked.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y, c):
    ...     a = x.copy()
    ...     b = y.copy()
    ...     if c:
    ...         a·2 = b
    ...         b·2 = a
    ...         a·3 = a·2
    ...         b·3 = b·2
    ...     else:
    ...         a·3 = a
    ...         b·3 = b
    ...     return a·3[0] + b·3[1]
    ... ''')
    >>> found = Buffers({"a": "a", "a·3": "a", "b": "b", "b·3": "b"}, frozenset({"b·2"}))
    >>> shape = dict.fromkeys(["a", "b", "a·2", "b·2"], "x")
    >>> print(unparse(in_one_array(tree, found, structure(tree.body), shape)))
    def f(x, y, c):
        a = x.copy()
        b = y.copy()
        if c:
            b·2 = a.copy()
            a[:] = b
            b[:] = b·2
        else:
            pass
        return a[0] + b[1]
    """
    # one function, as all its parts ask which name stands for which array
    arrays = set(found.buffer.values())
    begun = {layout.definitions[first][0] for first in arrays - found.empty.keys()}
    single = {n for n in layout.definitions if layout.is_single(n)}
    aliases = {n: found.source(n, layout) for n in single if not is_left(n, found, layout)}
    first_of = {n: first for n, first in aliases.items() if first in arrays}
    first_of |= found.buffer
    made: dict[Statement, Block] = {}
    for first, (place, extents) in found.empty.items():
        made.setdefault(place, []).append(assign(first, rename(empty(extents), first_of), place))

    def shape_of(array: str) -> str:
        if array in found.empty:
            return found.empty[array][1]
        known = shape.get(array, array)
        return shape.get(found.buffer.get(known, known), known)

    def change(block: Block) -> Block:
        return [part for s in block for part in (*made.get(s, ()), *changed(s))] or [gast.Pass()]

    def changed(statement: Statement) -> Block:
        if blocks(statement):
            statement = with_blocks(statement, [change(part) for part in blocks(statement)])
        new = rename(statement, first_of)
        (target,) = targets(statement) if len(targets(statement)) == 1 else ("",)
        if target in found.copies | found.apart:
            return [assign(first_of.get(target, target), copy_of(new.value), statement)]
        if target not in first_of or statement in begun:
            return [new]
        first, source = first_of[target], copied(statement.value)
        if first_of.get(source) == first:
            return []  # it has these elements
        whole = gast.Subscript(name(first), gast.Slice(None, None, None), gast.Store())
        fixed = all(layout.is_single(n) or n in first_of for n in named_in(shape_of(source)))
        known = fixed and shape_of(first) == shape_of(source)
        new_source = first_of.get(source, source)
        checked = [] if known else [shape_check(new_source, first, statement)]
        bound = layout.definitions.get(source, ())
        near = [s for s in bound if layout.path[s] == layout.path[statement]]
        return [*checked, assign(whole, name(new_source), (*near, statement)[0])]

    return with_body(tree, change(tree.body))


def is_left(name: str, found: Buffers, layout: Structure) -> bool:
    """Return True if a name is what a loop leaves in one that gets a copy in each iteration.

    What is saved of the latter is its array in each iteration, not the one after the last.
    """
    (statement,) = layout.definitions[name]
    source = copied(getattr(statement, "value", None))
    return source in found.apart and not layout.is_single(source)


def empty(shape: str) -> Expression:
    """Return the call that makes an array of a shape, as array_shapes.py calls it.

    >>> from srcdiff.syntax import unparse
    >>> unparse(empty("x")), unparse(empty("(x[0], 3)"))
    ('np.empty_like(x)', 'np.empty((x.shape[0], 3))')
    """
    if not shape.startswith("("):
        return call("np.empty_like", name(shape))
    lengths = [length_of(extent) for extent in shape.strip("()").split(", ")]
    return call("np.empty", tuple_of(lengths) if len(lengths) > 1 else lengths[0])


def copy_of(array: Expression) -> Expression:
    """Return the call that copies an array."""
    return call_method(array, "copy")

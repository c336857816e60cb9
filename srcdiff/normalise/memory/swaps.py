"""Write a swap of arrays at the end of an iteration as copies that are done at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.analyse.flow.structure import Structure, is_loop, structure
from srcdiff.syntax import (
    Block,
    Statement,
    locate,
    map_blocks,
    members,
    name,
    substitute,
    targets,
    tuple_of,
    with_body,
)


def swaps(tree: gast.FunctionDef, second: Mapping[str, str]) -> gast.FunctionDef:
    """Return the function without second names of arrays that a loop carries.

    `second` has these names, and for each the name that the loop carries.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y, n):
    ...     x·2 = x
    ...     y·2 = y
    ...     for i in range(n):
    ...         x·2[i] = y·2[i]
    ...         y·3 = x·2
    ...         x·3 = y·2
    ...         x·2 = x·3
    ...         y·2 = y·3
    ...     return x·2[0]
    ... ''')
    >>> second = second_names(tree, lambda name: name[0] in "xy")
    >>> second
    {'y·3': 'x·2', 'x·3': 'y·2'}
    >>> print(unparse(swaps(tree, second)))
    def f(x, y, n):
        x·2 = x
        y·2 = y
        for i in range(n):
            x·2[i] = y·2[i]
            x·2, y·2 = (y·2, x·2)
        return x·2[0]
    """
    if not second:
        return tree
    first = {target: name(origin) for target, origin in second.items()}
    layout = structure(tree.body)
    carried = {n for s in layout.order if is_loop(s) for n in layout.carried(s)}

    def change(block: Block) -> Block:
        kept = [s for s in block if not (set(targets(s)) & first.keys())]
        split = len(kept)
        while split and is_carry(kept[split - 1], carried):
            split -= 1
        before = [substitute(s, first) for s in kept[:split]]
        return [*before, *at_once([substitute(s, first) for s in kept[split:]])] or [gast.Pass()]

    return with_body(tree, map_blocks(tree.body, change))


def second_names(tree: gast.FunctionDef, is_written: Callable[[str], bool]) -> dict[str, str]:
    """Return the second names of written arrays that a loop carries, with the names there.

    They are bound and read inside the loop only, or behind it.
    """
    layout = structure(tree.body)
    found: dict[str, str] = {}
    for statement in layout.order:
        value = getattr(statement, "value", None)
        if isinstance(value, gast.Name) and len(targets(statement)) == 1:
            origin = found.get(value.id, value.id)
            (target,) = targets(statement)
            if is_written(target) and is_second(target, origin, statement, layout):
                found[target] = origin
    return found


def is_second(target: str, origin: str, statement: Statement, layout: Structure) -> bool:
    """Return True if a name is another one for what a loop carries."""
    made = layout.definitions.get(origin, ())
    if not layout.is_single(target) or len(made) != 2:
        return False
    around = layout.loops(made[1])
    if not around or origin not in layout.carried(around[-1]):
        return False
    loop, used = around[-1], (statement, *layout.readers.get(target, ()))
    if all(layout.inside(s, loop) for s in used):
        return True
    later = layout.order[statement] > layout.order[loop]
    return later and all(
        layout.dominates(loop, s) and s is not loop and not layout.inside(s, loop) for s in used
    )


def is_carry(statement: Statement, carried: set[str]) -> bool:
    """Return True if a statement only passes values on to the next iteration."""
    value = getattr(statement, "value", None)
    parts = members(value)
    plain = all(isinstance(part, gast.Name) for part in parts)
    return plain and bool(targets(statement)) and set(targets(statement)) <= carried


def at_once(block: Block) -> Block:
    """Return copies as one statement, if one of them reads what another one binds."""
    bound = [t for s in block for t in targets(s)]
    values = [v for s in block for v in members(s.value)]
    if len(block) < 2 or not any(v.id in bound for v in values):
        return block
    target = tuple_of([gast.Name(b, gast.Store(), None, None) for b in bound], store=True)
    return [locate(gast.Assign([target], tuple_of(values), None), block[-1])]

"""Use one name for an array, where all paths give the same array another name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.analyse.aliasing.originals import originals
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.types.types import types
from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Block,
    assign,
    map_blocks,
    name,
    parameters,
    substitute,
    targets,
    with_body,
)


@needs(types.Array)
def references(tree: gast.FunctionDef, is_array: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function with the first name of each array that has several for sure.

    The other names go. Paths that leave a name unbound do not count; an array that an earlier
    iteration of a loop has made is not the one that this iteration makes.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(references(function('''
    ... def f(x, c):
    ...     if c:
    ...         y = x
    ...     else:
    ...         y = x
    ...     return y[0]
    ... '''), lambda array: array in "xy")))
    def f(x, c):
        if c:
            pass
        else:
            pass
        return x[0]
    """
    layout = structure(tree.body)
    given = {n: n for n in layout.readers if n not in layout.definitions}
    arguments = {n: n for n in parameters(tree)}
    first = {
        target: origin
        for target, origin in originals(tree.body, {**arguments, **given}).items()
        if is_array(target) and encloses(layout, origin, target)
    }
    if not first:
        return tree
    kept = with_body(tree, map_blocks(tree.body, lambda block: without(block, first)))
    return substitute(kept, {n: name(origin) for n, origin in first.items()})


def without(block: Block, first: Mapping[str, str]) -> Block:
    """Return a block without the copies that bind some names."""
    new: Block = []
    for statement in block:
        bound = targets(statement)
        if not set(bound) & first.keys():
            new.append(statement)
        elif len(bound) > 1:
            pairs = zip(bound, statement.value.elts, strict=True)
            new += [assign(target, v, statement) for target, v in pairs if target not in first]
    return new or ([gast.Pass()] if block else [])


def encloses(layout: Structure, origin: str, target: str) -> bool:
    """Return True if a name is bound before another one, in blocks around all those where that is.

    In a loop, what is bound further down is of the iteration before: no name may be read there.
    """
    return all(
        layout.dominates(made, statement) and layout.order[made] < layout.order[statement]
        for made in layout.definitions.get(origin, ())
        for statement in layout.definitions[target]
    )

"""Check that arrays which a loop swaps have one shape, where that is not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import gast

from srcdiff.syntax import (
    Block,
    Statement,
    base,
    constant,
    locate,
    map_blocks,
    name,
    targets,
    walk_statements,
    with_body,
)


def one_shape(tree: gast.FunctionDef, others: Mapping[str, str]) -> gast.FunctionDef:
    """Return the function with checks that arrays have the shapes of others.

    `others` has, for each of these arrays, one that is there before it.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     v = np.zeros(n)
    ...     return v
    ... ''')
    >>> print(unparse(one_shape(tree, {"v": "x"})))
    def f(x, n):
        v = np.zeros(n)
        assert v.shape == x.shape, 'arrays of other shapes than v need names of their own'
        return v
    """

    def change(block: Block) -> Block:
        return [part for s in block for part in (s, *checks(targets(s), s))]

    def checks(arrays: Iterable[str], place: Statement) -> Block:
        return [shape_check(array, others[array], place) for array in arrays if array in others]

    bound = {target for s in walk_statements(tree.body) for target in targets(s)}
    first = checks((array for array in others if array not in bound), tree.body[0])
    return with_body(tree, [*first, *map_blocks(tree.body, change)])


def shape_check(array: str, other: str, place: Statement) -> Statement:
    """Return the check that two arrays have one shape."""
    shapes = [gast.Attribute(name(n), "shape", gast.Load()) for n in (array, other)]
    test = gast.Compare(shapes[0], [gast.Eq()], shapes[1:])
    words = f"arrays of other shapes than {base(array)} need names of their own"
    return locate(gast.Assert(test, constant(words)), place)

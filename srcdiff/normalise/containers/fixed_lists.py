"""Write lists of arrays that never change as tuples: `[x, y]` as `(x, y)`.

Lists of numbers become arrays, so that subscripts of them may vary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import gast
import numpy as np

from srcdiff.analyse.types.types import Type, is_array
from srcdiff.core.needs import needs
from srcdiff.core.operations import standard
from srcdiff.core.primitives import by_name, names_with
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    callee_of,
    dotted,
    each_block,
    is_read,
    locate,
    parameters,
    walk,
    walk_statements,
)

READERS = names_with(joins=True) | {"len", "enumerate", "reversed", "zip", "sum"}
MAKERS = {*by_name("dtype"), "np.copy", "np.diag", "np.outer"}  # whatever they are given


@needs(gast.List)
def fixed_lists(tree: gast.FunctionDef, given: tuple[Type, ...]) -> gast.FunctionDef:
    """Return the function with tuples for lists of arrays that are only read.

    `given` are the types of the arguments. Both are right where an element is no array after all.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, k):
    ...     y = 2 * x
    ...     layers = [x, y]
    ...     numbers = [k, 1.0]
    ...     for layer in layers:
    ...         s += np.sum(layer) * numbers[0]
    ...     return s + layers[0][1]
    ... ''')
    >>> print(unparse(fixed_lists(tree, (numba_types.float64[:], numba_types.float64))))
    def f(x, k):
        y = 2 * x
        layers = (x, y)
        numbers = [k, 1.0]
        for layer in layers:
            s += np.sum(layer) * numbers[0]
        return s + layers[0][1]
    """
    bound = Counter(n.id for n in names_of(tree) if not is_read(n))
    made = {
        dotted(s.targets[0]): s
        for s in walk_statements(tree.body)
        if isinstance(s, gast.Assign) and len(s.targets) == 1 and bound[dotted(s.targets[0])] == 1
    }
    lists = {title for title, s in made.items() if isinstance(s.value, gast.List)}
    if not lists:
        return tree
    arrays = {p for p, kind in zip(parameters(tree), given, strict=False) if is_array(kind)}
    values = {title: s.value for title, s in made.items()}
    known = _Arrays(arrays, values)
    read = Counter(n.id for n in names_of(tree) if is_read(n))
    plain = Counter(reads_only(tree))
    chosen = {
        made[title]
        for title in lists
        if read[title] == plain[title] and any(map(known.is_array, values[title].elts))
    }

    def change(block: Block) -> Block:
        return [as_tuple(s) if s in chosen else s for s in block]

    return each_block(tree, change) if chosen else tree


def names_of(tree: gast.AST) -> list[gast.Name]:
    """Return the names in a tree, as often as they occur."""
    return [node for node in walk(tree) if isinstance(node, gast.Name)]


def as_tuple(statement: gast.Assign) -> Statement:
    """Return the statement that binds a tuple instead of a list."""
    return locate(gast.Assign(statement.targets, in_tuples(statement.value), None), statement)


def in_tuples(tree: Expression) -> Expression:
    """Return a tuple for a list, and for the lists in it."""
    if not isinstance(tree, gast.List):
        return tree
    return locate(gast.Tuple([in_tuples(part) for part in tree.elts], gast.Load()), tree)


def reads_only(tree: gast.FunctionDef) -> Iterator[str]:
    """Yield the names that are read where a list and a tuple are the same."""
    for node in walk(tree):
        places: list[Expression] = []
        match node:
            case gast.For(iter=whole) | gast.comprehension(iter=whole):
                places = [whole]
            case gast.Call() if callee_of(node) in READERS:
                places = node.args
            case gast.Subscript(value=whole, ctx=gast.Load()):
                places = [] if isinstance(node.slice, gast.Slice) else [whole]
            case gast.Assign(targets=[gast.Tuple(), *_], value=whole):
                places = [whole]
        yield from (place.id for place in places if isinstance(place, gast.Name))


class _Arrays:
    """What is an array, as far as a glance tells."""

    def __init__(self, given: set[str], values: dict[str, Expression]) -> None:
        self.given, self.values = given, values

    def is_array(self, tree: Expression, seen: frozenset[str] = frozenset()) -> bool:
        """Return True if an expression is an array."""
        match tree:
            case gast.Name(id=title) if title in self.values and title not in seen:
                return self.is_array(self.values[title], seen | {title})
            case gast.Name(id=title):
                return title in self.given
            case gast.BinOp(op=gast.MatMult()):
                return False
            case gast.BinOp(left=left, right=right):
                return self.is_array(left, seen) or self.is_array(right, seen)
            case gast.List(elts=parts):
                return any(self.is_array(part, seen) for part in parts)
            case (
                gast.UnaryOp(operand=whole)
                | gast.Subscript(value=whole, slice=gast.Slice())
                | gast.Attribute(value=whole, attr="T")
                | gast.Call(func=gast.Attribute(value=whole, attr="copy"))
            ):
                return self.is_array(whole, seen)
            case gast.Call() if isinstance(standard(dotted(tree.func)), np.ufunc):
                return any(self.is_array(argument, seen) for argument in tree.args)
        return callee_of(tree) in MAKERS

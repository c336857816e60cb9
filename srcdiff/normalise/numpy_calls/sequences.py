"""Make arrays of the lists and tuples that functions of arrays are given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.checks.own_raises import LIBRARY
from srcdiff.analyse.types.composite_types import list_of_numbers
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.operations import standard
from srcdiff.core.primitives import by_name
from srcdiff.syntax import (
    Expression,
    call,
    callee_of,
    constant,
    dotted,
    locate,
    parameters,
    rebuild,
    walk,
)

OF_TWO = ("outer_sum", "outer_difference", "outer_product")  # and of these the second, too
TESTED = (gast.If, gast.While, gast.IfExp)


def named(prefix: str, names: str) -> tuple[str, ...]:
    """Return names of functions in a module."""
    return tuple(f"{prefix}.{name}" for name in names.split())


# which of the arguments stand for arrays
ARRAYS: Mapping[str, Sequence[int]] = by_name("lists")


@needs(gast.List, gast.ListComp, gast.Tuple, numba_types.List, numba_types.BaseTuple)
def sequences(
    tree: gast.FunctionDef, given: Sequence[Type], functions: Mapping[str, Any]
) -> gast.FunctionDef:
    """Return the function with `np.sum(np.array(x))` instead of `np.sum(x)` for a list or tuple x.

    A list that is a condition by itself becomes a question for its length. `given` are the types
    of the parameters, `functions` those that are called by plain names.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y):
    ...     z = (x[0], y)
    ...     w = np.max([y, 1.0]) + np.exp(x) @ np.array(z)
    ...     return w if x else np.mean(z)
    ... ''')
    >>> kinds = (numba_types.List(numba_types.float64), numba_types.float64)
    >>> print(unparse(sequences(tree, kinds, {})))
    def f(x, y):
        z = (x[0], y)
        w = np.max(np.array([y, 1.0])) + np.exp(np.array(x)) @ np.array(z)
        return w if len(x) > 0 else np.mean(np.array(z))
    """
    names = Names(tree, given)

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        if isinstance(node, gast.Call):
            return names.with_arrays(filled(node), places_of(node, functions))
        if isinstance(node, gast.BinOp) and isinstance(node.op, gast.MatMult):
            node.left, node.right = map(names.as_array, (node.left, node.right))
        if isinstance(node, gast.Subscript):
            node.slice = in_subscript(node.slice)
        if isinstance(node, TESTED):
            node.test = names.tested(node.test)
        if isinstance(node, gast.BoolOp):
            node.values = [names.tested(value) for value in node.values]
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
            node.operand = names.tested(node.operand)
        return node

    return change(tree)


def filled(node: gast.Call) -> gast.Call:
    """Return what makes an array without elements for `np.array([])`; any other call as it is.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(filled(expression(text))) for text in ("np.array([])", "np.array([x])")]
    ['np.empty(0)', 'np.array([x])']
    """
    match node:
        case gast.Call(args=[gast.List(elts=[])], keywords=[]):
            if callee_of(node) in ("np.array", "np.asarray"):
                return locate(call("np.empty", constant(0)), node)
    return node


def in_subscript(index: Expression) -> Expression:
    """Return a subscript with arrays of places instead of lists that are written out.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(in_subscript(expression("x[:, [0, 2]]").slice))
    '(:, np.array([0, 2]))'
    """
    if isinstance(index, gast.Tuple):
        parts = [in_subscript(part) for part in index.elts]
        return gast.copy_location(gast.Tuple(parts, index.ctx), index)
    whole = isinstance(index, gast.List) and bool(index.elts)
    return locate(call("np.array", index), index) if whole else index


def places_of(node: gast.Call, functions: Mapping[str, Any]) -> Iterable[int]:
    """Return which arguments of a call stand for arrays."""
    called = dotted(node.func)
    if called in functions:
        own = functions[called]
        if not str(getattr(own, "__module__", "")).startswith(LIBRARY):
            return ()
        return (0, 1) if getattr(own, "__name__", "") in OF_TWO else (0,)
    if isinstance(standard(called), np.ufunc):
        return range(len(node.args))
    return ARRAYS.get(called, ())


class Names:
    """The names of lists and of tuples of numbers in a function: what is always one of these."""

    def __init__(self, tree: gast.FunctionDef, given: Sequence[Type]) -> None:
        self.lists: set[str] = set()
        self.tuples: set[str] = set()
        for title, kind in zip(parameters(tree), given, strict=False):
            if list_of_numbers(kind):
                self.lists.add(title)
            elif is_tuple_of_numbers(kind):
                self.tuples.add(title)
        bound: dict[str, list[Expression]] = {}
        for node in walk(tree):
            if isinstance(node, gast.Assign) and len(node.targets) == 1:
                bound.setdefault(dotted(node.targets[0]), []).append(node.value)
        stored = [n.id for n in walk(tree) if isinstance(n, gast.Name) and is_stored(n)]
        for title in dict.fromkeys(stored):
            values = bound.get(title, [])
            plain = len(values) == stored.count(title)
            own = {title} & (self.lists | self.tuples) or title not in parameters(tree)
            is_list = plain and bool(own) and all(self.is_list(value) for value in values)
            is_tuple = plain and bool(own) and all(isinstance(v, gast.Tuple) for v in values)
            for kind, holds in ((self.lists, is_list), (self.tuples, is_tuple)):
                (kind.add if holds else kind.discard)(title)

    def is_list(self, tree: Expression) -> bool:
        """Return True if an expression is a list by its form."""
        if isinstance(tree, gast.BinOp) and not isinstance(tree.op, (gast.Add, gast.Mult)):
            return False  # of arrays, such as `x @ w`
        if isinstance(tree, gast.BinOp):
            return self.is_list(tree.left) or self.is_list(tree.right)
        if isinstance(tree, gast.Name):
            return tree.id in self.lists
        return isinstance(tree, (gast.List, gast.ListComp))

    def with_arrays(self, node: gast.Call, places: Iterable[int]) -> gast.Call:
        """Return a call that is given arrays at some places."""
        for place in places:
            if place < len(node.args):
                node.args[place] = self.as_array(node.args[place])
        return node

    def as_array(self, tree: Expression) -> Expression:
        """Return the array of a list or a tuple of numbers; any other expression as it is."""
        if not self.is_sequence(tree):
            return tree
        if isinstance(tree, gast.Tuple):
            tree = gast.copy_location(gast.List(tree.elts, gast.Load()), tree)
        return locate(call("np.array", tree), tree)

    def is_sequence(self, tree: Expression) -> bool:
        """Return True if an expression is a list, or a tuple of numbers."""
        if isinstance(tree, (gast.List, gast.Tuple)):
            return bool(tree.elts) and not any(isinstance(e, gast.Starred) for e in tree.elts)
        known = isinstance(tree, gast.Name) and tree.id in self.tuples
        return known or self.is_list(tree)

    def tested(self, tree: Expression) -> Expression:
        """Return a condition that a list has elements, where it is one by itself."""
        if not isinstance(tree, gast.Name) or tree.id not in self.lists:
            return tree
        return locate(gast.Compare(call("len", tree), [gast.Gt()], [constant(0)]), tree)


def is_stored(node: gast.Name) -> bool:
    """Return True if a name is bound here."""
    return isinstance(node.ctx, (gast.Store, gast.Del))


def is_tuple_of_numbers(kind: Type) -> bool:
    """Return True if a type is one of tuples of numbers of one kind."""
    return isinstance(kind, numba_types.UniTuple) and isinstance(kind.dtype, numba_types.Number)

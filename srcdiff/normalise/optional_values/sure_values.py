"""Which expressions are never None, as far as that shows in the text; of others types decide.

`n = f(x)` is None where `f` returns nothing else, or what it is given: that is no flag which is
false.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.types import Type, types
from srcdiff.core.memo import made_once
from srcdiff.front.parse import source_of
from srcdiff.normalise.functions.returns import falls_off
from srcdiff.normalise.optional_values.may_return_none import text_of
from srcdiff.syntax import (
    Expression,
    callee_of,
    dotted,
    own_writes,
    parameters,
    walk_statements,
    whole_target,
)

COMPUTED = (gast.BinOp, gast.UnaryOp, gast.Compare, gast.Tuple, gast.List, gast.Dict, gast.ListComp)
LIBRARIES = ("np.", "numpy.", "math.", "cmath.", "operator.", "runtime.", "scipy.")
NUMBERS = {"abs", "bool", "complex", "float", "int", "len", "list", "range", "round", "tuple"}
WITHOUT_RESULT = {"fill", "itemset", "partition", "put", "resize", "setfield", "setflags", "sort"}
PLAIN = types.Number, types.Boolean, types.Array, types.UnicodeType, types.BaseTuple


class SureValues:
    """What shows in the text of a function; `kinds` are the types of its parameters, if known."""

    def __init__(
        self,
        tree: gast.FunctionDef,
        known: Mapping[str, Any],
        kinds: Mapping[str, Type],
        seen: frozenset[int] = frozenset(),
    ) -> None:
        every = list(walk_statements(tree.body))
        self.known = known
        self.seen = seen
        self.values: dict[str, list[Expression]] = {}
        for statement in every:
            if whole_target(statement):
                self.values.setdefault(whole_target(statement), []).append(statement.value)
        given = parameters(tree)
        self.plain: set[str] = {p for p in given if isinstance(kinds.get(p), PLAIN)}
        self.arrays = {p for p in given if isinstance(kinds.get(p), types.Array)}
        self.others = set(given) - self.plain  # which may be anything
        for statement in every:
            if is_number(statement):
                self.plain |= own_writes(statement)
            elif not whole_target(statement):
                self.others |= own_writes(statement)
        self.pending: set[str] = set()

    def has(self, tree: Expression | None) -> bool:
        """Return True if an expression is certainly not None."""
        match tree:
            case gast.Constant():
                return tree.value is not None
            case gast.IfExp():
                return self.has(tree.body) and self.has(tree.orelse)
            case gast.BoolOp():
                return all(map(self.has, tree.values))
            case gast.Call():
                return self.called(tree)
            case gast.Subscript():
                return self.is_array(tree.value)
            case gast.Attribute():
                return hasattr(np.ndarray, tree.attr)
            case gast.Name():
                return self.named(tree.id)
        return isinstance(tree, COMPUTED)

    def named(self, title: str) -> bool:
        """Return True if a variable is certainly not None."""
        if title in self.pending:
            return True  # as far as what else it is bound to is not
        if title in self.others or (title not in self.values and title not in self.plain):
            return False
        self.pending.add(title)
        found = all(map(self.has, self.values.get(title, ())))
        self.pending.discard(title)
        return found

    def called(self, made: gast.Call) -> bool:
        """Return True if a call certainly returns something."""
        title = callee_of(made)
        if text_of(self.known.get(title)) is not None:
            return result_is_sure(self.known[title], self.seen)
        if isinstance(made.func, gast.Attribute) and not title.startswith(LIBRARIES):
            is_method = hasattr(np.ndarray, made.func.attr)
            return is_method and made.func.attr not in WITHOUT_RESULT
        return title.startswith(LIBRARIES) or title in NUMBERS

    def is_array(self, tree: Expression | None) -> bool:
        """Return True if what is subscripted is certainly an array: lists and tuples may have None.

        So may be what is added, or multiplied, if nothing in it tells that it is an array.
        """
        match tree:
            case gast.Subscript():
                return self.is_array(tree.value)
            case gast.UnaryOp():
                return True
            case gast.BinOp():
                is_number = isinstance(tree.op, (gast.Sub, gast.Div, gast.Pow, gast.MatMult))
                return is_number or self.is_array(tree.left) or self.is_array(tree.right)
            case gast.Constant():
                return isinstance(tree.value, float)
            case gast.Call() if isinstance(tree.func, gast.Attribute):
                is_library = str(dotted(tree.func)).startswith(("np.", "numpy."))
                return is_library or self.is_array(tree.func.value)
            case gast.Attribute():
                return bool(tree.attr == "T")
            case gast.Name() if tree.id not in self.pending:
                return self.is_array_name(tree.id)
        return False

    def is_array_name(self, title: str) -> bool:
        """Return True if a variable is certainly an array."""
        made = self.values.get(title, [])
        if title in self.others or not (made or title in self.arrays):
            return False
        self.pending.add(title)
        found = (title in self.arrays or not self.plain & {title}) and all(map(self.is_array, made))
        self.pending.discard(title)
        return found


def is_number(statement: gast.AST) -> bool:
    """Return True for a loop over a range, and for `+=`."""
    is_count = isinstance(statement, gast.For) and callee_of(statement.iter) == "range"
    return is_count or isinstance(statement, gast.AugAssign)


def result_is_sure(function: Any, seen: frozenset[int] = frozenset()) -> bool:
    """Return True if a function of the user certainly returns something.

    >>> def first(a): return a
    >>> def double(a): return 2.0 * a
    >>> result_is_sure(first), result_is_sure(double)
    (False, True)
    """

    def found() -> bool:
        own = returned(function, seen)
        return own is not None and all(map(own[0].has, own[1]))

    return made_once(("sure", id(function)), function, found)


def part_is_sure(function: Any, place: int) -> bool:
    """Return True if a part of the tuples that a function returns is certainly not None.

    >>> def pair(a): return 2.0 * a, None
    >>> part_is_sure(pair, 0), part_is_sure(pair, 1)
    (True, False)
    """
    own = returned(function, frozenset())
    if own is None:
        return False
    every = [value.elts if isinstance(value, gast.Tuple) else [] for value in own[1]]
    return all(place < len(parts) and own[0].has(parts[place]) for parts in every)


def returned(
    function: Any, seen: frozenset[int]
) -> tuple[SureValues, list[Expression | None]] | None:
    """Return what a function of the user returns, with what shows in its text.

    None if it is not known, or may be no value.
    """
    if id(function) in seen or text_of(function) is None:
        return None
    source = source_of(function)
    body = source.tree.body
    if falls_off(body):
        return None
    own = SureValues(source.tree, source.namespace, {}, seen | {id(function)})
    return own, [s.value for s in walk_statements(body) if isinstance(s, gast.Return)]

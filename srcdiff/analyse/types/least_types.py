"""Find which numbers and arrays are integers at times, where one type stands for all times.

Compiled code has one type for a variable: a number that is an integer on some paths and a float on
others is a float, and so is an array that is made of it. Python keeps the integer, and makes an
array of integers of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast

from srcdiff.analyse.types.declarations import refresh_declarations
from srcdiff.analyse.types.inference import plain
from srcdiff.analyse.types.own_inference.constant_tests import Constants
from srcdiff.analyse.types.own_inference.expression_types import Expressions, Untyped
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.types import Type, is_array, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import MODULES, is_store, store_target
from srcdiff.errors import SrcdiffError
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    parameters,
    reads,
    targets,
    unpacks,
    walk_statements,
)

CHOOSING = ("max", "min")  # they return one of their arguments as it is
Kinds = Mapping[str, Type]
Given = tuple[Type, ...]
# of a function, types of its arguments, and their least ones; None where that is not known
LeastOf = Callable[[Any, Given, Given], Type | None]
# arrays that keep values one by one, and what all of their elements are at first, if they have that
Collects = Mapping[str, Expression | None]


def unknown_least(function: Any, given: Given, least: Given) -> Type | None:
    """Return None: of no function of the user it is known which least type it returns."""
    return None


def least_types(
    core: Core,
    kinds: Kinds,
    given: Given | None,
    least_of: LeastOf,
    collects: Collects | None = None,
) -> Kinds:
    """Return the types of all names, with integers for floats that are integers at times.

    `kinds` are the types of all names, `given` the least ones of the arguments if these differ;
    `least_of` returns the least type of what a function of the user returns. Arrays that `collects`
    has get the type of the elements that are stored in them, and of those that they begin with.
    """
    walk = _Least(core, kinds, least_of, collects or {})
    names = parameters(core.tree)
    if given is not None and len(names) == len(given):
        walk.kinds.update(zip(names, given, strict=True))
    walk.run(list(walk_statements(core.tree.body)))
    return walk.kinds


def least_result(core: Core, kinds: Kinds) -> Type | None:
    """Return the type of what a function returns, from the types of names; None if it has none."""
    last = core.tree.body[-1]
    value = last.value if isinstance(last, gast.Return) else None
    if isinstance(value, gast.Tuple):
        return numba_types.Tuple([kinds.get(dotted(part), numba_types.none) for part in value.elts])
    return kinds.get(dotted(value)) if value is not None else None


def integral(kind: Type) -> Type:
    """Return a type with integers for floats.

    >>> integral(numba_types.UniTuple(numba_types.float64, 2))
    UniTuple(int64, 2)
    """
    if is_inexact(kind):
        return numba_types.int64
    if is_array(kind) or isinstance(kind, numba_types.List):
        element = integral(kind.dtype)
        return kind if element is kind.dtype else kind.copy(dtype=element)
    if isinstance(kind, numba_types.BaseTuple) and not hasattr(kind, "fields"):
        return numba_types.Tuple([integral(part) for part in kind])
    return kind


def lower(kind: Type, found: Type) -> Type:
    """Return a type with integers for floats where another type has integers, or booleans.

    >>> float64, pair = numba_types.float64, numba_types.UniTuple(numba_types.float64, 2)
    >>> lower(pair, numba_types.Tuple([numba_types.int64, float64]))
    Tuple((int64, float64))
    """
    if is_inexact(kind):
        return integral(kind) if is_integer(found) else kind
    if isinstance(kind, numba_types.BaseTuple) and isinstance(found, numba_types.BaseTuple):
        if len(kind) != len(found) or hasattr(kind, "fields"):
            return kind
        parts = [lower(*pair) for pair in zip(kind, found, strict=True)]
        return kind if parts == list(kind) else numba_types.Tuple(parts)
    sequences = (numba_types.Array, numba_types.List)
    if isinstance(kind, sequences) and isinstance(found, sequences) and is_inexact(kind.dtype):
        return integral(kind) if is_integer(found.dtype) else kind
    return kind


def is_integer(kind: Type | None) -> bool:
    """Return True if a type is one of integers, or of booleans."""
    return isinstance(kind, (numba_types.Integer, numba_types.Boolean))


class _Least:
    """The search for the least types: each statement again when what it reads has changed."""

    def __init__(self, core: Core, kinds: Kinds, least_of: LeastOf, collects: Collects) -> None:
        self.collects = collects
        self.core = core
        self.before = kinds
        self.kinds = dict(kinds)
        self.least_of = least_of
        self.lists: dict[str, list[Expression]] = {}  # what names of lists may be bound to
        space = {**MODULES, **core.constants}
        own = {t for s in walk_statements(core.tree.body) for t in targets(s)} | {*kinds}
        self.expressions = Expressions(self.kinds, own, own, {}, space, Constants({}, own, {}))

    def run(self, every: list[Statement]) -> None:
        """Find the types."""
        for statement in every:
            if isinstance(getattr(statement, "value", None), (gast.List, gast.BinOp, gast.Name)):
                for title in targets(statement):
                    self.lists.setdefault(title, []).append(statement.value)
        bindings = [s for s in every if getattr(s, "value", None) is not None and self.is_asked(s)]
        readers: dict[str, list[Statement]] = {}
        for statement in bindings:
            for title in reads(statement):
                readers.setdefault(title, []).append(statement)
        pending = [s for s in bindings if self.may_begin(s) or self.has_changed(s.value)]
        if pending:
            refresh_declarations()
        while pending:
            statement = pending.pop()
            for title, found in self.bound(statement):
                new = lower(self.before[title], found)
                if new != self.before[title] and new != self.kinds[title]:
                    self.kinds[title] = lower(self.kinds[title], new)
                    pending += readers.get(title, [])

    def is_asked(self, statement: Statement) -> bool:
        """Return True if a statement binds names with types, or calls a function of the user."""
        return bool(self.known(statement)) or callee_of(statement.value) in self.core.functions

    def may_begin(self, statement: Statement) -> bool:
        """Return True if a statement may bind an integer as a float by itself."""
        if not any(integral(self.before[t]) != self.before[t] for t in self.known(statement)):
            return False
        if is_store(statement) or self.first_element(statement) is not None:
            return True
        value = statement.value
        if isinstance(value, gast.Call):
            return dotted(value.func) in CHOOSING or dotted(value.func) in self.core.functions
        if isinstance(value, gast.Subscript):
            return self.has_integer(value.value, frozenset())
        return isinstance(value, (gast.Name, gast.Constant, gast.Tuple, gast.List, gast.IfExp))

    def first_element(self, statement: Statement) -> Expression | None:
        """Return what all elements of the array are that a statement makes, if it keeps values."""
        made = [self.collects.get(title) for title in targets(statement)]
        return made[0] if len(made) == 1 else None

    def known(self, statement: Statement) -> list[str]:
        """Return the names with types that a statement binds, or whose elements it collects."""
        if is_store(statement):
            array = dotted(store_target(statement).value)
            return [array] if array in self.collects and array in self.before else []
        return [title for title in targets(statement) if title in self.before]

    def bound(self, statement: Statement) -> list[tuple[str, Type]]:
        """Return the names that a statement binds, with the types of what it binds."""
        first = self.first_element(statement)
        found = self.type_of(statement.value if first is None else first)
        names = self.known(statement)
        if found is None:  # anything
            return [(title, integral(self.before[title])) for title in names]
        if is_store(statement) or first is not None:
            found = numba_types.List(found) if is_integer(found) else numba_types.undefined
        if not unpacks(statement):
            return [(title, found) for title in names]
        if isinstance(found, numba_types.BaseTuple) and len(found) == len(targets(statement)):
            pairs = zip(targets(statement), found, strict=True)
            return [(title, kind) for title, kind in pairs if title in self.before]
        is_same = not self.has_changed(statement.value)
        return [] if is_same else [(title, integral(self.before[title])) for title in names]

    def type_of(self, tree: Expression) -> Type | None:
        """Return the type of an expression; None for one that may have any."""
        if callee_of(tree) in self.core.functions:
            return self.result(tree)
        if callee_of(tree) in CHOOSING:
            return self.least(tree.args)
        if isinstance(tree, gast.Subscript) and self.has_integer(tree.value, frozenset()):
            return numba_types.int64
        if isinstance(tree, gast.IfExp):
            return self.least([tree.body, tree.orelse])
        if isinstance(tree, gast.Tuple):
            kinds = [self.type_of(part) for part in tree.elts]
            return None if None in kinds else numba_types.Tuple(kinds)
        try:
            return self.expressions.type_of(tree)
        except (Untyped, Undecided, SrcdiffError):
            return None if self.has_changed(tree) else numba_types.undefined

    def has_integer(self, tree: Expression, seen: frozenset[str]) -> bool:
        """Return True if an expression is a list with integers among floats."""
        if isinstance(tree, gast.List):
            return bool(tree.elts) and is_integer(self.least(tree.elts))
        if isinstance(tree, gast.BinOp):
            return self.has_integer(tree.left, seen) or self.has_integer(tree.right, seen)
        title = dotted(tree)
        if title in seen or title not in self.lists:
            return False
        return any(self.has_integer(value, seen | {title}) for value in self.lists[title])

    def least(self, parts: list[Expression]) -> Type | None:
        """Return the type of an expression that is one of some others."""
        kinds = [self.type_of(part) for part in parts]
        if None in kinds:
            return None
        return next((kind for kind in kinds if is_integer(kind)), kinds[0])

    def result(self, tree: gast.Call) -> Type | None:
        """Return the least type of what a function of the user returns."""
        least = [self.type_of(part) for part in tree.args]
        if None in least or tree.keywords:
            return None if self.has_changed(tree) else numba_types.undefined
        pairs = zip(tree.args, least, strict=True)
        given = [self.before.get(dotted(part), kind) for part, kind in pairs]
        function = self.core.functions[dotted(tree.func)]
        try:
            found = self.least_of(function, plain(tuple(given)), plain(tuple(least)))
        except SrcdiffError as error:
            raise error.at_call(tree) from None
        if found is None:
            return None if self.has_changed(tree) else numba_types.undefined
        return found

    def has_changed(self, tree: Expression) -> bool:
        """Return True if an expression reads what has another type by now."""
        names = reads(tree) & self.before.keys()
        return any(self.kinds[title] != self.before[title] for title in names)

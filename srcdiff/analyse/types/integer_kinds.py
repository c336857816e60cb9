"""Of which kinds the integers of a function are in NumPy: Numba computes all of them in 64 bits."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.name_kinds import NameKinds
from srcdiff.analyse.types.own_inference.type_in import type_in
from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape, operation
from srcdiff.syntax import Expression, callee_of, dotted, number

# "python" for Python's integers, "bool" for its booleans, "truth" for NumPy's, or names of dtypes
Kinds = frozenset[str]
PYTHON, BOOL, TRUTH = "python", "bool", "truth"
OWN = frozenset({PYTHON, BOOL})
WEAK = OWN | {TRUTH}  # which leave the width to the other operand
EITHER: Kinds = frozenset({PYTHON, "int64"})
NARROW = ("int8", "int16", "int32", "uint8", "uint16", "uint32")
NOTHING: Kinds = frozenset()

OF_PYTHON = ("int", "len", "round")
OF_NUMPY = frozenset(  # functions whose integers are NumPy's, and no others stand for
    f"np.{name}"
    for name in (
        *("argmax", "argmin", "nanargmax", "nanargmin", "searchsorted", "digitize"),
        *("argsort", "flatnonzero", "bincount", "cumsum", "cumprod", "sum", "prod", "trace"),
        *("count_nonzero", "dot", "vdot", "floor_divide"),
    )
)


class IntegerKinds(NameKinds[Kinds]):
    """The kinds that the integers of a core form may be of.

    `outside` are the names of global arrays.

    >>> from srcdiff.syntax import expression, function
    >>> tree = function("def f(k, n):\\n  a = k[0]\\n  b = a + 1\\n  c = a + n\\n  d = len(k) + 1")
    >>> names = {"k": numba_types.Array(numba_types.int8, 1, "C"), "a": numba_types.int8}
    >>> names |= dict.fromkeys("nbcd", numba_types.int64)
    >>> found = IntegerKinds(tree, Types(names, numba_types.none))
    >>> [sorted(found.of(expression(name))) for name in "abcd"]
    [['int8'], ['int8'], ['int64', 'int8'], ['python']]
    """

    def __init__(self, tree: gast.FunctionDef, types: Types, outside: Set[str] = NOTHING) -> None:
        self.types = types
        super().__init__(tree, outside)

    def bound_to(self, title: str) -> Kinds:
        """Return the kinds of the values of a name, as far as they are known yet."""
        kind = self.types.names.get(title)
        if not isinstance(kind, (numba_types.Integer, numba_types.Boolean)):
            return NOTHING
        found = self.names.get(title, NOTHING)
        for value in self.bound[title]:
            if value is not None:
                found |= self.of(value)
            elif title in self.counters:
                found |= {PYTHON}
            else:
                found |= of_type(kind, True)
        return found

    def of(self, tree: Expression) -> Kinds:
        """Return the kinds of an expression, none for what is no integer."""
        if isinstance(tree, gast.Constant) or number(tree) is not None:
            return literal_kinds(tree)
        if is_shape(tree):
            return frozenset({PYTHON})
        match tree:
            case gast.Name(id=title) if title in self.bound:
                return self.names.get(title, NOTHING)
            case gast.Name(id=title):  # a global number
                return of_type(self.types.names.get(title), True)
            case gast.Compare():
                return self.of_comparison(tree)
            case gast.BoolOp(values=values):
                return NOTHING.union(*map(self.of, values)) or frozenset({BOOL, TRUTH})
            case gast.IfExp(body=first, orelse=second):
                return self.of(first) | self.of(second)
            case gast.Subscript(value=whole):
                return of_type(self.type_of(tree), not self.is_of_numpy(dotted(whole)))
        return self.computed(tree)

    def is_of_numpy(self, title: str) -> bool:
        """Return True for an array that does not stand for a list."""
        if not self.types.is_array(title):
            return False
        made = self.bound.get(title, [])
        return title in self.given or all(
            isinstance(value, gast.Compare) or callee_of(value) in OF_NUMPY for value in made
        )

    def of_comparison(self, tree: gast.Compare) -> Kinds:
        """Return the kinds of booleans that a comparison gives."""
        parts = [self.of(part) for part in (tree.left, *tree.comparators)]
        if all(part and part <= OWN for part in parts):
            return frozenset({BOOL})
        is_own = not any(part and not part & OWN for part in parts)
        return frozenset({BOOL, TRUTH}) if is_own else frozenset({TRUTH})

    def computed(self, tree: Expression) -> Kinds:
        """Return the kinds of what an operator or a function gives."""
        found = operation(tree)
        called = callee_of(tree)
        if called in OF_PYTHON:
            return frozenset({PYTHON})
        owner, _, method = called.rpartition(".")
        if self.types.is_array(owner):
            called = f"np.{method}"
        if called in OF_NUMPY and not is_array(self.type_of(tree)):
            return of_type(self.type_of(tree), False) or frozenset({"int64"})
        if called.startswith("np.") and called[3:] in (*NARROW, "int64"):
            return frozenset({called[3:]})
        if isinstance(tree, gast.UnaryOp):
            if isinstance(tree.op, gast.Not):
                return frozenset({BOOL})
            return frozenset(PYTHON if kind == BOOL else kind for kind in self.of(tree.operand))
        parts = [self.of(part) for part in found.operands] if found is not None else []
        if called in ("abs", "max", "min"):
            return NOTHING if not all(parts) else NOTHING.union(*parts)
        if is_arithmetic(tree):
            whole = parts[0] if parts else NOTHING
            for part in parts[1:]:
                whole = combined(whole, part)
            return whole
        return of_type(self.type_of(tree), True)

    def of_elements(self, tree: Expression) -> Kinds:
        """Return the kinds of the elements that an operator on arrays gives, none for numbers."""
        found = operation(tree) if isinstance(tree, gast.BinOp) and is_arithmetic(tree) else None
        kinds = [self.type_of(part) for part in found.operands] if found is not None else []
        if found is None or not any(map(is_array, kinds)):
            return NOTHING
        whole: Kinds | None = None
        for part, kind in zip(found.operands, kinds, strict=True):
            is_whole = kind is not None and is_array(kind)
            own = of_type(kind.dtype, False) if kind is not None and is_whole else self.of(part)
            whole = own if whole is None else combined(whole, own)
        return whole or NOTHING

    def type_of(self, tree: Expression) -> Type | None:
        """Return the type of an expression, None where it is not known."""
        return type_in(tree, self.types)


def is_arithmetic(tree: gast.AST) -> bool:
    """Return True for an operator whose result is an integer if its operands are."""
    if isinstance(tree, gast.BinOp):
        return not isinstance(tree.op, (gast.Div, gast.MatMult))
    called = callee_of(tree)
    return called.startswith("operator.i") and called not in ("operator.itruediv", "operator.index")


def literal_kinds(tree: Expression) -> Kinds:
    """Return the kind of a literal."""
    value: Any = tree.value if isinstance(tree, gast.Constant) else number(tree)
    if isinstance(value, bool):
        return frozenset({BOOL})
    return frozenset({PYTHON}) if isinstance(value, int) else NOTHING


def of_type(kind: Type | None, may_be_python: bool) -> Kinds:
    """Return the kinds that a value of a type may be of."""
    if kind is None or is_array(kind):
        return NOTHING
    if isinstance(kind, numba_types.Boolean):
        return frozenset({BOOL, TRUTH} if may_be_python else {TRUTH})
    if not isinstance(kind, numba_types.Integer):
        return NOTHING
    name = str(numba_types.unliteral(kind))
    return EITHER if name == "int64" and may_be_python else frozenset({name})


def combined(first: Kinds, second: Kinds) -> Kinds:
    """Return the kinds of what an operator gives for operands of some kinds.

    >>> sorted(combined(frozenset({"int8"}), EITHER)), sorted(combined({"int8"}, {"uint8"}))
    (['int64', 'int8'], ['int16'])
    """
    return frozenset(combine(a, b) for a in first for b in second)


def combine(first: str, second: str) -> str:
    """Return the kind of what an operator gives for operands of two kinds."""
    both = {first, second}
    if both <= OWN:
        return PYTHON
    if both <= WEAK:
        return "int64" if PYTHON in both else TRUTH
    if both & WEAK:
        return second if first in WEAK else first
    return str(np.result_type(first, second))


def limits(kind: str) -> tuple[int, int]:
    """Return the smallest and the largest integer of a dtype."""
    info = np.iinfo(kind)
    return int(info.min), int(info.max)

"""Which numbers are Python's own, and which are scalars of NumPy: their arithmetic differs.

Integers of Python have no largest one, and dividing by zero raises; those of NumPy wrap, and the
quotient is 0 with a warning. Numba gives both the same type.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Set
from typing import Any

import gast

from srcdiff.analyse.types.name_kinds import NameKinds
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape
from srcdiff.syntax import Expression, callee_of, dotted, is_number

PYTHON, NUMPY, UNKNOWN = "Python", "NumPy", "unknown"
OF_PYTHON = {"int", "len", "runtime.length", "round", "math.floor", "math.ceil"}
CHOOSING = {"abs", "max", "min"}  # their result is of the kind of their arguments
WORD = 64  # bits of an integer that may be Python's own


class ScalarKinds(NameKinds[str]):
    """Which of the integers of a core form are Python's, and which are NumPy's.

    `kinds` are the types of all names, with lists as the author wrote them; `outside` are the
    names of global arrays.

    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import expression, function
    >>> tree = function("def f(k, n):\\n  i = len(k)\\n  j = k[0]\\n  l = i + j\\n  m = i + n")
    >>> kinds = {"k": types.Array(types.int64, 1, "C"), **dict.fromkeys("nijlm", types.int64)}
    >>> found = ScalarKinds(tree, kinds)
    >>> [found.of(expression(name)) for name in "nijlm"]
    ['unknown', 'Python', 'NumPy', 'NumPy', 'unknown']
    """

    def __init__(
        self,
        tree: gast.FunctionDef,
        kinds: Mapping[str, Type],
        outside: Set[str] = frozenset(),
    ) -> None:
        self.kinds = kinds
        super().__init__(tree, outside)

    def bound_to(self, title: str) -> str:
        """Return of which kind the values are that a name is bound to, as far as is known yet."""
        if is_narrow(self.kinds.get(title)):
            return NUMPY
        found = self.names.get(title, "")
        for value in self.bound[title]:
            if value is None:
                found = joined(found, PYTHON if title in self.counters else UNKNOWN)
            else:
                found = joined(found, self.of(value))
        return found

    def of(self, tree: Expression) -> str:
        """Return of which kind the value of an expression is; "" while nothing is known."""
        if isinstance(tree, gast.Constant) or is_number(tree) or is_shape(tree):
            return PYTHON
        match tree:
            case gast.Name(id=title):
                return self.names.get(title, UNKNOWN if title not in self.bound else "")
            case gast.UnaryOp(op=gast.Not()):
                return PYTHON
            case gast.UnaryOp(operand=inner):
                return self.of(inner)
            case gast.BinOp(left=left, right=right):
                return computed(self.of(left), self.of(right))
            case gast.Subscript():
                return self.element(tree)
            case gast.Call() if callee_of(tree) in OF_PYTHON:
                return PYTHON
            case gast.Call(args=[_, *_] as given) if callee_of(tree) in CHOOSING:
                return functools.reduce(joined, map(self.of, given))
        return UNKNOWN

    def element(self, tree: gast.Subscript) -> str:
        """Return of which kind an element is: an array has NumPy's, a list may have any."""
        kind: Any = self.kinds.get(dotted(tree.value))
        if not is_array(kind):
            return UNKNOWN
        surely = is_narrow(kind.dtype) or dotted(tree.value) in self.given
        return NUMPY if surely else UNKNOWN  # a list that is written out may be an array here


def joined(first: str, second: str) -> str:
    """Return the kind of a value that is of one of two kinds."""
    if not first or not second or first == second:
        return first or second
    return UNKNOWN


def computed(first: str, second: str) -> str:
    """Return the kind of what arithmetic makes of two operands."""
    if NUMPY in (first, second):
        return NUMPY
    return joined(first, second)


def is_narrow(kind: Type | None) -> bool:
    """Return True for a type of integers that only NumPy has."""
    if kind is None or not isinstance(kind, numba_types.Integer):
        return False
    return bool(kind.bitwidth < WORD or not kind.signed)

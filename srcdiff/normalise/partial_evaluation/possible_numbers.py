"""Find the classes of the numbers that a variable may hold, where one type stands for all of them.

A variable that is an integer on some paths and a float on others is a float in compiled code; in
Python it is both, and each may be a number of Python or one of NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.bindings import bindings_in
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_store, store_target
from srcdiff.normalise.partial_evaluation.partial_eval import CLASSES, WIDEST
from srcdiff.syntax import (
    Expression,
    callee_of,
    children,
    dotted,
    has_operator,
    is_number,
    number,
    parameters,
    walk_statements,
)

PYTHON, NUMPY = frozenset(["python"]), frozenset(["numpy"])
EITHER = PYTHON | NUMPY
NONE: frozenset[str] = frozenset()
OF_PYTHON = {"len", "int", "float", "complex", "bool", "ord", "range"}  # also all of `math`
OF_OPERANDS = {"abs", "min", "max", "pow", "divmod"}
CHOOSING = {"min", "max"}
CONVERTING = OF_PYTHON | {"astype", "float64", "int64", "complex128", "argmax", "argmin"}
LISTS = {"runtime.listed", "runtime.nested"}
KEEPING = {"list", "sorted", "reversed", "tuple"}  # the elements of what they are given

WIDE = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}

Kinds = Mapping[str, Type]


class PossibleNumbers:
    """What a function can tell of the numbers that its variables hold.

    `kinds` are the types of all names, `least` have integers for floats that are so at times.
    """

    def __init__(self, tree: gast.FunctionDef, kinds: Kinds, least: Kinds) -> None:
        self.kinds = kinds
        self.least = least
        self.given = set(parameters(tree))
        self.bound = bindings_in(tree.body)
        self.stored: dict[str, list[Expression]] = {}
        for statement in walk_statements(tree.body):
            if is_store(statement):
                title = dotted(store_target(statement).value)
                self.stored.setdefault(title, []).append(statement.value)

    def classes(self, title: str) -> list[type]:
        """Return the classes that the values of a variable may have.

        >>> from srcdiff.syntax import function
        >>> tree = function("def f(x): n = len(x); m = n if n > 2 else True")
        >>> kinds = dict.fromkeys(("n", "m"), numba_types.int64)
        >>> PossibleNumbers(tree, kinds, {}).classes("m")
        [<class 'bool'>, <class 'int'>]
        """
        found = self.reached(title, set())
        return sorted(found, key=lambda one: (one not in WIDE, one.__name__))

    def reached(self, title: str, seen: set[str]) -> set[type]:
        """Return the classes of a variable, and of all those whose values it may have."""
        if title in seen:
            return set()
        seen.add(title)
        if title not in self.bound:
            kind = self.kinds.get(title)
            is_made = hasattr(kind, "dtype") and not isinstance(kind, numba_types.List)
            return self.of(title, NUMPY if is_made else self.origins(title))
        found: set[type] = set()
        for value in self.sources(title):
            if isinstance(value, gast.Constant):
                found.add(type(value.value))
            elif value is not None and dotted(value):
                found |= self.reached(dotted(value), seen)
            else:
                found |= self.computed(title, value, seen)
        return found

    def computed(self, title: str, value: Expression | None, seen: set[str]) -> set[type]:
        """Return the classes of what an expression computes, which is bound to a variable."""
        operands: set[type] = set()
        if isinstance(value, (gast.BinOp, gast.UnaryOp, gast.Subscript, gast.Call)):
            operands = self.operands(value, seen)
        is_float = isinstance(value, (gast.BinOp, gast.UnaryOp)) and any(
            issubclass(one, float) for one in operands
        )
        is_made = is_array(self.kinds.get(title)) and not self.is_list(title, ())
        origins = NUMPY if is_made else self.made(value, NONE)
        found = self.of(title, origins, is_float or may_divide(value))
        # a number of Python leaves those of NumPy as narrow as they are, but not in compiled code
        return found | {one for one in operands if is_narrow(one) and is_alike(one, found)}

    def operands(self, value: Expression, seen: set[str]) -> set[type]:
        """Return the classes of the numbers that an expression computes with."""
        if callee_of(value).rpartition(".")[2] in CONVERTING:
            return set()
        if isinstance(value, gast.Name):
            return self.reached(value.id, set(seen))
        parts = [value.value] if isinstance(value, gast.Subscript) else children(value)
        return set().union(*(self.operands(part, seen) for part in parts))

    def of(self, title: str, origins: frozenset[str], is_float: bool = False) -> set[type]:
        """Return the classes of numbers of a type, or of the elements of an array of that type."""
        kinds = [names.get(title) for names in (self.kinds, self.least)]
        kinds = [getattr(kind, "dtype", kind) for kind in kinds]
        numbers = [k for k in kinds if isinstance(k, (numba_types.Number, numba_types.Boolean))]
        pairs = {
            (own, as_dtype(k).type) for k in numbers for each, own in CLASSES if isinstance(k, each)
        }
        pairs |= {(float, np.float64)} if is_float else set()
        return {pair[origin == "numpy"] for pair in pairs for origin in origins}

    def sources(self, title: str) -> Iterator[Expression | None]:
        """Return the expressions whose values, or elements, a variable may have as they are."""
        pending = list(self.bound.get(title, ()))
        if any(callee_of(value) in LISTS for value in pending):
            pending += self.stored.get(title, ())
        while pending:
            value = pending.pop()
            called = callee_of(value)
            match value:
                case gast.IfExp():
                    pending += [value.body, value.orelse]
                case gast.BoolOp():
                    pending += value.values
                case gast.List() | gast.Tuple():
                    pending += value.elts
                case gast.Attribute(attr="dtype"):
                    pending.append(value.value)
                case gast.Subscript() if self.is_any_of(value):
                    pending.append(value.value)
                case gast.BinOp(op=gast.Add()) if self.keeps(value.left) or self.keeps(value.right):
                    pending += [value.left, value.right]
                case gast.Call() if called in LISTS:
                    pending += value.args[1:]  # the first one is how many there are
                case gast.Call() if called in CHOOSING | KEEPING:
                    pending += value.args
                case _:
                    yield value

    def is_any_of(self, tree: gast.Subscript) -> bool:
        """Return True if an expression is an element of a list, or one of a tuple that varies."""
        is_part = isinstance(self.kinds.get(dotted(tree.value)), numba_types.BaseTuple)
        return self.keeps(tree.value) and not (is_part and is_number(tree.slice))

    def keeps(self, tree: Expression) -> bool:
        """Return True if an expression is a list or a tuple, which keeps what it is given."""
        sequences = (numba_types.List, numba_types.BaseTuple)
        if isinstance(tree, (gast.List, gast.Tuple)):
            return True
        return isinstance(self.kinds.get(dotted(tree)), sequences) or self.is_list(dotted(tree), ())

    def is_list(self, title: str, seen: tuple[str, ...]) -> bool:
        """Return True if an array may stand for a list."""
        values = () if title in seen else self.bound.get(title, ())
        seen = (*seen, title)
        return any(
            callee_of(value) in LISTS
            or (isinstance(value, gast.Subscript) and self.is_list(dotted(value.value), seen))
            or self.is_list(dotted(value), seen)
            for value in values
            if value is not None
        )

    def origins(self, title: str, seen: frozenset[str] = NONE) -> frozenset[str]:
        """Return whose numbers the values of a variable may be; those given are Python's."""
        if title in seen:
            return NONE
        if title not in self.bound:
            kind = self.kinds.get(title)
            plain = isinstance(kind, (numba_types.Number, numba_types.Boolean))
            if kind is not None and plain and as_dtype(kind).type not in WIDEST:
                return NUMPY
            return PYTHON if title in self.given else EITHER
        seen |= {title}
        return NONE.union(*(self.made(value, seen) for value in self.bound[title]))

    def made(self, value: Expression | None, seen: frozenset[str]) -> frozenset[str]:
        """Return whose numbers an expression may give."""
        called = callee_of(value)
        match value:
            case gast.Constant():
                return PYTHON
            case gast.Name():
                return self.origins(value.id, seen)
            case gast.Subscript() if self.keeps(value.value):
                return EITHER
            case gast.Subscript() if is_array(self.kinds.get(dotted(value.value))):
                return NUMPY
            case gast.UnaryOp(op=gast.Not()) | gast.JoinedStr():
                return PYTHON
            case gast.BinOp(op=gast.MatMult()):
                return NUMPY
            case gast.BinOp() | gast.UnaryOp() | gast.Compare():
                return joined([self.made(part, seen) for part in children(value)])
            case gast.Call() if called in OF_PYTHON or called.startswith("math."):
                return PYTHON
            case gast.Call() if called in OF_OPERANDS:
                if any(is_array(self.kinds.get(dotted(part))) for part in value.args):
                    return NUMPY
                return NONE.union(*(self.made(part, seen) for part in value.args))
            case gast.Call() if called.startswith("np."):
                return NUMPY
        return EITHER


def may_divide(value: Expression | None) -> bool:
    """Return True if an expression is a power that is a float for some integers.

    >>> from srcdiff.syntax import expression
    >>> [may_divide(expression(text)) for text in ("n ** k", "n ** -1", "n ** 2", "n * k")]
    [True, True, False, False]
    """
    if value is None:
        return False
    if callee_of(value) == "pow":
        exponent = value.args[1]
    elif has_operator(value, gast.Pow):
        exponent = value.right
    else:
        return False
    least = number(exponent)
    return least is None or least < 0


def is_narrow(own: type) -> bool:
    """Return True for a class of numbers that Python does not have.

    >>> [is_narrow(own) for own in (np.float32, np.float64, float)]
    [True, False, False]
    """
    return own not in WIDE and own not in WIDE.values()


def is_alike(own: type, others: set[type]) -> bool:
    """Return True if one of some classes is of as many numbers as a class of NumPy, or more.

    >>> [is_alike(own, {bool, int}) for own in (np.int8, np.float32)]
    [True, False]
    """
    alike = (float, np.floating) if issubclass(own, np.floating) else (int, np.integer)
    return any(issubclass(other, alike) and other is not bool for other in others)


def joined(parts: list[frozenset[str]]) -> frozenset[str]:
    """Return whose number an operation gives: that of NumPy if one of its operands is.

    >>> [sorted(joined([PYTHON, one])) for one in (PYTHON, NUMPY, EITHER)]
    [['python'], ['numpy'], ['numpy', 'python']]
    """
    if NUMPY in parts:
        return NUMPY
    return NONE.union(*parts)

"""Find the classes of the numbers that a variable may hold, where one type stands for all of them.

A variable that is an integer on some paths and a float on others is a float in compiled code; in
Python it is both, and each may be a number of Python or one of NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.normalise.partial_evaluation.class_questions import CLASSES, WIDEST
from srcdiff.normalise.partial_evaluation.number_classes import (
    EITHER,
    NONE,
    NUMPY,
    OF_OPERANDS,
    PYTHON,
    TRUTHS,
    WIDE,
    arithmetic,
    is_alike,
    is_extent,
    is_narrow,
    is_standard,
    joined,
    may_divide,
    of_truths,
    origin,
)
from srcdiff.normalise.partial_evaluation.value_sources import Sources
from srcdiff.normalise.partial_evaluation.without_dimensions import number_or_array, same_as
from srcdiff.syntax import Expression, callee_of, children, dotted, number, parameters

OF_PYTHON = {"len", "int", "float", "complex", "bool", "ord", "range"}  # also all of `math`
CONVERTING = OF_PYTHON | {"astype", "float64", "int64", "complex128", "argmax", "argmin"}
HERE = "·"  # stands for an expression without a name
TURNS = 8

Kinds = Mapping[str, Type]
Classes = list[set[type]]  # of the parts of a tuple, or of one value
# what the function of a user may return that an expression calls; None where that is not known
ResultsOf = Callable[[gast.Call], "Classes | None"]


def unknown_results(tree: gast.Call) -> None:
    """Return None: of no function is it known what it returns."""


class PossibleNumbers:
    """What a function can tell of the numbers that its variables hold.

    `kinds` are the types of all names, `least` have integers for floats that are so at times.
    `passed` has the classes of parameters where all calls are known; the others are taken to be
    given by the user, as numbers of Python. `functions` are those that it calls.
    """

    def __init__(
        self,
        tree: gast.FunctionDef,
        kinds: Kinds,
        least: Kinds,
        passed: Mapping[str, set[type]] | None = None,
        results_of: ResultsOf = unknown_results,
        functions: Mapping[str, Any] | None = None,
    ) -> None:
        self.tree = tree
        self.functions = functions or {}
        self.kinds = dict(kinds)
        self.least = least
        self.passed = passed or {}
        self.results_of = results_of
        self.given = set(parameters(tree))
        self.values = Sources(tree, self.kinds)
        self.bound = self.values.bound
        self.found: dict[str, set[type]] | None = None  # of the variables that are bound
        self.whose: dict[str, frozenset[str]] = {}
        self.read: set[str] = set()  # the variables that were looked up

    def classes(self, title: str) -> list[type]:
        """Return the classes that the values of a variable may have.

        >>> from srcdiff.syntax import function
        >>> tree = function("def f(x): n = len(x); m = n if n > 2 else True")
        >>> kinds = dict.fromkeys(("n", "m"), numba_types.int64)
        >>> PossibleNumbers(tree, kinds, {}).classes("m")
        [<class 'bool'>, <class 'int'>]
        """
        found = self.with_arrays(title, self.reached(title))
        return sorted(found, key=lambda one: (one not in WIDE, one.__name__))

    def of_tree(self, tree: Expression, kind: Type) -> set[type]:
        """Return the classes that an expression of some type may have."""
        self.solved()
        self.kinds[HERE], self.bound[HERE] = kind, [tree]
        found = self.with_arrays(HERE, self.bound_to(HERE))
        del self.bound[HERE]
        return found

    def with_arrays(self, title: str, found: set[type]) -> set[type]:
        """Return the classes of a variable, given those of what it holds in NumPy, if an array."""
        made = self.arrays(title, frozenset())
        return ({np.ndarray} if True in made else set()) | (set() if made == {True} else found)

    def arrays(self, title: str, seen: frozenset[str]) -> set[bool]:
        """Return whether a number, or one in a list, is an array without dimensions in NumPy."""
        if title in self.passed:
            return {one is np.ndarray for one in self.passed[title]}
        kind: Any = self.kinds.get(title)
        if title in seen or title not in self.bound:
            return set()
        if is_array(kind) and kind.ndim and title not in self.values.lists:
            return {False}
        found: set[bool] = set()
        for value in self.values.of(title):
            found |= self.arrays_of(value, seen | {title})
        return found

    def arrays_of(self, value: Expression | None, seen: frozenset[str]) -> set[bool]:
        """Return the same of what is bound to a name."""
        source = value.id if isinstance(value, gast.Name) else same_as(value)
        if source:
            return self.arrays(source, seen) if self.is_known(source) else {False}
        returned = self.returned(value)
        if returned is not None:
            return {one is np.ndarray for one in returned}
        return {*number_or_array(value, self.functions)}

    def solved(self) -> dict[str, set[type]]:
        """Return the classes of all variables that are bound.

        What is known of each is found from what is known of others, until nothing changes.
        """
        if self.found is not None:
            return self.found
        self.found = {}
        users: dict[str, set[str]] = {}  # what has to be found again when a variable changes
        stale, turn = set(self.bound), 0
        while stale:
            turn += 1
            for title in self.bound:
                if title in stale:
                    stale.discard(title)
                    has_changed = self.finds_more(title, turn > TURNS)
                    for source in self.read:
                        users.setdefault(source, set()).add(title)
                    stale |= users.get(title, set()) if has_changed else set()
        return self.found

    def finds_more(self, title: str, keeps: bool) -> bool:
        """Find the classes of a variable from what is known; return True if they have changed.

        With `keeps` they only grow: what one more operand takes away does not come and go.
        """
        assert self.found is not None
        self.read = set()
        whose = NONE.union(*map(self.made, self.bound[title]))
        classes = self.bound_to(title)
        if keeps:
            whose |= self.whose.get(title, NONE)
            classes |= self.found.get(title, set())
        if (classes, whose) == (self.found.get(title), self.whose.get(title)):
            return False
        self.found[title], self.whose[title] = classes, whose
        return True

    def reached(self, title: str) -> set[type]:
        """Return the classes of a variable, and of all those whose values it may have."""
        if title in self.passed:
            return self.elements(title, self.passed[title])
        if title in self.bound:
            self.read.add(title)
            return self.solved().get(title, set())
        kind = self.kinds.get(title)
        is_made = hasattr(kind, "dtype") and not isinstance(kind, numba_types.List)
        return self.of(title, NUMPY if is_made else self.origins(title))

    def elements(self, title: str, found: set[type]) -> set[type]:
        """Return classes of numbers, with those that arrays without dimensions hold."""
        held = self.of(title, NUMPY) if np.ndarray in found else set()
        return found - {np.ndarray} | held

    def bound_to(self, title: str) -> set[type]:
        """Return the classes of what a variable is bound to."""
        return set().union(*(self.of_value(title, value) for value in self.values.of(title)))

    def of_value(self, title: str, value: Expression | None) -> set[type]:
        """Return the classes of an expression that is bound to a variable."""
        if isinstance(value, gast.Constant):
            return {type(value.value)}
        if isinstance(value, gast.Name) and self.is_known(value.id):
            return self.reached(value.id)
        returned = self.returned(value)
        if returned is not None:
            return self.elements(title, returned)
        return self.computed(title, value)

    def is_known(self, title: str) -> bool:
        """Return True if something is known of a variable, which may be a global one."""
        return title in self.bound or title in self.kinds or title in self.passed

    def returned(self, value: Expression | None) -> set[type] | None:
        """Return the classes of what a function of the user returns, or of a part of that."""
        place: Any = 0
        if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Call):
            place, value = number(value.slice), value.value
        classes = self.results_of(value) if isinstance(value, gast.Call) else None
        if classes is None or not isinstance(place, int) or not 0 <= place < len(classes):
            return None
        return classes[place]

    def computed(self, title: str, value: Expression | None) -> set[type]:
        """Return the classes of what an expression computes, which is bound to a variable."""
        operands: set[type] = set()
        if isinstance(value, (gast.BinOp, gast.UnaryOp, gast.Subscript, gast.Call)):
            operands = self.operands(value)
        is_float = isinstance(value, (gast.BinOp, gast.UnaryOp)) and any(
            issubclass(one, float) for one in operands
        )
        is_made = is_array(self.kinds.get(title)) and title not in self.values.lists
        origins = NUMPY if is_made else self.made(value)
        found = self.of(title, origins, is_float or may_divide(value))
        each = [] if is_made else [self.operands(part) for part in arithmetic(value)]
        if each and all(one & TRUTHS for one in each):
            truths = of_truths(value, set.union(*each) & TRUTHS)
            found = truths if all(one <= TRUTHS for one in each) else found | truths
        # a number of Python leaves those of NumPy as narrow as they are, but not in compiled code
        return found | {one for one in operands if is_narrow(one) and is_alike(one, found)}

    def operands(self, value: Expression) -> set[type]:
        """Return the classes of the numbers that an expression computes with."""
        if callee_of(value).rpartition(".")[2] in CONVERTING or is_extent(value):
            return set()
        if isinstance(value, gast.Name):
            return self.reached(value.id)
        returned = self.returned(value)
        if returned is not None:
            return returned - {np.ndarray}
        parts = [value.value] if isinstance(value, gast.Subscript) else children(value)
        return set().union(*map(self.operands, parts))

    def of(self, title: str, origins: frozenset[str], is_float: bool = False) -> set[type]:
        """Return the classes of numbers of a type, or of the elements of an array of that type."""
        kinds = [names.get(title) for names in (self.kinds, self.least)]
        kinds = [getattr(kind, "dtype", kind) for kind in kinds]
        numbers = [k for k in kinds if isinstance(k, (numba_types.Number, numba_types.Boolean))]
        pairs = {
            (own, as_dtype(k).type) for k in numbers for each, own in CLASSES if isinstance(k, each)
        }
        is_complex = any(isinstance(k, numba_types.Complex) for k in numbers)
        pairs |= {(float, np.float64)} if is_float and not is_complex else set()
        return {pair[origin == "numpy"] for pair in pairs for origin in origins}

    def origins(self, title: str) -> frozenset[str]:
        """Return whose numbers the values of a variable may be; those given are Python's."""
        if title in self.passed:
            return NONE.union(*(origin(one) for one in self.passed[title]))
        if title in self.bound:
            self.read.add(title)
            self.solved()
            return self.whose.get(title, NONE)
        kind = self.kinds.get(title)
        plain = isinstance(kind, (numba_types.Number, numba_types.Boolean))
        if kind is not None and plain and as_dtype(kind).type not in WIDEST:
            return NUMPY
        return PYTHON if title in self.given else EITHER

    def made(self, value: Expression | None) -> frozenset[str]:
        """Return whose numbers an expression may give."""
        called = callee_of(value)
        returned = self.returned(value)
        if returned is not None:
            return NONE.union(*map(origin, returned))
        match value:
            case gast.Constant():
                return PYTHON
            case gast.Name():
                return self.origins(value.id)
            case gast.Attribute() | gast.Subscript() if is_extent(value) or is_standard(value):
                return PYTHON
            case gast.Subscript() if self.values.keeps(value.value):
                return EITHER
            case gast.Subscript() if is_array(self.kinds.get(dotted(value.value))):
                return NUMPY
            case gast.UnaryOp(op=gast.Not()) | gast.JoinedStr():
                return PYTHON
            case gast.BinOp(op=gast.MatMult()):
                return NUMPY
            case gast.BinOp() | gast.UnaryOp() | gast.Compare():
                return joined([self.made(part) for part in children(value)])
            case gast.Call() if called in OF_PYTHON or called.startswith("math."):
                return PYTHON
            case gast.Call() if called == "round" and len(value.args) == 1:
                return PYTHON
            case gast.Call() if called in OF_OPERANDS:
                if any(is_array(self.kinds.get(dotted(part))) for part in value.args):
                    return NUMPY
                return NONE.union(*map(self.made, value.args))
            case gast.Call() if called.startswith("np."):
                return NUMPY
        return EITHER

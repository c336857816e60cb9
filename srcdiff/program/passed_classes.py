"""Refuse questions about types that a call answers otherwise than the type of what it passes.

A function is written once for a type of its arguments. Of one type are integers and booleans on
several paths, numbers of Python and those of NumPy: which of them a parameter gets only its calls
say, and which of them a function returns only the function.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Any

import gast
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.least_types import integral, is_integer, least_types
from srcdiff.analyse.types.types import Type, Types, is_array, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.errors import LIBRARY, SrcdiffError, UnsupportedSyntax, located
from srcdiff.front.parse import source_of
from srcdiff.normalise.containers.collected import first_elements, of_doubles
from srcdiff.normalise.functions.specialise import Flat, is_opaque
from srcdiff.normalise.partial_evaluation.answers import (
    Answers,
    Asked,
    about,
    answer,
    differing,
    is_question,
    is_type,
    named,
    several,
)
from srcdiff.normalise.partial_evaluation.class_questions import CLASSES, WIDEST
from srcdiff.normalise.partial_evaluation.partial_eval import decide
from srcdiff.normalise.partial_evaluation.possible_numbers import TRUTHS, Classes, PossibleNumbers
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.normalise.partial_evaluation.value_sources import part_of
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.unit_checks import type_of
from srcdiff.program.units.units import Units
from srcdiff.syntax import Expression, base, dotted, parameters, walk


def check_passed_classes(units: Units, entry: Unit) -> None:
    """Refuse questions that were answered for other classes of numbers than functions get.

    Raises UnsupportedSyntax, at the question.
    """
    if not units.is_python or not any(asks(unit) for unit in units.of.values()):
        return
    passing = Passing(units)
    passing.run(entry)
    for unit in list(units.of.values()):
        if asks(unit):
            with located(unit.core.origin):
                passing.check(unit)


def asks(unit: Unit) -> bool:
    """Return True if a function of the user asks for the type of something."""
    if asked_in(unit) is None:
        return False
    return any(
        is_question(node) or is_type(node) or is_truth(node) for node in walk(unit.core.written)
    )


def asked_in(unit: Unit) -> Asked | None:
    """Return what is asked in a function of the user; None for those of the library."""
    is_own = unit.core.origin.file.startswith(LIBRARY)
    return None if is_own or unit.looked is None else unit.looked.asked


def is_truth(node: gast.AST) -> bool:
    """Return True if an expression is `a is True` or the like."""
    if not isinstance(node, gast.Compare) or not isinstance(node.ops[0], (gast.Is, gast.IsNot)):
        return False
    return isinstance(getattr(node.comparators[0], "value", None), bool)


class Passing:
    """Which classes of numbers functions get and return, by all calls among them.

    `passed` has those of the arguments, `returned` those of the results, as far as they are known
    by now; `callers` have to be looked at again when the latter grow.
    """

    def __init__(self, units: Units) -> None:
        self.units = units
        self.passed: dict[Key, Classes] = {}
        self.returned: dict[Key, Classes] = {}
        self.callers: dict[Key, set[Key]] = {}
        self.types: dict[Key, Types] = {}
        self.pending: list[Key] = []

    def run(self, entry: Unit) -> None:
        """Follow all calls, from a function that gets numbers of Python."""
        self.pass_on(entry, [given(kind) for kind in entry.key[1]])
        while self.pending:
            unit = self.units.of[self.pending.pop()]
            asked = asked_in(unit)
            if asked is None:
                continue
            answers = self.answers(unit, asked)
            for node in walk(asked.core.tree):
                called = self.callee(node, unit, asked)
                if called is not None:
                    parts = [
                        one
                        for argument in node.args
                        for one in classes_of(answers.numbers, argument, self.kind(argument, unit))
                    ]
                    self.callers.setdefault(called.key, set()).add(unit.key)
                    self.pass_on(called, parts)
            self.give_back(unit, answers.numbers)

    def pass_on(self, unit: Unit, parts: Classes) -> None:
        """Enter what a function gets by one more call."""
        old = self.passed.get(unit.key)
        if len(parts) != len(unit.key[1]):
            parts = [anything(kind) for kind in unit.key[1]]
        new = parts if old is None else [a | b for a, b in zip(old, parts, strict=True)]
        if new != old:
            self.passed[unit.key] = new
            self.pending.append(unit.key)

    def give_back(self, unit: Unit, numbers: PossibleNumbers) -> None:
        """Enter what a function returns."""
        last = numbers.tree.body[-1]
        if not isinstance(last, gast.Return) or last.value is None:
            return
        kind = self.kind(last.value, unit)
        new = [*classes_of(numbers, last.value, kind)]
        if new != self.returned.get(unit.key):
            self.returned[unit.key] = new
            self.pending += self.callers.get(unit.key, ())

    def answers(self, unit: Unit, asked: Asked) -> Answers:
        """Return what can be told of the variables of a function, by what it gets."""
        core, kinds = asked.core, self.types_in(unit).names
        names = parameters(core.tree)
        passed = dict(zip(names, self.passed[unit.key], strict=False))
        least_given = tuple(
            integral(kinds[name]) if {bool, int} & passed.get(name, set()) else kinds.get(name)
            for name in names
        )
        collects = first_elements(core.tree)
        least = least_types(core, kinds, least_given, self.units.types.least_of, collects)

        def results_of(node: gast.Call) -> Classes | None:
            called = self.callee(node, unit, asked)
            if called is None or asked_in(called) is None:
                return None
            return self.returned.get(called.key, [set() for _ in parts_of(called.types.returned)])

        return Answers(core, kinds, least, passed, results_of)

    def types_in(self, unit: Unit) -> Types:
        """Return the types of all names where questions are answered."""
        if unit.key not in self.types:
            asked = asked_in(unit)
            assert asked is not None
            self.types[unit.key] = asked.types_of(of_doubles(asked.core))
        return self.types[unit.key]

    def kind(self, tree: Expression, unit: Unit) -> Type | None:
        """Return the type of an argument, or of a result."""
        asked = asked_in(unit)
        assert asked is not None
        try:
            return type_of(tree, asked.core, self.types_in(unit))
        except (SrcdiffError, KeyError):
            return None

    def callee(self, node: gast.AST, unit: Unit, asked: Asked) -> Unit | None:
        """Return the function of the user that an expression calls, None if it calls none."""
        if not isinstance(node, gast.Call) or dotted(node.func) not in asked.core.functions:
            return None
        called = asked.core.functions[dotted(node.func)]
        if is_opaque(called.function if isinstance(called, Flat) else called):
            return None
        kinds = [self.kind(argument, unit) for argument in node.args]
        if None in kinds:
            return None
        function, taken = plain(called, tuple(kinds))
        return self.units.of.get((id(function), taken))

    def check(self, unit: Unit) -> None:
        """Refuse the questions of a function that have other answers. Raises UnsupportedSyntax."""
        asked = asked_in(unit)
        assert asked is not None
        if unit.key not in self.passed:  # no call of it was seen
            self.passed[unit.key] = [anything(kind) for kind in unit.key[1]]
        answers = self.answers(unit, asked)
        check_parameters(unit, answers)
        for node, value in asked.answers:
            title = dotted(about(node))
            possible = answers.classes(title)
            check_answer(node, title, possible, value, answers.scope)
        for node in walk(asked.core.tree):
            if is_type(node):
                answers.check_one_type(node)


def check_parameters(unit: Unit, answers: Answers) -> None:
    """Refuse questions about parameters and copies of them, which were answered by their types.

    Raises UnsupportedSyntax.
    """
    space = {**vars(builtins), **source_of(unit.function).namespace}
    nodes = [node for node in walk(unit.core.written) if is_question(node) or is_truth(node)]
    for title in [*answers.given, *answers.numbers.bound]:
        kind = numba_types.unliteral(answers.kinds.get(title))
        about_it = [node for node in nodes if subject(node) == base(title)]
        if pair_of(kind) is None or is_array(kind) or not about_it:
            continue
        if not is_copy(title, answers.numbers, frozenset()):
            continue
        possible = answers.classes(title)
        scope = Scope(frozenset([base(title)]), {base(title): kind}, space)
        for node in about_it:
            if is_question(node):
                check_answer(node, title, possible, decide(node, scope), scope)
            elif TRUTHS & {*possible} and possible != [bool]:
                raise several(title, possible, node)


def subject(node: Any) -> str:
    """Return the variable that a question, or a comparison with True or False, is about."""
    return dotted(about(node) if is_question(node) else node.left)


def is_copy(title: str, numbers: PossibleNumbers, seen: frozenset[str]) -> bool:
    """Return True if a variable may be a parameter, or a part of one, as it is."""
    if title in numbers.given:
        return True
    values = () if title in seen else numbers.bound.get(title, ())
    names = [dotted(value) for value in values if isinstance(value, gast.Name)]
    for value in values:
        owner = dotted(value.value) if isinstance(value, gast.Subscript) else ""
        if isinstance(numbers.kinds.get(owner), numba_types.BaseTuple):
            names.append(owner)
    return any(is_copy(name, numbers, seen | {title}) for name in names)


def check_answer(node: Any, title: str, possible: Any, value: Any, scope: Scope) -> None:
    """Refuse a question that has been answered, if some class of numbers has another answer.

    Raises UnsupportedSyntax.
    """
    if value is UNKNOWN:
        return
    found = {answer(node, one, scope) for one in possible}
    if len(found) > 1:
        raise differing(node, title, possible, scope)
    if found and found != {value}:
        names = " or ".join(sorted(one.__name__ for one in possible))
        raise UnsupportedSyntax(
            f"{named(title)} is of type {names} here, for which this has another answer than for a "
            "number of Python",
            node,
            "pass a number of Python, as in `float(k)`, or ask for what holds for both",
        )


def given(kind: Type) -> set[type]:
    """Return the classes of the numbers of a type that users give: those of Python if it has them.

    >>> given(numba_types.float64), given(numba_types.float32)
    ({<class 'float'>}, {<class 'numpy.float32'>})
    """
    pair = pair_of(kind)
    if pair is None:
        return set()
    own, wide = pair
    is_made = isinstance(kind, numba_types.Array) or wide not in WIDEST
    return {wide if is_made else own}


def anything(kind: Type) -> set[type]:
    """Return all classes of numbers that a type may stand for.

    >>> [one in anything(numba_types.int64) for one in (bool, int, float)]
    [True, True, False]
    """
    pair = pair_of(kind)
    if pair is None:
        return set()
    less = TRUTHS if is_integer(kind) else {int} if is_inexact(kind) else set()
    return {*pair} | less


def pair_of(kind: Type) -> tuple[type, type] | None:
    """Return the classes of the numbers of a type, or of elements of that type, or None."""
    kind = numba_types.unliteral(getattr(kind, "dtype", kind))
    if not isinstance(kind, (numba_types.Number, numba_types.Boolean)):
        return None
    own = next(own for family, own in CLASSES if isinstance(kind, family))
    return own, as_dtype(kind).type


def parts_of(kind: Type) -> list[Type]:
    """Return the types of the parts of a tuple, or that of one value."""
    return list(kind) if isinstance(kind, numba_types.BaseTuple) else [kind]


def classes_of(
    numbers: PossibleNumbers, tree: Expression, kind: Type | None
) -> Iterator[set[type]]:
    """Return the classes of a value, or of all parts of a tuple."""
    if isinstance(kind, numba_types.BaseTuple):
        for place, part in enumerate(kind):
            yield from classes_of(numbers, part_of(tree, place), part)
    else:
        yield numbers.of_tree(tree, kind)

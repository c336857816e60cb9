"""Refuse questions about types that a call answers otherwise than the type of what it passes.

A function is written once for a type of its arguments. Of one type are integers and booleans on
several paths, numbers of Python and those of NumPy: which of them a parameter gets only its calls
say, and which of them a function returns only the function.
"""

from __future__ import annotations

from collections import deque
from itertools import product

import gast
import numpy as np

from srcdiff.analyse.types.least_types import integral, least_types
from srcdiff.analyse.types.types import Type, Types
from srcdiff.errors import LIBRARY, SrcdiffError, located
from srcdiff.normalise.containers.collected import first_elements, of_doubles
from srcdiff.normalise.dialect.truth_values import Truths, mixed_truths
from srcdiff.normalise.functions.specialise import Flat, is_opaque
from srcdiff.normalise.partial_evaluation.answers import (
    Answers,
    Asked,
    about,
    is_question,
    is_type,
)
from srcdiff.normalise.partial_evaluation.number_classes import WIDE
from srcdiff.normalise.partial_evaluation.possible_numbers import Classes, PossibleNumbers
from srcdiff.normalise.partial_evaluation.without_dimensions import is_by_element
from srcdiff.program.argument_classes import (
    anything,
    classes_of,
    given,
    parts_of,
    stood_for,
)
from srcdiff.program.checked_answers import check_answer, check_parameters, is_truth
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.unit_checks import type_of
from srcdiff.program.units.units import Units
from srcdiff.syntax import Expression, dotted, parameters, walk


def check_passed_classes(units: Units, entry: Unit) -> None:
    """Refuse questions that were answered for other classes of numbers than functions get.

    Raises UnsupportedSyntax, at the question.
    """
    own = [unit for unit in units.of.values() if asked_in(unit) is not None]
    has_truths = len(own) > 1 and any(mixes_truths(unit) for unit in own)
    if not units.is_python or not (has_truths or any(map(asks, own))):
        return
    passing = Passing(units)
    passing.run(entry)
    for unit in own:
        with located(unit.core.origin):
            if asks(unit):
                passing.check(unit)
            if has_truths:
                passing.check_truths(unit)


def asks(unit: Unit) -> bool:
    """Return True if a function of the user asks for the type of something."""
    return any(
        is_question(node) or is_type(node) or is_truth(node) for node in walk(unit.core.written)
    )


def mixes_truths(unit: Unit) -> bool:
    """Return True if a function of the user may have booleans that are integers at times."""
    asked = asked_in(unit)
    return asked is not None and mixed_truths(asked.core.tree)


def asked_in(unit: Unit) -> Asked | None:
    """Return what is asked in a function of the user; None for those of the library."""
    is_own = unit.core.origin.file.startswith(LIBRARY)
    return None if is_own or unit.looked is None else unit.looked.asked


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
        self.called: dict[tuple[Key, gast.AST], list[Unit]] = {}
        self.pending: deque[Key] = deque()

    def run(self, entry: Unit) -> None:
        """Follow all calls, from a function that gets numbers of Python."""
        self.pass_on(entry, [given(kind) for kind in entry.key[1]])
        while self.pending:  # what is called first, as callers need what it returns
            unit = self.units.of[self.pending.pop()]
            asked = asked_in(unit)
            if asked is None:
                continue
            answers = self.answers(unit, asked)
            for node in walk(asked.core.tree):
                for called in self.callees(node, unit, asked):
                    parts = [
                        one
                        for argument in node.args
                        for one in classes_of(answers.numbers, argument, self.kind(argument, unit))
                    ]
                    if is_by_element(asked.core.functions[dotted(node.func)]):
                        parts = [{WIDE.get(one, one) for one in part} for part in parts]
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
            if unit.key in self.pending:
                self.pending.remove(unit.key)
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
            callers = self.callers.get(unit.key, set())
            self.pending.extendleft(key for key in callers if key not in self.pending)

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
            if is_by_element(asked.core.functions.get(dotted(node.func))):
                return [{np.ndarray}]
            found = [
                self.returned.get(one.key, [set() for _ in parts_of(one.types.returned)])
                for one in self.callees(node, unit, asked)
                if asked_in(one) is not None
            ]
            if not found or len({*map(len, found)}) > 1:
                return None
            return [set().union(*each) for each in zip(*found, strict=True)]

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

    def callees(self, node: gast.AST, unit: Unit, asked: Asked) -> list[Unit]:
        """Return the functions of the user that an expression may call, for types of numbers."""
        if not isinstance(node, gast.Call) or dotted(node.func) not in asked.core.functions:
            return []
        site = unit.key, node
        if site not in self.called:
            self.called[site] = self.found_callees(node, unit, asked)
        return self.called[site]

    def found_callees(self, node: gast.Call, unit: Unit, asked: Asked) -> list[Unit]:
        """Return the functions that a call of one of the user may call.

        What is an array without dimensions may be a number when the call is reached.
        """
        called = asked.core.functions[dotted(node.func)]
        if is_opaque(called.function if isinstance(called, Flat) else called):
            return []
        kinds = [self.kind(argument, unit) for argument in node.args]
        if None in kinds:
            return []
        keys = [plain(called, each) for each in product(*map(stood_for, kinds))]
        found = [self.units.of.get((id(function), taken)) for function, taken in keys]
        return [one for one in found if one is not None]

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

    def check_truths(self, unit: Unit) -> None:
        """Refuse what booleans do that are integers at times. Raises UnsupportedSyntax."""
        asked = asked_in(unit)
        if asked is None or unit.key not in self.passed:
            return
        kinds = self.types_in(unit).names
        truths = Truths(asked.core, kinds, self.answers(unit, asked).numbers)
        for node in walk(asked.core.tree):
            truths.check_open(node)

"""The types of functions, with those of what they call: functions that call themselves by trial."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast
from weakref import proxy

import gast

from srcdiff.analyse.checks.integer_truncation import Numbers, checked_result
from srcdiff.analyse.types.composite_types import in_one_tuple
from srcdiff.analyse.types.inference import decided, known_result
from srcdiff.analyse.types.number_or_array import is_of_tuples, number_or_array
from srcdiff.analyse.types.own_inference.expression_types import Untyped
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.errors import SrcdiffError, UnsupportedSyntax, UnsupportedType, located
from srcdiff.front.parse import source_of
from srcdiff.normalise.containers.collected import of_doubles
from srcdiff.normalise.dialect.numbers_first import spread
from srcdiff.normalise.functions.inlined import inlined
from srcdiff.normalise.functions.specialise import Flat, as_written, is_opaque
from srcdiff.normalise.numpy_calls.rows_on_top import rows_on_top
from srcdiff.normalise.partial_evaluation.decided_branches import (
    asks_for_none,
    decided_branches,
)
from srcdiff.normalise.typed_draft import Looked, TypedDraft, inferable
from srcdiff.pipeline import typed_form
from srcdiff.program.units.array_results import ArrayResults
from srcdiff.program.units.calls_in_place import with_calls_in_place
from srcdiff.program.units.other_forms import check_forms
from srcdiff.program.units.passed_numbers import in_parts, with_number_in_place
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit import Key
from srcdiff.program.units.unit_checks import calls_with_lists, kinds_of, unknown_result
from srcdiff.program.units.variants import Variant
from srcdiff.syntax import Statement, dotted

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units

Typed = tuple[Core, Types, Looked]


class UnitTypes:
    """The types of the functions of one module.

    While the result of a function that calls itself is guessed, `guesses` has the guess, and
    `asked` the functions whose guesses were used. `least` has the types of results where arguments
    are integers at times; `reading` the functions in which calls that move lists of arrays are
    looked for; `number_results` the functions that return an array or, at times, a number.
    """

    def __init__(self, units: Units) -> None:
        self.units = cast("Units", proxy(units))  # which holds this: all is freed with its last use
        self.guesses: dict[Key, Type] = {}
        self.asked: set[Key] = set()
        self.least: dict[tuple[Key, tuple[Type, ...]], Type | None] = {}
        self.reading: list[Key] = []
        self.number_results: set[Key] = set()

    def found(self, core: Core, given: tuple[Type, ...], key: Key) -> tuple[Typed, bool]:
        """Return a core form with types, and whether they rest on a guess that is still open."""
        asked, self.asked = self.asked, set()  # by others, and now by this function
        try:
            found = self.typed_with_lists(core, given, key)
        finally:
            rests_on, self.asked = self.asked, asked | self.asked
        return found, bool(rests_on)

    def typed_with_lists(self, core: Core, given: tuple[Type, ...], key: Key) -> Typed:
        """Return a core form with types, in which no function takes or returns a list of arrays.

        What such functions do is done in place of their calls, as is what some others do.
        """
        self.reading.append(key)
        try:
            while True:
                with located(core.origin):
                    found = self.typed_with_room(core, given, key)
                    statement = next(calls_with_lists(core, found[1]), None)
                    if statement is not None:
                        callee = self.callee(core, found[1], statement)
                        core = self.units.with_constants(inlined(core, statement, callee))
                        continue
                    new = with_calls_in_place(self.units, core, found[1])
                    if new is core:
                        return found
                    core = new
        finally:
            self.reading.pop()

    def callee(self, core: Core, types: Types, statement: Statement) -> Core:
        """Return the core form of a function that moves lists of arrays, as it is called.

        Raises UnsupportedSyntax for functions that call themselves, and for those with rules, which
        go before what is in them.
        """
        made = call_of(statement)
        assert made is not None
        called = core.functions[dotted(made.func)]
        if is_opaque(as_written(called)):
            raise UnsupportedSyntax(
                f"`{dotted(made.func)}` has a rule, or is a derivative, and takes or returns a "
                "list of arrays, which is not differentiated yet",
                statement,
                "give it the arrays as the rows of a matrix",
            )
        function, given = plain(called, kinds_of(made, core, types))
        if (id(function), given) in self.reading:
            raise UnsupportedSyntax(
                f"`{function.__name__}` calls itself and takes or returns a list of arrays, which "
                "is not differentiated yet",
                statement,
                "write it as a loop, or give it the arrays as the rows of a matrix",
            )
        return self.units.core_of(source_of(function), given)

    def typed_with_room(self, core: Core, given: tuple[Type, ...], key: Key) -> Typed:
        """Return a core form with types, in which names that are numbers first are arrays.

        There the numbers are held in arrays of one element, as vectors that `np.vstack` puts on top
        of matrices are in matrices of one row.
        """
        seen: set[str] = set()
        while True:
            try:
                found = self.typed(core, given, key)
                live = self.without_decided(core, given, key) if has_optional(found) else core.tree
                if live is not core.tree:
                    core = replace(core, tree=live)
                    continue
                new = with_number_in_place(self, core, found[1], given, key)
                if new is core:
                    return found
                core = new
            except UnsupportedType as error:
                other = self.with_room(core, error, given, key, seen)
                if other is None:
                    raise
                core = other

    def with_room(
        self,
        core: Core,
        error: UnsupportedType,
        given: tuple[Type, ...],
        key: Key,
        seen: set[str],
    ) -> Core | None:
        """Return a core form that is closer to having types than one that has none, if any is.

        `seen` are the names that arrays were made for, to which others are added.
        """
        live = self.without_decided(core, given, key)
        if live is not core.tree:
            return replace(core, tree=live)
        tree = rows_on_top(core.tree, error.node)
        if tree is not None:
            return replace(core, tree=tree)
        if not self.units.is_python:
            return None
        if is_of_tuples(error):
            split = in_parts(core)
            return split if split.tree is not core.tree else None
        mixed = number_or_array(error)
        if mixed is None or mixed[0] in seen:
            return None
        seen.add(mixed[0])
        return in_parts(replace(core, tree=spread(core.tree, *mixed)))

    def without_decided(self, core: Core, given: tuple[Type, ...], key: Key) -> gast.FunctionDef:
        """Return the tree of a core form that has no types without branches that never run."""
        if not asks_for_none(core.tree):
            return core.tree

        def known(called: Any, taken: tuple[Type, ...]) -> Type:
            function, plainly = plain(called, taken)
            if (id(function), plainly) == key:
                raise Undecided
            return self.result_of(called, taken)

        return decided_branches(core.tree, decided(inferable(of_doubles(core)), given, known))

    def typed(self, core: Core, given: tuple[Type, ...], key: Key) -> Typed:
        """Return a core form with types; what a recursive function returns is found by trial.

        The first guess is the narrowest type, the second what it returns where it does not call
        itself; each trial gives the next guess, until the function returns what it was taken to
        return.
        """
        failures: list[SrcdiffError] = []
        is_python = self.units.checks(core.origin)
        arrays = ArrayResults(self.units, self.guesses)
        asking = self.result_of, arrays.back_in, arrays.rows_in
        for guess in self.first_guesses(core, given, key):
            try:
                while True:
                    self.guesses[key] = guess
                    self.asked.discard(key)
                    draft = TypedDraft(core, given, *asking, is_python, self.least_of)
                    found = typed_form(draft)
                    if found[1].returned == guess or key not in self.asked:
                        return found
                    guess = found[1].returned
            except (UnsupportedType, UnsupportedSyntax) as error:
                check_forms(error, self.units.general, self, core, given)
                failures.append(error)
                if key not in self.asked:
                    raise
            finally:
                del self.guesses[key]
                self.asked.discard(key)
        if isinstance(failures[-1], UnsupportedSyntax):
            raise failures[-1]
        raise unknown_result(core, failures[-1])

    def first_guesses(self, core: Core, given: tuple[Type, ...], key: Key) -> Iterator[Type]:
        """Return what a function may return that perhaps calls itself."""
        yield numba_types.boolean

        def known(called: Any, taken: tuple[Type, ...]) -> Type:
            function, plainly = plain(called, taken)
            if (id(function), plainly) == key:
                raise Untyped
            try:
                return self.result_of(called, taken)
            except (UnsupportedType, UnsupportedSyntax):  # perhaps only as the guess is wrong
                raise Untyped from None

        self.guesses[key] = numba_types.boolean  # for what else it calls
        try:
            found = known_result(inferable(of_doubles(core)), given, known)
        finally:
            del self.guesses[key]
        if found is not None:
            yield found

    def result_of(self, called: Any, given: tuple[Type, ...]) -> Type:
        """Return the type of what a function returns that a core form calls."""
        function, taken = plain(called, given)
        key = (id(function), taken)
        if key in self.guesses:
            self.asked.add(key)
            guess = self.guesses[key]
            return in_one_tuple(guess) if isinstance(called, Flat) else guess
        types = self.units.read(function, taken).types
        return types.result if isinstance(called, Flat) else types.returned

    def least_of(
        self, called: Any, given: tuple[Type, ...], least: tuple[Type, ...]
    ) -> Type | None:
        """Return the type of what a function returns where arguments are integers at times.

        `least` are the types of these then; None where that is not known. Raises UnsupportedSyntax
        if the function writes to arrays that would be of integers.
        """
        function, taken = plain(called, given)
        key = (id(function), taken)
        if key not in self.units.of or taken != given or isinstance(function, Variant):
            return None
        if (key, least) not in self.least:
            self.least[key, least] = None  # for functions that call themselves
            unit = self.units.of[key]
            numbers = unit.looked.numbers if unit.looked else None
            numbers = numbers or Numbers(unit.core, unit.types.names)
            with located(unit.core.origin):
                self.least[key, least] = checked_result(numbers, self.least_of, least)
        return self.least[key, least]


def has_optional(found: Typed) -> bool:
    """Return True if a name has a value or None: perhaps it has a flag, and needs no None."""
    return any(isinstance(kind, numba_types.Optional) for kind in found[1].names.values())

"""The functions of the user: in core form, with types, and with what they call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints as holds_arrays
from srcdiff.analyse.aliasing.lists_of_arrays import moves_lists
from srcdiff.analyse.aliasing.statement_effects import Summary
from srcdiff.analyse.aliasing.summaries import summarise
from srcdiff.analyse.checks.global_arrays import fixed_results, global_arrays
from srcdiff.analyse.types.types import Type, Types
from srcdiff.core import Core
from srcdiff.core.memo import Memo, remembering
from srcdiff.core.operations import call_of
from srcdiff.core.results import result_names
from srcdiff.errors import LIBRARY, SrcdiffError, UnsupportedSyntax, UnsupportedType, located
from srcdiff.front.parse import Source, source_of
from srcdiff.normalise.array_lists.changed_by_callees import changed_by_callees
from srcdiff.normalise.draft import Draft
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.pipeline import core_form
from srcdiff.program.units.calls_in_loops import CallsInLoops
from srcdiff.program.units.copied_views import check_copied_views
from srcdiff.program.units.copy_returned_aliases import with_copied_results
from srcdiff.program.units.general_form import General, where_of
from srcdiff.program.units.other_forms import check_nested
from srcdiff.program.units.plain import plain
from srcdiff.program.units.results import with_all_results, with_own_results
from srcdiff.program.units.tidied import tidied
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.unit_checks import is_same, kinds_of
from srcdiff.program.units.unit_types import UnitTypes
from srcdiff.program.units.variants import Variant, Variants
from srcdiff.syntax import Statement, dotted, fresh, parameters, rename, walk_statements
from srcdiff.syntax.origin import Origin


class Units:
    """The functions of one generated module, read on demand.

    `of` has those that have been read, `untidy` the keys of those that are not in their simplest
    form yet, `constants` the globals that they read; `types` finds the types of their names.
    With `keeps` arrays that change are copied for a backward sweep; with `is_python` integers are
    divided as by Python, not as in a kernel. `general` tells which functions are written in
    the general form for arrays with several names, None where none can be. `calls_in_loops` has
    the functions that are called again and again; with `has_calls_in_place` some of their calls
    are written as what they do.
    """

    def __init__(
        self,
        keeps: bool = True,
        is_python: bool = True,
        general: General | None = None,
    ) -> None:
        self.keeps = keeps
        self.general = general
        self.is_python = is_python
        self.of: dict[Key, Unit] = {}
        self.untidy: list[Key] = []
        self.constants: dict[str, Any] = {}
        self.summaries: dict[Key, Summary] = {}
        self.made: Memo = {}
        self.unfinished: set[Key] = set()  # whose calls are being read
        self.calls_in_loops = CallsInLoops()
        self.has_calls_in_place = False
        self.types = UnitTypes(self)
        self.variants = Variants(self)

    def unit(self, function: Any, given: tuple[Type, ...]) -> Unit:
        """Return a function for arguments of certain types, with all that it calls."""
        with remembering(self.made):
            found = self.read(function, given)
            if moves_lists(found.given, found.types.returned):
                self.untidy.append(found.key)
            return self.settled(found)

    def settled(self, unit: Unit) -> Unit:
        """Return a function that was read, in its simplest form, with all that it calls."""
        check_copied_views(self)
        with_copied_results(self)
        while self.untidy:
            key = self.untidy.pop()
            self.of[key] = tidied(self, self.of[key])
        return self.of[unit.key]

    def read(self, function: Any, given: tuple[Type, ...]) -> Unit:
        """Return a function with types, and read those that it calls."""
        function, given = plain(function, given)
        key = (id(function), given)
        if key in self.of:
            return self.of[key]
        if isinstance(function, Variant):
            self.of[key] = self.variants.unit(function, key)
            self.untidy.append(key)
            return self.of[key]
        source = source_of(function)
        with located(source.origin):
            return self.read_source(source, function, key)

    def read_source(self, source: Source, function: Any, key: Key) -> Unit:
        """Return a function with types from its source, and read those that it calls."""
        _, given = key
        core = self.core_of(source, given)
        if self.general is not None:
            core = replace(core, shared=self.general.groups(where_of(source)))
        self.calls_in_loops.enter(core)
        (core, types, looked), is_open = self.types.found(core, given, key)
        core, types = with_own_results(core, types)
        unit = Unit(key, function, core, types, {}, looked)
        if is_open:
            return unit
        self.of[key] = unit
        if not moves_lists(given, types.returned):  # else it is part of what calls it
            self.untidy.append(key)
        self.unfinished.add(key)
        core, types = with_all_results(core, types, self.find_calls(core, types), self.of)
        self.of[key] = self.with_form(unit, core, types)
        self.unfinished.discard(key)
        if not self.unfinished & {*self.called(key)}:  # as where two call each other
            self.of[key] = self.variants.with_variables(self.of[key])
        return self.of[key]

    def core_of(self, source: Source, given: tuple[Type, ...]) -> Core:
        """Return the core form of a function that is called with arguments of some types."""
        where, general = where_of(source), self.general or General()
        kinds = zip(parameters(source.tree), given, strict=False)
        lists = {p for p, kind in kinds if holds_arrays(kind)} | general.lists_of(where)
        if self.general is not None:
            lists |= changed_by_callees(source)
        draft = Draft(
            source,
            source.tree,
            given,
            self.keeps,
            self.checks(source.origin),
            of_arrays=frozenset(lists) | general.boxed_in(where),
            boxed=general.boxed_in(where),
            filled=general.filled_in(where),
            nested=general.nested_in(where),
        )
        try:
            core = core_form(draft)
        except (UnsupportedSyntax, UnsupportedType) as error:
            check_nested(error, self.general, where, source.tree)
            raise
        return self.with_constants(core)

    def with_form(self, unit: Unit, core: Core, types: Types) -> Unit:
        """Return a function with another core form and its types, and with what that calls."""
        return replace(unit, core=core, types=types, calls=self.find_calls(core, types))

    def checks(self, origin: Origin) -> bool:
        """Return True if a function is checked for what raises in Python, as the library is not."""
        return self.is_python and not origin.file.startswith(LIBRARY)

    def find_calls(self, core: Core, types: Types) -> dict[Statement, Key]:
        """Return which functions the statements of a core form call, and with which types."""
        found = {}
        for statement in walk_statements(core.tree.body):
            made = call_of(statement)
            if made is not None and dotted(made.func) in core.functions:
                called = core.functions[dotted(made.func)]
                try:
                    found[statement] = self.read(called, kinds_of(made, core, types)).key
                except SrcdiffError as error:
                    raise error.at_call(made) from None
        return found

    def with_constants(self, core: Core) -> Core:
        """Enter the constants of a function; return it with the names that they got."""
        names: dict[str, str] = {}
        for wanted, value in core.constants.items():
            taken = {n for n, v in self.constants.items() if not is_same(v, value)}
            names[wanted] = fresh(wanted, taken)
            self.constants[names[wanted]] = value
        constants = {names[n]: value for n, value in core.constants.items()}
        return replace(core, tree=rename(core.tree, names), constants=constants)

    def summary(self, key: Key) -> Summary:
        """Return what a call of a function does to memory."""
        if key not in self.summaries:
            self.summaries[key] = Summary()
            while True:
                unit = self.of[key]
                found = effects(unit.core, unit.types, self.summary_of(unit))
                results = result_names(unit.core.tree)
                new = summarise(unit.core, unit.types, found, results)
                new = replace(new, inserts=new.inserts or isinstance(unit.function, Inserted))
                shared = global_arrays(unit.core, unit.types, self.summary_of(unit))
                new = replace(new, fixed=fixed_results(shared, results))
                if new == self.summaries[key]:
                    break
                self.summaries[key] = new
        return self.summaries[key]

    def summary_of(self, unit: Unit) -> Callable[[Statement], Summary]:
        """Return the function that tells what the calls in a function do."""
        return lambda statement: self.summary(unit.calls[statement])

    def called(self, key: Key) -> tuple[Key, ...]:
        """Return all functions that a function calls, also through others."""
        seen: dict[Key, None] = {}
        pending = list(self.of[key].calls.values())
        while pending:
            found = pending.pop()
            if found not in seen:
                seen[found] = None
                pending += self.of[found].calls.values()
        return tuple(seen)

    def is_recursive(self, key: Key) -> bool:
        """Return True if a function calls itself, perhaps through others."""
        return key in self.called(key)

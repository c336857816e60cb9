"""The functions of the user: in core form, with types, and with what they call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints as holds_arrays
from srcdiff.analyse.aliasing.lists_of_arrays import moves_lists
from srcdiff.analyse.aliasing.statement_effects import Summary
from srcdiff.analyse.aliasing.summaries import summarise
from srcdiff.analyse.arrays.returned_rows import RowsOf, returned_rows
from srcdiff.analyse.checks.global_arrays import fixed_results, global_arrays
from srcdiff.analyse.checks.integer_truncation import Numbers, checked_result
from srcdiff.analyse.checks.list_uses import list_in_place, shrinking_list
from srcdiff.analyse.checks.sharing import MayShare
from srcdiff.analyse.types.expression_types import Untyped
from srcdiff.analyse.types.inference import known_result
from srcdiff.analyse.types.known_kinds import (
    VERSION,
    element_of_empty,
    element_text,
    empty_lists_in,
    filled_with_arrays,
    known_kinds,
    variable,
)
from srcdiff.analyse.types.types import Type, Types, in_one_tuple, with_arrays, with_lists
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.untyped import NUMBER, absent_element, list_of_arrays, number_or_array
from srcdiff.core import Core
from srcdiff.core.memo import Memo, remembering
from srcdiff.core.operations import call_of
from srcdiff.differentiate.reverse.calls import result_names
from srcdiff.errors import (
    LIBRARY,
    Origin,
    SrcdiffError,
    UnsupportedSyntax,
    UnsupportedType,
    WriteAgain,
    located,
)
from srcdiff.front.callables import is_derivative
from srcdiff.front.parse import Source, plain_function, source_of
from srcdiff.normalise.array_lists.changed_by_callees import changed_by_callees
from srcdiff.normalise.array_lists.inlined import inlined
from srcdiff.normalise.array_lists.nested_lists import lists_of_lists
from srcdiff.normalise.array_lists.separate_lists import separate_lists
from srcdiff.normalise.containers.collected import of_doubles
from srcdiff.normalise.dialect.numbers_first import SPREAD, spread
from srcdiff.normalise.functions.declared import declared
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.mapped import of_all_elements
from srcdiff.normalise.functions.specialise import Flat, is_opaque, taken_apart
from srcdiff.normalise.memory.buffer_swaps import with_swaps
from srcdiff.normalise.memory.left_by_loops import left_by_loops
from srcdiff.normalise.memory.returned_arguments import BackOf, arguments_returned
from srcdiff.normalise.numpy_calls.rows_on_top import rows_on_top
from srcdiff.normalise.typed_draft import Looked, inferable
from srcdiff.pipeline import core_form, tidy, typed_form
from srcdiff.program.copied_views import check_copied_views
from srcdiff.program.copy_returned_aliases import with_copied_results
from srcdiff.program.results import with_all_results, with_own_results
from srcdiff.program.unit_checks import (
    calls_with_lists,
    check_bound,
    check_inserted,
    is_same,
    type_of,
    unknown_result,
)
from srcdiff.program.variants import Variant, Variants
from srcdiff.syntax import (
    Statement,
    dotted,
    fresh,
    parameters,
    rename,
    targets,
    walk_statements,
)

SOME_ROWS = numba_types.List(numba_types.float64[::1])  # a list whose type is not known yet
OF_LISTS = r"\blists?\b|\btuple\b|append"  # in what errors say that other forms of lists may avoid
Where = tuple[str, int, str]  # the file, the line and the name of a function
Key = tuple[int, tuple[Type, ...]]  # identity of a function, types of its arguments
Typed = tuple[Core, Types, Looked]


@dataclass(frozen=True)
class General:
    """Which functions are written in the general form for arrays with several names.

    `in_pairs` are those whose arrays go in pairs with their adjoints; `shared` has those that are
    called with arguments that share memory, with the positions of these; `lists` has the lists
    that hold arrays and change, `boxed` those of numbers that shrink, with the functions that they
    are in.
    """

    def has_pairs(self, where: Where) -> bool:
        """Return True if the arrays of a function go in pairs where they have to."""
        return where in self.in_pairs or bool(self.lists_of(where))

    def lists_of(self, where: Where) -> frozenset[str]:
        """Return the lists in a function that hold arrays and change, as versions and variables."""
        return titles_at(where, self.lists)

    def boxed_in(self, where: Where) -> frozenset[str]:
        """Return the lists in a function that hold numbers and shrink."""
        return titles_at(where, self.boxed)

    in_pairs: frozenset[Where] = frozenset()
    shared: frozenset[tuple[Where, frozenset[int]]] = frozenset()
    lists: frozenset[tuple[Where, str]] = frozenset()
    boxed: frozenset[tuple[Where, str]] = frozenset()
    filled: tuple[tuple[Where, str, str], ...] = ()
    nested: frozenset[tuple[Where, str]] = frozenset()

    def filled_in(self, where: Where) -> dict[str, str]:
        """Return elements, as text, for the lists in a function that begin with None."""
        return {
            VERSION.sub("", title): text for place, title, text in self.filled if place == where
        }

    def groups(self, where: Where) -> frozenset[frozenset[int]]:
        """Return the positions of parameters of a function that may share memory, in groups."""
        return frozenset(positions for place, positions in self.shared if place == where)

    def with_one_more(self, needed: NeedsGeneral) -> General:
        """Return what is needed as well."""
        if needed.nested:
            return replace(self, nested=self.nested | {(needed.where, needed.title)})
        if needed.element:
            one = needed.where, needed.title, needed.element
            return replace(self, filled=(*self.filled, one))
        if needed.boxed:
            return replace(self, boxed=self.boxed | {(needed.where, needed.title)})
        if needed.title:
            return replace(self, lists=self.lists | {(needed.where, needed.title)})
        if not needed.positions:
            return replace(self, in_pairs=self.in_pairs | {needed.where})
        old = {(place, group) for place, group in self.shared if place == needed.where}
        overlapping = {pair for pair in old if pair[1] & needed.positions}
        group = needed.positions.union(*(positions for _, positions in overlapping))
        return replace(self, shared=(self.shared - overlapping) | {(needed.where, group)})


def where_of(function: Core | Source) -> Where:
    """Return what identifies a function, also among those from inside it."""
    return function.origin.file, function.origin.first_line, function.tree.name


def titles_at(where: Where, lists: frozenset[tuple[Where, str]]) -> frozenset[str]:
    """Return the lists in a function, as versions and as variables."""
    found = {title for place, title in lists if place == where}
    return frozenset(found | {VERSION.sub("", title) for title in found})


class NeedsGeneral(WriteAgain):
    """A function that has to be written in the general form.

    With `positions`, as arguments at these share memory; with a `title`, as a list of that name
    holds arrays, or numbers to be `boxed`, or begins with None and gets such an `element`, or has
    `nested` lists that get longer; else its arrays go in pairs.
    """

    def __init__(
        self,
        where: Where,
        positions: frozenset[int] = frozenset(),
        title: str = "",
        boxed: bool = False,
        element: str = "",
        nested: bool = False,
    ) -> None:
        super().__init__()
        self.nested = nested
        self.boxed = boxed
        self.element = element
        self.where = where
        self.positions = positions
        self.title = title


@dataclass(frozen=True)
class Unit:
    """A function for arguments of certain types, ready to be differentiated."""

    key: Key
    function: Any
    core: Core
    types: Types
    calls: Mapping[Statement, Key]
    looked: Looked | None = None

    @property
    def given(self) -> tuple[Type, ...]:
        """Return the types of the arguments, with arrays instead of lists."""
        return tuple(map(with_arrays, self.key[1]))

    @property
    def results(self) -> list[str]:
        """Return the names of the results."""
        return [dotted(result) for result in result_names(self.core.tree)]


class Units:
    """The functions of one generated module, read on demand.

    `of` has those that have been read, `untidy` the keys of those that are not in their
    simplest form yet, `constants` the globals that they read. While the result of a
    recursive function is guessed, `guesses` has the guess, and `asked` tells who asked.
    With `keeps` arrays that change are copied for a backward sweep; with `is_python` integers are
    divided as by Python, not as in a kernel. `general` tells which functions are written in
    the general form for arrays with several names, None where none can be.
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
        self.guesses: dict[Key, Type] = {}
        self.asked: set[Key] = set()
        self.summaries: dict[Key, Summary] = {}
        self.least: dict[tuple[Key, tuple[Type, ...]], Type | None] = {}
        self.made: Memo = {}
        self.unfinished: set[Key] = set()  # whose calls are being read
        self.reading: list[Key] = []  # in which calls that move lists of arrays are looked for
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
            self.of[key] = self.tidied(self.of[key])
        return self.of[unit.key]

    def read(self, function: Any, given: tuple[Type, ...]) -> Unit:
        """Return a function with types, and read those that it calls."""
        plain, given = self.plain(function, given)
        key = (id(plain), given)
        if key in self.of:
            return self.of[key]
        if isinstance(plain, Variant):
            self.of[key] = self.variants.unit(plain, key)
            self.untidy.append(key)
        else:
            source = source_of(plain)
            with located(source.origin):
                core = self.core_of(source, given)
                if self.general is not None:
                    core = replace(core, shared=self.general.groups(where_of(source)))
                asked, self.asked = self.asked, set()  # by others, and now by this function
                try:
                    core, types, looked = self.typed_with_lists(core, given, key)
                finally:
                    rests_on, self.asked = self.asked, asked | self.asked
                core, types = with_own_results(core, types)
                unit = Unit(key, plain, core, types, {}, looked)
                if rests_on:
                    return unit  # its types rest on a guess that is still open
                self.of[key] = unit
                if not moves_lists(given, types.returned):  # else it is part of what calls it
                    self.untidy.append(key)
                self.unfinished.add(key)
                core, types = with_all_results(core, types, self.find_calls(core, types), self.of)
                unit = replace(unit, core=core, types=types)
                self.of[key] = replace(unit, calls=self.find_calls(core, types))
                self.unfinished.discard(key)
                if not self.unfinished & {*self.called(key)}:  # as where two call each other
                    self.of[key] = self.variants.with_variables(self.of[key])
        return self.of[key]

    def core_of(self, source: Source, given: tuple[Type, ...]) -> Core:
        """Return the core form of a function that is called with arguments of some types."""
        lists = {
            p for p, kind in zip(parameters(source.tree), given, strict=False) if holds_arrays(kind)
        }
        if self.general is not None:
            lists |= self.general.lists_of(where_of(source)) | changed_by_callees(source)
        boxed = self.general.boxed_in(where_of(source)) if self.general else frozenset()
        is_python = self.checks(source.origin)
        filled = self.general.filled_in(where_of(source)) if self.general else {}
        nested = titles_at(where_of(source), self.general.nested if self.general else frozenset())
        forms = frozenset(lists), boxed, filled, nested
        try:
            core = core_form(source, given, self.keeps, is_python, *forms)
        except (UnsupportedSyntax, UnsupportedType) as error:
            self.check_nested(error, where_of(source), source.tree)
            raise
        return self.with_constants(core)

    def typed_with_lists(self, core: Core, given: tuple[Type, ...], key: Key) -> Typed:
        """Return a core form with types, in which no function takes or returns a list of arrays.

        What such functions do is done in place of their calls.
        """
        self.reading.append(key)
        try:
            while True:
                with located(core.origin):
                    found = self.typed_with_room(core, given, key)
                    statement = next(calls_with_lists(core, found[1]), None)
                    if statement is None:
                        return found
                    core = inlined(core, statement, self.callee(core, found[1], statement))
        finally:
            self.reading.pop()

    def callee(self, core: Core, types: Types, statement: Statement) -> Core:
        """Return the core form of a function that moves lists of arrays, as it is called.

        Raises UnsupportedSyntax for functions that call themselves, and for those with rules, which
        go before what is in them.
        """
        made = call_of(statement)
        assert made is not None
        kinds = tuple(type_of(argument, core, types) for argument in made.args)
        called = core.functions[dotted(made.func)]
        if is_opaque(called.function if isinstance(called, Flat) else called):
            raise UnsupportedSyntax(
                f"`{dotted(made.func)}` has a rule, or is a derivative, and takes or returns a "
                "list of arrays, which is not differentiated yet",
                statement,
                "give it the arrays as the rows of a matrix",
            )
        plain, given = self.plain(called, kinds)
        if (id(plain), given) in self.reading:
            raise UnsupportedSyntax(
                f"`{plain.__name__}` calls itself and takes or returns a list of arrays, which is "
                "not differentiated yet",
                statement,
                "write it as a loop, or give it the arrays as the rows of a matrix",
            )
        return self.core_of(source_of(plain), given)

    def checks(self, origin: Origin) -> bool:
        """Return True if a function is checked for what raises in Python, as the library is not."""
        return self.is_python and not origin.file.startswith(LIBRARY)

    def tidied(self, unit: Unit) -> Unit:
        """Return a function in its simplest core form."""
        with located(unit.core.origin):
            if self.general is not None and self.has_pairs(unit):
                unit = self.with_pairs(unit)
            elif self.keeps:
                core = with_swaps(
                    unit.core, unit.types, lambda core: self.summary_of(self.with_core(unit, core))
                )
                unit = self.with_core(unit, core)
            summary_of, may_share = self.summary_of(unit), self.may_share(unit)
            try:
                core, types = tidy(unit.core, unit.types, summary_of, self.keeps, may_share)
            except (UnsupportedSyntax, UnsupportedType) as error:
                self.check_lists(error, unit.core, list_in_place(error))
                self.check_nested(error, where_of(unit.core), unit.core.written)
                raise
            check_bound(core)
            return replace(unit, core=core, types=types, calls=self.find_calls(core, types))

    def check_lists(self, error: SrcdiffError, core: Core, title: str) -> None:
        """Raise NeedsGeneral where an error is of a list that another form allows.

        The `title` is that of a list that holds arrays, "" where the error says nothing of one.
        """
        if self.general is None:
            return
        where, taken = where_of(core), set(parameters(core.tree))
        numbers = shrinking_list(error)
        absent, element = absent_element(core, error)
        filled = self.general.filled_in(where).get(VERSION.sub("", absent), "")
        if absent and absent not in taken and (not filled or filled == NUMBER != element):
            raise NeedsGeneral(where, title=absent, element=element) from None
        if title and title not in self.general.lists_of(where):
            raise NeedsGeneral(where, title=title) from None
        if numbers and numbers not in self.general.boxed_in(where) | taken:
            raise NeedsGeneral(where, title=numbers, boxed=True) from None

    def check_empty(self, core: Core, given: tuple[Type, ...]) -> None:
        """Raise NeedsGeneral where a list begins empty, and what it gets has a known type."""
        if self.general is None:
            return
        where = where_of(core)
        plain = replace(core, tree=inferable(core).tree)
        title, element = element_of_empty(plain, given, self.result_of)
        title, element = (title, element) if title else self.element_in_callee(plain, given)
        if title and title not in self.general.filled_in(where):
            raise NeedsGeneral(where, title=title, element=element) from None
        if title and title not in self.general.lists_of(where) and element.startswith("np.empty"):
            raise NeedsGeneral(where, title=title) from None

    def element_in_callee(self, core: Core, given: tuple[Type, ...]) -> tuple[str, str]:
        """Return a list that begins empty, and an element that a function puts in; or "", ""."""
        lists = empty_lists_in(core.tree)
        names = known_kinds(core, given, self.result_of) if lists else {}
        for statement in walk_statements(core.tree.body):
            made = call_of(statement)
            passed = [dotted(argument) for argument in made.args] if made is not None else []
            empty = [n for n in passed if variable(n) in lists and n not in names]
            if made is None or len(empty) != 1 or dotted(made.func) not in core.functions:
                continue
            if not all(n in names or n in core.constants for n in passed if n not in empty):
                continue
            kinds = Types({**names, empty[0]: SOME_ROWS}, numba_types.none)
            callee = self.callee(core, kinds, statement)
            taken = tuple(type_of(argument, core, kinds) for argument in made.args)
            title = parameters(callee.tree)[passed.index(empty[0])]
            found = known_kinds(callee, taken, self.result_of, title).get(title)
            if found is not None:
                return variable(empty[0]), element_text(found.dtype)
        return "", ""

    def check_nested(self, error: SrcdiffError, where: Where, tree: gast.FunctionDef) -> None:
        """Raise NeedsGeneral where an error may be of lists of lists that another form allows."""
        if self.general is None or not re.search(OF_LISTS, error.reason):
            return
        for title in sorted(lists_of_lists(separate_lists(tree))):
            if (where, title) not in self.general.nested:
                raise NeedsGeneral(where, title=title, nested=True) from None

    def filled_with_arrays(self, core: Core, given: tuple[Type, ...]) -> str:
        """Return a list that is filled with arrays, though nothing says yet that it is, or ""."""
        if self.general is None:
            return ""
        plain, known = (
            replace(core, tree=inferable(core).tree),
            self.general.lists_of(where_of(core)),
        )
        return filled_with_arrays(plain, given, self.result_of, known)

    def may_share(self, unit: Unit) -> MayShare:
        """Return the function that tells which arguments of calls in a unit may share memory.

        It raises NeedsGeneral for what can be, but is not yet.
        """

        def is_shared(statement: Statement, positions: frozenset[int]) -> bool:
            called = self.of[unit.calls[statement]].core
            if any(positions <= group for group in called.shared):
                return True
            if self.general is not None:
                raise NeedsGeneral(where_of(called), positions)
            return False

        return is_shared

    def has_pairs(self, unit: Unit) -> bool:
        """Return True if the arrays of a function go in pairs where they have to."""
        assert self.general is not None
        several = any(n.endswith(SPREAD) for n in unit.types.names)
        return several or self.general.has_pairs(where_of(unit.core))

    def with_pairs(self, unit: Unit) -> Unit:
        """Return a function whose arrays go in pairs with their adjoints where they have to."""
        tree, left = left_by_loops(unit.core.tree, unit.types.has_adjoints)
        core = replace(unit.core, tree=tree, in_pairs=True)
        types = unit.types.with_names(left)
        return replace(unit, core=core, types=types, calls=self.find_calls(core, types))

    def with_core(self, unit: Unit, core: Core) -> Unit:
        """Return a function with another core form of the same types."""
        if core is unit.core:
            return unit
        return replace(unit, core=core, calls=self.find_calls(core, unit.types))

    def plain(self, function: Any, given: tuple[Type, ...]) -> tuple[Any, tuple[Type, ...]]:
        """Return a Python function that takes no tuples, and the types of what it takes.

        That of a derivative is written for the given types.
        """
        if isinstance(function, Variant):
            return function, given
        places: frozenset[int] = frozenset()
        if isinstance(function, Flat):
            function, places = function.function, function.places
        if is_derivative(function):
            function = function.generated(given)
        function = declared(of_all_elements(function, given), given)
        if isinstance(function, Inserted):
            check_inserted(function, given)
        plain, given = taken_apart(function, given)
        given = tuple(with_lists(k) if i in places else k for i, k in enumerate(given))
        return plain_function(plain), given

    def typed_with_room(self, core: Core, given: tuple[Type, ...], key: Key) -> Typed:
        """Return a core form with types, in which names that are numbers first are arrays.

        There the numbers are held in arrays of one element, as vectors that `np.vstack` puts on top
        of matrices are in matrices of one row.
        """
        seen: set[str] = set()
        while True:
            try:
                return self.typed(core, given, key)
            except UnsupportedType as error:
                tree = rows_on_top(core.tree, error.node)
                if tree is not None:
                    core = replace(core, tree=tree)
                    continue
                found = number_or_array(core, error)
                if not self.is_python or found is None or found[0] in seen:
                    raise
                seen.add(found[0])
                core = replace(core, tree=spread(core.tree, *found))

    def typed(self, core: Core, given: tuple[Type, ...], key: Key) -> Typed:
        """Return a core form with types; what a recursive function returns is found by trial.

        The first guess is the narrowest type, the second what it returns where it does not call
        itself; each trial gives the next guess, until the function returns what it was taken to
        return.
        """
        failures: list[SrcdiffError] = []
        for guess in self.first_guesses(core, given, key):
            try:
                while True:
                    self.guesses[key] = guess
                    self.asked.discard(key)
                    found = typed_form(
                        core,
                        given,
                        self.result_of,
                        self.back_in,
                        self.rows_in,
                        self.checks(core.origin),
                        self.least_of,
                    )
                    if found[1].returned == guess or key not in self.asked:
                        return found
                    guess = found[1].returned
            except (UnsupportedType, UnsupportedSyntax) as error:
                arrays = list_of_arrays(error) or self.filled_with_arrays(core, given)
                self.check_lists(error, core, arrays)
                self.check_empty(core, given)
                self.check_nested(error, where_of(core), core.written)
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
            function, plainly = self.plain(called, taken)
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
        function, taken = self.plain(called, given)
        key = (id(function), taken)
        if key in self.guesses:
            self.asked.add(key)
            guess = self.guesses[key]
            return in_one_tuple(guess) if isinstance(called, Flat) else guess
        types = self.read(function, taken).types
        return types.result if isinstance(called, Flat) else types.returned

    def least_of(
        self, called: Any, given: tuple[Type, ...], least: tuple[Type, ...]
    ) -> Type | None:
        """Return the type of what a function returns where arguments are integers at times.

        `least` are the types of these then; None where that is not known. Raises UnsupportedSyntax
        if the function writes to arrays that would be of integers.
        """
        function, taken = self.plain(called, given)
        key = (id(function), taken)
        if key not in self.of or taken != given or isinstance(function, Variant):
            return None
        if (key, least) not in self.least:
            self.least[key, least] = None  # for functions that call themselves
            unit = self.of[key]
            numbers = unit.looked.numbers if unit.looked else None
            numbers = numbers or Numbers(unit.core, unit.types.names)
            with located(unit.core.origin):
                self.least[key, least] = checked_result(numbers, self.least_of, least)
        return self.least[key, least]

    def back_in(self, core: Core, types: Types) -> BackOf:
        """Return the function that tells which arguments the calls in a core form give back."""

        def back(statement: Statement) -> dict[int, int]:
            found = self.callee_with_arrays(statement, core, types)
            if found is None:
                return {}
            return arguments_returned(found.core, found.results)

        return back

    def rows_in(self, core: Core, types: Types) -> RowsOf:
        """Return the function that gives the results of calls in a core form that are rows."""

        def rows(statement: Statement) -> dict[int, tuple[int, int]]:
            found = self.callee_with_arrays(statement, core, types)
            if found is None:
                return {}
            return returned_rows(found.core.tree, found.types, found.results)

        return rows

    def callee_with_arrays(self, statement: Statement, core: Core, types: Types) -> Unit | None:
        """Return the function that a statement of a core form calls, if it may return arrays.

        None for functions that call themselves, and for opaque ones.
        """
        made = call_of(statement)
        arrays = any(types.is_array(target) for target in targets(statement))
        if made is None or not arrays or dotted(made.func) not in core.functions:
            return None
        called = core.functions[dotted(made.func)]
        if is_opaque(called.function if isinstance(called, Flat) else called):
            return None
        kinds = tuple(type_of(argument, core, types) for argument in made.args)
        function, taken = self.plain(called, kinds)
        if (id(function), taken) in self.guesses or taken != kinds:
            return None
        found = self.read(function, taken)
        return found if len(parameters(found.core.tree)) == len(made.args) else None

    def find_calls(self, core: Core, types: Types) -> dict[Statement, Key]:
        """Return which functions the statements of a core form call, and with which types."""
        found = {}
        for statement in walk_statements(core.tree.body):
            made = call_of(statement)
            if made is not None and dotted(made.func) in core.functions:
                kinds = tuple(type_of(argument, core, types) for argument in made.args)
                found[statement] = self.read(core.functions[dotted(made.func)], kinds).key
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

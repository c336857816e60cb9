"""Where an error of one form of a function asks for another form of its lists.

The functions raise NeedsGeneral, with which all is read again, and return where no other form may
help: then the error stands.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from srcdiff.analyse.checks.list_uses import shrinking_list
from srcdiff.analyse.types.known_kinds import (
    VERSION,
    element_of_empty,
    element_text,
    empty_lists_in,
    filled_with_arrays,
    known_kinds,
    variable,
)
from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.untyped import NUMBER, absent_element, list_of_arrays
from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.errors import SrcdiffError
from srcdiff.normalise.array_lists.nested_lists import lists_of_lists
from srcdiff.normalise.array_lists.separate_lists import separate_lists
from srcdiff.normalise.containers.dictionaries.keyed_uses import value_lists
from srcdiff.normalise.typed_draft import inferable
from srcdiff.program.units.general_form import General, NeedsGeneral, Where, where_of
from srcdiff.program.units.unit_checks import kinds_of
from srcdiff.syntax import dotted, parameters, walk_statements

if TYPE_CHECKING:
    from srcdiff.program.units.unit_types import UnitTypes

SOME_ROWS = numba_types.List(numba_types.float64[::1])  # a list whose type is not known yet
OF_LISTS = r"\blists?\b|\btuple\b|append"  # in what errors say that other forms of lists may avoid


def check_forms(
    error: SrcdiffError,
    general: General | None,
    types: UnitTypes,
    core: Core,
    given: tuple[Type, ...],
) -> None:
    """Raise NeedsGeneral where a function that has no types may have some in another form."""
    if general is None:
        return
    plain = replace(core, tree=inferable(core).tree)
    known = general.lists_of(where_of(core))
    arrays = list_of_arrays(error) or filled_with_arrays(plain, given, types.result_of, known)
    check_lists(error, general, core, arrays)
    check_empty(general, types, plain, given)
    check_nested(error, general, where_of(core), core.written)


def check_lists(error: SrcdiffError, general: General | None, core: Core, title: str) -> None:
    """Raise NeedsGeneral where an error is of a list that another form allows.

    The `title` is that of a list that holds arrays, "" where the error says nothing of one.
    """
    if general is None:
        return
    where, taken = where_of(core), set(parameters(core.tree))
    numbers = shrinking_list(error)
    absent, element = absent_element(core, error)
    filled = general.filled_in(where).get(VERSION.sub("", absent), "")
    if absent and absent not in taken and (not filled or filled == NUMBER != element):
        raise NeedsGeneral(where, title=absent, element=element) from None
    if title and title not in general.lists_of(where):
        raise NeedsGeneral(where, title=title) from None
    if numbers and numbers not in general.boxed_in(where) | taken:
        raise NeedsGeneral(where, title=numbers, boxed=True) from None


def check_empty(general: General, types: UnitTypes, core: Core, given: tuple[Type, ...]) -> None:
    """Raise NeedsGeneral where a list begins empty, and what it gets has a known type."""
    where = where_of(core)
    title, element = element_of_empty(core, given, types.result_of)
    title, element = (title, element) if title else element_in_callee(types, core, given)
    if title and title not in general.filled_in(where):
        raise NeedsGeneral(where, title=title, element=element) from None
    if title and title not in general.lists_of(where) and element.startswith("np.empty"):
        raise NeedsGeneral(where, title=title) from None


def element_in_callee(types: UnitTypes, core: Core, given: tuple[Type, ...]) -> tuple[str, str]:
    """Return a list that begins empty, and an element that a function puts in; or "", ""."""
    lists = empty_lists_in(core.tree)
    names = known_kinds(core, given, types.result_of) if lists else {}
    for statement in walk_statements(core.tree.body):
        made = call_of(statement)
        passed = [dotted(argument) for argument in made.args] if made is not None else []
        empty = [n for n in passed if variable(n) in lists and n not in names]
        if made is None or len(empty) != 1 or dotted(made.func) not in core.functions:
            continue
        if not all(n in names or n in core.constants for n in passed if n not in empty):
            continue
        kinds = Types({**names, empty[0]: SOME_ROWS}, numba_types.none)
        callee = types.callee(core, kinds, statement)
        taken = kinds_of(made, core, kinds)
        title = parameters(callee.tree)[passed.index(empty[0])]
        found = known_kinds(callee, taken, types.result_of, title).get(title)
        if found is not None:
            return variable(empty[0]), element_text(found.dtype)
    return "", ""


def check_nested(
    error: SrcdiffError, general: General | None, where: Where, tree: gast.FunctionDef
) -> None:
    """Raise NeedsGeneral where an error may be of lists of lists that another form allows."""
    if general is None or not re.search(OF_LISTS, error.reason):
        return
    for title in sorted([*lists_of_lists(separate_lists(tree)), *value_lists(tree)]):
        if (where, title) not in general.nested:
            raise NeedsGeneral(where, title=title, nested=True) from None

"""Calls that take what is a number at times, and an array at others.

The number is held in an array of one element (normalise/dialect/numbers_first.py), which the
function that is called would take for any other array.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import call_of, is_copy
from srcdiff.errors import LIBRARY
from srcdiff.front.parse import source_of
from srcdiff.normalise.dialect.numbers_first import may_be_numbers
from srcdiff.normalise.functions.specialise import as_written, is_opaque
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit_checks import kinds_of
from srcdiff.program.units.variants import Variant
from srcdiff.syntax import Statement, dotted, reads, targets, walk_statements

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units


def call_with_number(units: Units, core: Core, types: Types) -> Statement | None:
    """Return a call that takes an array that may hold a number, if it can be done in its place.

    There it is seen what is done with the number, and what becomes of it.
    """
    types = with_types_of_sources(core, types)
    held = may_be_numbers(core.tree, types.is_array)
    for statement in walk_statements(core.tree.body) if held else ():
        made = call_of(statement)
        called = core.functions.get(dotted(made.func)) if made is not None else None
        if made is None or called is None or is_opaque(as_written(called)):
            continue
        function, given = plain(called, kinds_of(made, core, types))
        key = (id(function), given)
        if not held & reads(made.args) or isinstance(function, Variant):
            continue
        is_own = not source_of(function).origin.file.startswith(LIBRARY)
        if is_own and key in units.of and not units.is_recursive(key):
            return statement
    return None


def with_types_of_sources(core: Core, types: Types) -> Types:
    """Return the types with those of names that are gone: of what they were copies of.

    >>> from srcdiff.analyse.types.types import types as kinds
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x): a = x; b = a")
    >>> core = Core(tree, {}, {}, None, tree)
    >>> with_types_of_sources(core, Types({"x": kinds.int64}, kinds.none)).names
    {'x': int64, 'a': int64, 'b': int64}
    """
    names = dict(types.names)
    for statement in filter(is_copy, walk_statements(core.tree.body)):
        if statement.value.id in names:
            for title in targets(statement):
                names.setdefault(title, names[statement.value.id])
    return replace(types, names=names)

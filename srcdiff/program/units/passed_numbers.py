"""Calls that take what is a number at times, and an array at others.

The number is held in an array of one element (normalise/dialect/numbers_first.py), which the
function that is called would take for any other array.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import TYPE_CHECKING

import gast

from srcdiff.analyse.flow.structure import own_reads
from srcdiff.analyse.types.composite_types import is_record
from srcdiff.analyse.types.inference import infer
from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import call_of, is_copy
from srcdiff.errors import LIBRARY, SrcdiffError
from srcdiff.front.parse import source_of
from srcdiff.normalise.dialect.number_kinds import has_numbers
from srcdiff.normalise.dialect.numbers_first import may_be_numbers
from srcdiff.normalise.functions.inlined import inlined
from srcdiff.normalise.functions.specialise import as_written, is_fixed, is_opaque, settled_tuple
from srcdiff.normalise.tuple_values.split_tuples import split_tuples
from srcdiff.normalise.typed_draft import inferable
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit import Key
from srcdiff.program.units.unit_checks import kinds_of
from srcdiff.program.units.variants import Variant
from srcdiff.syntax import (
    Expression,
    Statement,
    clone,
    dotted,
    element,
    reads,
    targets,
    walk_statements,
)

if TYPE_CHECKING:
    from srcdiff.program.units.unit_types import UnitTypes
    from srcdiff.program.units.units import Units


def with_number_in_place(
    unit_types: UnitTypes, core: Core, types: Types, given: tuple[Type, ...], key: Key
) -> Core:
    """Return a core form with what a function does that takes or returns a number at times.

    It stands in the place of its call. The core form itself is returned where there is no such
    call; `types` are those of its names that are left in the end.
    """
    returning = unit_types.number_results
    if not returning and not has_numbers(core.tree):
        return core
    unit_types.guesses[key] = types.returned
    try:
        types = infer(inferable(core), given, unit_types.result_of)
    except SrcdiffError:  # there are questions of types, which are answered first
        types = with_types_of_sources(core, types)
    finally:
        del unit_types.guesses[key]
        unit_types.asked.discard(key)
    held = may_be_numbers(core.tree, types.is_array)
    statement = call_with_number(unit_types.units, core, types, held, returning)
    if statement is not None:
        callee = unit_types.callee(core, types, statement)
        passed = parts_passed(statement, core, types)
        new = in_parts(inlined(core, statement, callee, passed))
        return unit_types.units.with_constants(new)
    last = core.tree.body[-1]
    if isinstance(last, gast.Return) and held & own_reads(last):
        returning.add(key)
    return core


def in_parts(core: Core) -> Core:
    """Return a core form with names for the parts of tuples."""
    return replace(core, tree=split_tuples(core.tree, core.functions.keys()))


def call_with_number(
    units: Units, core: Core, types: Types, held: Set[str], returning: Set[Key]
) -> Statement | None:
    """Return a call that takes or returns an array that may be a number, if it can be replaced.

    In its place what it does shows what becomes of the number. `held` are the names of such arrays,
    `returning` the functions that return one.
    """
    for statement in walk_statements(core.tree.body):
        made = call_of(statement)
        called = core.functions.get(dotted(made.func)) if made is not None else None
        if made is None or called is None or is_opaque(as_written(called)):
            continue
        kinds = kinds_of(made, core, types)
        function, given = plain(called, kinds)
        key = (id(function), given)
        if isinstance(function, Variant) or any(map(is_record, kinds)) or key not in units.of:
            continue
        is_own = not source_of(function).origin.file.startswith(LIBRARY)
        is_asked = key in returning or (is_own and bool(held & reads(made.args)))
        if is_asked and not units.is_recursive(key):
            return statement
    return None


def parts_passed(statement: Statement, core: Core, types: Types) -> list[Expression]:
    """Return what a function is given that takes the parts of tuples, and no functions."""
    made = call_of(statement)
    assert made is not None
    pairs = zip(made.args, kinds_of(made, core, types), strict=True)
    return [item for argument, kind in pairs for item in parts_of(argument, kind)]


def parts_of(argument: Expression, kind: Type) -> list[Expression]:
    """Return the parts of an argument, or the argument if it is no tuple.

    >>> from srcdiff.analyse.types.types import types as kinds
    >>> from srcdiff.syntax import expression, unparse
    >>> kind = kinds.Tuple([kinds.int64, kinds.Tuple([kinds.float64] * 2)])
    >>> [unparse(item) for item in parts_of(expression("(k, t)"), kind)]
    ['k', 't[0]', 't[1]']
    """
    if is_fixed(settled_tuple(kind)):
        return []
    if not isinstance(kind, numba_types.BaseTuple):
        return [argument]
    if isinstance(argument, gast.Tuple):
        items = argument.elts
    else:
        items = [element(clone(argument), place) for place in range(len(kind))]
    pairs = zip(items, kind, strict=True)
    return [part for item, own in pairs for part in parts_of(item, own)]


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

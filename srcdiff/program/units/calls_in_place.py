"""Write the statements of functions in the place of their calls in loops.

There the analyses of loops see which elements of arrays a call reads and writes; a call of a pair
keeps whole arrays. Which functions that is worth it for, program/steps.py finds. So it is for
functions that fill small arrays of their callers: these are held in variables then.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import gast

from srcdiff.analyse.arrays.bound_shapes import LARGEST, MAKERS
from srcdiff.analyse.arrays.shapes import literal_shape
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import call_of, operation
from srcdiff.errors import LIBRARY
from srcdiff.front.parse import source_of
from srcdiff.normalise.functions.inlined import inlined
from srcdiff.normalise.functions.specialise import Flat, is_opaque
from srcdiff.program.units.general_form import where_of
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit_checks import kinds_of
from srcdiff.program.units.variants import Variant
from srcdiff.syntax import Expression, Statement, dotted, targets, values_bound, walk_statements

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units

MOST = 600  # statements that several calls may become: LLVM takes long for longer functions


def with_calls_in_place(units: Units, core: Core, types: Types) -> Core:
    """Return a core form with the statements of some functions in the place of their calls.

    Calls stay where functions call themselves, take tuples or have rules, and where all calls
    would become too many statements. Without any change the core form is returned itself.
    """
    if units.general is None or units.general.has_calls_only:
        return core
    small = small_arrays(core)
    wanted = units.general.in_place_in(where_of(core))
    found: dict[Statement, Core] = {}
    for statement in units.calls_in_loops.repeated(core) if small or wanted else ():
        callee = callee_in_place(units, core, types, statement, small)
        if callee is not None:
            found[statement] = callee
    sizes = [len(list(walk_statements(callee.tree.body))) for callee in found.values()]
    if len(sizes) > 1 and sum(sizes) > MOST:
        return core
    for statement, callee in found.items():
        core = inlined(core, statement, callee)
    units.has_calls_in_place |= bool(found)
    return units.with_constants(core) if found else core


def callee_in_place(
    units: Units, core: Core, types: Types, statement: Statement, small: frozenset[str]
) -> Core | None:
    """Return the core form of the function that a statement calls, if it shall stand there."""
    made = call_of(statement)
    called = core.functions.get(dotted(made.func)) if made is not None else None
    if made is None or called is None or isinstance(called, Flat) or is_opaque(called):
        return None
    kinds = kinds_of(made, core, types)
    function, given = plain(called, kinds)
    key = (id(function), given)
    if given != kinds or isinstance(function, Variant) or key not in units.of:
        return None
    source = source_of(function)
    if units.is_recursive(key) or source.origin.file.startswith(LIBRARY):
        return None
    assert units.general is not None
    if where_of(source) not in units.general.in_place_in(where_of(core)):
        filled = {dotted(made.args[place]) for place in units.summary(key).writes}
        if not filled & small:
            return None
    callee = units.core_of(source, given)
    last = callee.tree.body[-1]
    has_result = isinstance(last, gast.Return) and last.value is not None
    return callee if has_result or not targets(statement) else None


def small_arrays(core: Core) -> frozenset[str]:
    """Return the arrays that a function makes with a small shape that is written out.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(n):\\n  a = np.empty(3)\\n  b = np.zeros((4, 4))\\n  c = np.ones(n)")
    >>> sorted(small_arrays(Core(tree, {}, {}, None, tree)))
    ['a']
    """
    bound = values_bound(core.tree.body)
    return frozenset(n for n, values in bound.items() if len(values) == 1 and is_small(values[0]))


def is_small(value: Expression | None) -> bool:
    """Return True if a value is a new array with a small shape that is written out."""
    found = operation(value) if value is not None else None
    if found is None or found.function not in MAKERS or not found.operands:
        return False
    shape = literal_shape(found.operands[0])
    return shape is not None and math.prod(shape) <= LARGEST

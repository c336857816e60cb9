"""What is said and checked of single functions while they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.flow.structure import own_reads
from srcdiff.analyse.types.composite_types import with_arrays
from srcdiff.analyse.types.own_inference.type_in import type_in
from srcdiff.analyse.types.types import Type, Types, is_array, typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import call_of, is_shape, standard
from srcdiff.core.values import UNBOUND
from srcdiff.errors import InternalError, SrcdiffError, UnsupportedType
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.standard_names import RESERVED
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    number,
    own_writes,
    parameters,
    targets,
    walk_statements,
    writes,
)


def unknown_result(core: Core, failure: SrcdiffError) -> UnsupportedType:
    """Return the error for a recursive function that has no types, whatever it returns."""
    error = UnsupportedType(
        f"what `{core.tree.name}` returns cannot be told, as it calls itself",
        failure.node,
        "return values of the same types on all paths through it",
    )
    error.origin = failure.origin
    return error


def type_of(argument: Expression, core: Core, types: Types) -> Type:
    """Return the type of an argument of a call.

    Raises InternalError where it is not known: no type means None, which may decide what runs.
    """
    if isinstance(argument, gast.Name):
        if argument.id in core.constants:
            kind = typeof(core.constants[argument.id])
            # what compiled code reads of its surroundings it cannot write to
            return kind.copy(readonly=True) if is_array(kind) else kind
        return types[argument.id]
    if isinstance(argument, gast.Tuple):
        return numba_types.Tuple([type_of(part, core, types) for part in argument.elts])
    if is_shape(argument):
        return numba_types.intp
    if isinstance(argument, gast.Subscript):
        return element_type(argument, core, types)
    value = number(argument)
    if value is None and isinstance(argument, gast.Constant):
        value = argument.value
        if isinstance(value, (str, bool)):
            return numba_types.literal(value)  # it may decide what runs
    elif value is None:
        value = standard(dotted(argument))
        if value is None:
            return untidied_type(argument, types)
    return numba_types.unliteral(typeof(value))


def kinds_of(made: gast.Call, core: Core, types: Types) -> tuple[Type, ...]:
    """Return the types of the arguments of a call."""
    return tuple(type_of(argument, core, types) for argument in made.args)


def element_type(argument: gast.Subscript, core: Core, types: Types) -> Type:
    """Return the type of a part of a tuple, or of an element of an array, that is passed."""
    whole = type_of(argument.value, core, types)
    place = number(argument.slice)
    if isinstance(whole, numba_types.BaseTuple) and isinstance(place, int):
        return whole[place]
    found = type_in(argument, types)
    if found is None:
        raise InternalError("an argument of a call has no type", argument)
    return found


def untidied_type(argument: Expression, types: Types) -> Type:
    """Return the type of an argument that is neither an atom nor a part, with arrays for lists.

    Before tuples and lists are taken apart there are fields of named tuples, and lists that are
    written out. It is `undefined` for what depends on names that are gone by now, as theirs are.
    """
    if not isinstance(argument, (gast.Attribute, gast.List)):
        raise InternalError("an argument of a call has no type", argument)
    found = type_in(argument, types)
    return numba_types.undefined if found is None else with_arrays(found)


def check_inserted(function: Inserted, given: tuple[Type, ...]) -> None:
    """Refuse code in the backward pass that reads tuples."""
    for argument, kind in zip(function.block.args.args, given, strict=False):
        if isinstance(kind, (numba_types.BaseTuple, numba_types.List)):
            raise UnsupportedType(
                f"code in the backward pass reads `{argument.id}`, which is a tuple or list",
                function.block,
                "give the parts that it reads names of their own",
            )


def is_same(first: Any, second: Any) -> bool:
    """Return True if two constants are the same value of the same type."""
    if type(first) is not type(second):
        return False
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and bool(np.array_equal(first, second))
    return bool(repr(first) == repr(second))


def calls_with_lists(core: Core, types: Types) -> Iterator[Statement]:
    """Yield the calls that take lists of arrays, or return them."""
    for statement in walk_statements(core.tree.body):
        made = call_of(statement)
        if made is None or dotted(made.func) not in core.functions:
            continue
        bound = [types.names.get(target) for target in targets(statement)]
        given = [types.names.get(dotted(argument)) for argument in made.args]
        if any(map(has_adjoints, given + bound)):
            yield statement


def check_bound(core: Core) -> None:
    """Raise InternalError where a name is read in a loop above all lines that bind it.

    That would be the value of the iteration before, and the adjoint of this one. A name that
    nothing binds, as a pass has lost it, would be a result that does not depend on anything.
    What stands behind a `raise` never runs.
    """
    known = core.functions.keys() | core.constants.keys() | RESERVED | {UNBOUND}
    known |= set(parameters(core.tree))
    everywhere = known | writes(core.tree.body)

    def check(block: Block, seen: set[str], in_loop: bool) -> None:
        for position, statement in enumerate(block):
            lost = own_reads(statement) - (seen if in_loop else everywhere)
            if lost:
                raise InternalError(f"`{lost.pop()}` is read before `{core.tree.name}` binds it")
            seen |= own_writes(statement)
            is_loop = isinstance(statement, (gast.For, gast.While))
            for part in blocks(statement):
                check(part, seen, in_loop or is_loop)
            if isinstance(statement, gast.Raise):
                seen |= writes(block[position:])
                return

    check(core.tree.body, set(known), False)

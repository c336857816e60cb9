"""Refuse values of types that can carry a derivative which would be lost."""

from __future__ import annotations

from collections.abc import Container, Iterable

import gast

from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.written import binding, quoted, subject
from srcdiff.analyse.types.types import Type, Types, is_array, is_complex, is_differentiable
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.core import Core
from srcdiff.core.operations import JOINING, is_shape, is_store, operation, store_target
from srcdiff.core.values import FLAG
from srcdiff.errors import InternalError, NoDerivative, UnsupportedSyntax, UnsupportedType
from srcdiff.rules.complex_numbers import NOT_CONSTANT
from srcdiff.syntax import Expression, Statement, dotted, reads, targets, walk_statements

PLAIN = (
    numba_types.Integer,
    numba_types.Boolean,
    numba_types.NoneType,
    numba_types.UnicodeType,
)


def check_flow(core: Core, types: Types, active: Activity, passed: Container[str] = ()) -> None:
    """Refuse values of types that can carry a derivative which would be lost.

    `passed` are names of what is followed by other means: what forward functions pass on to
    backward ones, and lists of arrays. Raises
    UnsupportedType where something that depends on the differentiated arguments becomes
    a complex number, a list, or the like, or has no type.
    """
    for statement in walk_statements(core.tree.body):
        check_typed(core, types, statement, passed)
        if not isinstance(statement, (gast.Assign, gast.AugAssign, gast.Expr)):
            continue
        value = statement.value
        if isinstance(value, (gast.Compare, gast.BoolOp)):
            continue
        varied = {n for n in reads(value) if n in active.varied}
        if not varied:
            continue
        stored = [dotted(store_target(statement).value)] if is_store(statement) else []
        for target in (*targets(statement), *stored):
            if target in passed or has_no_value(statement, target, types):
                continue
            if is_lossy(types[target]):
                raise UnsupportedType(
                    f"{subject(core, target, statement)} is {text(types[target])}, which is not "
                    "differentiated yet",
                    statement,
                    "use real numbers and arrays of them",
                )
        found = operation(value)
        check_constant(core, types, value, varied)
        if isinstance(value, gast.Call) and found is not None and found.function not in JOINING:
            given = [*value.args, *(word.value for word in value.keywords)]
            check_arguments(core, given, varied)


def check_typed(core: Core, types: Types, statement: Statement, passed: Container[str]) -> None:
    """Make sure that all that a statement binds has a type: without one it has no adjoint.

    Raises InternalError.
    """
    for target in targets(statement):
        if target not in passed and types.names.get(target) is None:
            raise InternalError(
                f"{subject(core, target, statement)} has no type",
                binding(core, target, statement),
                "this is a bug in srcdiff; please report the function",
            )


def check_constant(core: Core, types: Types, value: Expression, varied: set[str]) -> None:
    """Refuse functions that are constant for real numbers only, of complex ones.

    Raises NoDerivative.
    """
    found = operation(value)
    known = found is None or found.function not in NOT_CONSTANT
    if not known and any(is_complex(types[name]) for name in varied):
        raise not_for_complex(core, value)


def not_for_complex(core: Core, value: Expression) -> NoDerivative:
    """Return the error for a function whose rule holds for real numbers only."""
    return NoDerivative(
        f"no derivative of {quoted(core, value)} for complex numbers is known",
        value,
        "write it with the real and the imaginary part, or with functions that have a rule",
    )


def is_lossy(kind: Type) -> bool:
    """Return True if values of a type may carry a derivative that srcdiff does not follow."""
    if is_array(kind):
        return not is_differentiable(kind) and is_lossy(kind.dtype)
    return not (isinstance(kind, PLAIN) or is_differentiable(kind))


def has_no_value(statement: Statement, target: str, types: Types) -> bool:
    """Return True if a name gets no value, and has a flag that says so, as what stands for None."""
    if not isinstance(types[target], numba_types.EllipsisType):
        return False
    value, every = statement.value, targets(statement)
    place = every.index(target) if target in every else 0
    is_flagged = place > 0 and FLAG in every[place - 1]
    return isinstance(value, (gast.Name, gast.Constant)) or is_flagged


def check_arguments(core: Core, arguments: Iterable[Expression], varied: set[str]) -> None:
    """Refuse tuples and lists with differentiated values as arguments of a call."""
    for argument in arguments:
        is_list = isinstance(argument, gast.List)
        parts = argument.elts if is_list or isinstance(argument, gast.Tuple) else []
        if any(reads(part) & varied for part in parts if not is_shape(part)):
            raise UnsupportedSyntax(
                f"{quoted(core, argument)} as an argument is not differentiated yet",
                argument,
                "fill an array element by element" if is_list else "pass the parts one by one",
            )

"""The errors for operations that have no rule."""

from __future__ import annotations

import gast

from srcdiff.analyse.flow.written import quoted, value_of
from srcdiff.core import Core
from srcdiff.core.operations import Operation, draws, is_method
from srcdiff.errors import NoDerivative, UnsupportedSyntax
from srcdiff.syntax import Statement

LOOP = "write the loop over the elements"


def whole_arrays(core: Core, statement: Statement) -> UnsupportedSyntax:
    """Return the error for an operation whose result is an array."""
    value = value_of(statement)
    return UnsupportedSyntax(
        f"{quoted(core, value)} is an expression of whole arrays, which is not differentiated yet",
        value,
        LOOP,
    )


def by_keyword(core: Core, statement: Statement) -> UnsupportedSyntax:
    """Return the error for an operation with keyword arguments, whose rule tells no names."""
    value = value_of(statement)
    return UnsupportedSyntax(
        f"{quoted(core, value)} passes arguments by name, which is not differentiated yet",
        value,
        "pass them by position",
    )


def by_operand(core: Core, statement: Statement, operand: gast.AST) -> NoDerivative:
    """Return the error for an operand with respect to which no derivative is known."""
    value = value_of(statement)
    return NoDerivative(
        f"no derivative of {quoted(core, value)} with respect to {quoted(core, operand)} is known",
        value,
        "pass it on from what is not differentiated",
    )


def no_operation(core: Core, statement: Statement) -> UnsupportedSyntax:
    """Return the error for an expression that is no operation, such as a slice."""
    value = value_of(statement)
    return UnsupportedSyntax(
        f"{quoted(core, value)} cannot be differentiated yet",
        value,
        "use elements of arrays and scalars",
    )


def no_derivative(core: Core, statement: Statement, found: Operation) -> NoDerivative:
    """Return the error for a function without a rule."""
    value = value_of(statement)
    drawn = draws(found.name)
    if not isinstance(value, gast.Call) or (is_method(found) and not drawn):
        reason = f"no derivative of {quoted(core, value)} is known"
        return NoDerivative(reason, value, "write it with functions that have a rule")
    if drawn:
        return NoDerivative(
            f"{quoted(core, value)} depends on what is differentiated, and has no derivative",
            value,
            "draw a standard number, then shift and scale it",
        )
    called = core.origin.text(value.func) or found.name
    count = len(found.operands)
    arguments = "x" if count == 1 else ", ".join(f"x{k}" for k in range(1, count + 1))
    return NoDerivative(
        f"no derivative of `{called}` with {count} argument{'s' * (count != 1)} is known",
        value,
        "add its rule:\n"
        f"       @srcdiff.derivative({called})\n"
        f"       def rule(g, y, {arguments}):\n"
        f"           return g * ...  # the adjoint of each argument",
    )


def no_tangent(core: Core, statement: Statement) -> NoDerivative:
    """Return the error for an operation that has a rule for reverse mode only."""
    value = value_of(statement)
    return NoDerivative(
        f"{quoted(core, value)} has a rule for reverse mode, and none for forward mode",
        value,
        "use `vjp`, or write the loop over the elements",
    )


def not_replaced(core: Core, statement: Statement) -> NoDerivative:
    """Return the error for a rule of the user for a function whose result is parts of others."""
    value = value_of(statement)
    return NoDerivative(
        f"{quoted(core, value)} is differentiated as what it does to memory, so that a rule "
        "cannot replace its derivative",
        value,
        "register the rule for a function of your own that calls it",
    )


def gathered(core: Core, statement: Statement) -> UnsupportedSyntax:
    """Return the error for reading elements by several subscripts of which one is an array."""
    value = value_of(statement)
    return UnsupportedSyntax(
        f"{quoted(core, value)} takes elements by arrays in several dimensions, which is not "
        "differentiated yet",
        value,
        LOOP,
    )


def scattered(core: Core, statement: Statement) -> UnsupportedSyntax:
    """Return the error for a write to elements whose places are in an array of integers."""
    return UnsupportedSyntax(
        "elements at places that may repeat are written, which is not differentiated yet",
        statement,
        LOOP,
    )


def may_share(core: Core, statement: Statement) -> UnsupportedSyntax:
    """Return the error for a result that may be a view of an array which is changed."""
    value = value_of(statement)
    return UnsupportedSyntax(
        f"{quoted(core, value)} may share memory with an array that is changed",
        value,
        "copy it: add `.copy()`",
    )

"""What a rule of the user gives has the form of what it belongs to, or is refused.

An adjoint of another shape would be broadcast, or read beyond its end; one that is complex cannot
be added to that of a real argument. What types tell is refused where the function is called;
shapes are compared when the rule has run.
"""

from __future__ import annotations

import gast
from numba.core import types as numba_types

from srcdiff.analyse.flow.written import value_of
from srcdiff.analyse.types.own_inference.type_in import type_in
from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.core.operations import Operation, operation
from srcdiff.differentiate.context import Context
from srcdiff.differentiate.reverse.rule_terms import Pairs
from srcdiff.errors import UnsupportedType
from srcdiff.rules.registry import rule_instead
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    adjoint,
    call,
    number,
    path,
    tangent,
    targets,
)

NUMBERS = (numba_types.Number, numba_types.Boolean)


def checked_adjoints(statement: Statement, steps: Pairs, terms: Pairs, context: Context) -> Pairs:
    """Return the adjoints that a rule of the user gives, with a comparison of their shapes.

    Raises UnsupportedType for a number that belongs to an array, an array that belongs to a number,
    and a complex number that belongs to a real one.
    """
    known = with_steps(context, steps, {adjoint(t): t for t in targets(statement)})
    return tuple((n, checked(n, e, known, statement, context, "adjoint")) for n, e in terms)


def checked_tangents(statement: Statement, steps: Pairs, made: Pairs, context: Context) -> Pairs:
    """Return the tangents that a rule of the user gives, with a comparison of their shapes."""
    known = with_steps(context, steps, {tangent(n): n for n in context.types.names})
    return tuple((n, checked(n, e, known, statement, context, "tangent")) for n, e in made)


def is_of_user(statement: Statement, found: Operation, context: Context) -> bool:
    """Return True if a user has registered the rule of an operation."""
    return statement in context.ruled or rule_instead(found.function) is not None


def with_steps(context: Context, steps: Pairs, like: dict[str, str]) -> Types:
    """Return the types of all names, of adjoints or tangents, and of the steps of a rule."""
    names: dict[str, Type] = dict(context.types.names)
    names |= {new: context.types[old] for new, old in like.items()}
    known = Types(names, context.types.result, context.types.constants)
    for step, value in steps:
        kind = type_in(value, known)
        if kind is not None:
            known = Types({**known.names, step: kind}, known.result, known.constants)
    return known


def checked(
    title: str,
    value: Expression,
    known: Types,
    statement: Statement,
    context: Context,
    role: str,
) -> Expression:
    """Return what a rule gives for a name, with a comparison of shapes if it is an array."""
    if number(value) == 0.0:
        return value
    own, kind = context.types[title], type_in(value, known)
    wanted = own.ndim if is_array(own) else 0
    if kind is not None:
        given = kind.ndim if is_array(kind) else 0 if isinstance(kind, NUMBERS) else -1
        if given != wanted:
            raise misfit(statement, title, f"{said(given)} as the {role} of", said(wanted), context)
        if is_complex(kind) and not is_complex(own) and not has_complex(statement, context, role):
            raise misfit(statement, title, f"a complex {role} of", "real", context)
    if not wanted:
        return value
    compared = call("runtime.of_rule", value, path(f"{title}.shape"))
    if isinstance(value, (gast.BinOp, gast.UnaryOp)):
        return compared
    # it may be an array that has another name already
    return gast.Call(gast.Attribute(compared, "copy", gast.Load()), [], [])


def has_complex(statement: Statement, context: Context, role: str) -> bool:
    """Return True if forward mode makes a complex tangent of this term: the result is complex."""
    if role == "adjoint" and context.ordered:
        return any(is_complex(context.types[target]) for target in targets(statement))
    return False


def is_complex(kind: Type) -> bool:
    """Return True for a complex number, or an array of them."""
    return isinstance(getattr(kind, "dtype", kind), numba_types.Complex)


def said(ndim: int) -> str:
    """Return what something with a number of dimensions is called.

    >>> said(0), said(1), said(2)
    ('a number', 'an array of 1 dimension', 'an array of 2 dimensions')
    """
    if ndim <= 0:
        return "a number" if ndim == 0 else "neither a number nor an array"
    return f"an array of {ndim} dimension{'s' * (ndim > 1)}"


def misfit(
    statement: Statement, title: str, given: str, wanted: str, context: Context
) -> UnsupportedType:
    """Return the error for a rule that gives something of another kind."""
    made = value_of(statement)
    rule = context.ruled.get(statement)
    found = operation(made)
    words = rule.primal.__name__ if rule is not None else found.name if found else "a function"
    part = "its argument" if "adjoint" in given else "its result"
    part = part if SEPARATOR in title else f"`{title}`"
    return UnsupportedType(
        f"the rule of `{words}` gives {given} {part}, which is {wanted}",
        made,
        "return a value of its type and shape, or 0.0 where the derivative is zero",
    )

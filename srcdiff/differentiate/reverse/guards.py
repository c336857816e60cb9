"""What a derivative checks of its arguments before it begins."""

from __future__ import annotations

from collections.abc import Container
from itertools import combinations

import gast

from srcdiff.analyse.types.types import is_array
from srcdiff.core import Core
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.request import RecordOf, Request, argument_names, given, leaves_of
from srcdiff.errors import WrongCall
from srcdiff.syntax import ADJOINT, Block, Expression, call, constant, is_adjoint, name, readable


def checks(facts: Facts, request: Request) -> Block:
    """Return what a derivative checks of its arguments before it begins."""
    written = {root for roots in facts.effects.writes.values() for root in roots}
    check_records(facts.core, request, written)
    arguments = [*argument_names(facts, request, apart=True)]
    arrays = [a for a in arguments if is_adjoint(a) or is_array(facts.types[a])]
    touching = [
        call("runtime.overlap", request.passed(first), request.passed(second))
        for first, second in combinations(arrays, 2)
        if any(is_adjoint(a) or a in written for a in (first, second))
        and not request.lists.keys() & {first, second}
        and not request.are_fields(first, second)
    ]
    touching += same_lists(request, written)
    pairs = [(a, a.removeprefix(ADJOINT)) for a in arrays if is_adjoint(a)]
    if request.kind == "vjp":
        pairs += [(given(output), output) for output in request.outputs]
    unlike = [unequal(shape_of(first), shape_of(second)) for first, second in pairs]
    lengths = "an adjoint or cotangent has not the shape of what it belongs to: pass one that has"
    return refusals(facts.core, arrays, touching, unlike, lengths)


def refusals(
    core: Core,
    arrays: list[str],
    touching: list[Expression],
    unlike: list[Expression],
    lengths: str,
) -> Block:
    """Return what raises where arrays share memory, or have not the shapes that they should."""
    named = [f"`{readable(array)}`" for array in arrays]
    who = " and ".join(named) if len(named) == 2 else f"two of {', '.join(named)}"
    shared = f"{who} share memory, and `{core.tree.name}` writes to one of them: pass a copy"
    first = refusal(core, touching, "AliasedArguments", shared)
    return first + refusal(core, unlike, "WrongShape", lengths)


def check_records(core: Core, request: Request, written: Container[str]) -> None:
    """Refuse a record beside an array of such records that is written, as it may be a part of it.

    Raises WrongCall.
    """
    forms = {w: form for w, form in request.forms.items() if isinstance(form, RecordOf)}
    arrays = [
        f for f in forms.values() if is_array(f.kind) and any(n in written for n in leaves_of(f))
    ]
    for word, form in forms.items():
        if any(array.kind.dtype == form.kind for array in arrays):
            raise WrongCall(
                f"`{word}` may be a part of an array of records that `{core.tree.name}` writes to",
                core.tree,
                "pass its place in the array, or its fields",
            )


def same_lists(request: Request, written: Container[str]) -> list[Expression]:
    """Return the conditions that two lists are the same one, and one of them is written."""
    return [
        gast.Compare(request.lists[first], [gast.Is()], [request.lists[second]])
        for first, second in combinations(request.lists, 2)
        if first in written or second in written
    ]


def refusal(core: Core, conditions: list[Expression], error: str, text: str) -> Block:
    """Return the statement that raises an error if one of some conditions holds."""
    if not conditions:
        return []
    test = conditions[0] if len(conditions) == 1 else gast.BoolOp(gast.Or(), conditions)
    raised = gast.Raise(call(f"runtime.{error}", constant(text)), None)
    return [gast.copy_location(gast.If(test, [raised], []), core.tree)]


def shape_of(array: str) -> Expression:
    """Return the shape of an array."""
    return gast.Attribute(name(array), "shape", gast.Load())


def unequal(first: Expression, second: Expression) -> Expression:
    """Return the condition that two shapes differ."""
    return gast.Compare(first, [gast.NotEq()], [second])

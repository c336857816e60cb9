"""The results that a gradient returns beside itself: the value, and what is not differentiated."""

from __future__ import annotations

from collections.abc import Iterator

from srcdiff.analyse.types.composite_types import list_of_numbers, of_class
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.results import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.request import Request, in_lists
from srcdiff.syntax import Expression, constant, tuple_of


def with_results(facts: Facts, request: Request, gradient: Expression) -> Expression:
    """Return what a gradient returns, with the results that were asked for.

    That is `(value, gradient)`, and of a function that returns a pair of a number and something
    else, `((value, others), gradient)` or `(gradient, others)`.
    """
    results = iter(result_names(facts.core.tree))
    if not request.has_aux:
        wants_value = request.kind == "value_and_grad"
        return tuple_of([next(results), gradient]) if wants_value else gradient
    value, others = (in_form(kind, results) for kind in facts.types.returned)
    if request.kind == "grad":
        return tuple_of([gradient, others])
    return tuple_of([tuple_of([value, others]), gradient])


def in_form(kind: Type, results: Iterator[Expression]) -> Expression:
    """Return a result in the form that the function gives it: tuples, lists and None."""
    if isinstance(kind, numba_types.NoneType):
        next(results, None)
        return constant(None)
    if not isinstance(kind, numba_types.BaseTuple):
        result = next(results)
        return in_lists(kind, result) if list_of_numbers(kind) else result
    return of_class(kind, [in_form(part, results) for part in kind])

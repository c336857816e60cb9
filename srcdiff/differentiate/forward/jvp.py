"""Put forward mode together: the Jacobian-vector product of a function, as a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.types.composite_types import (
    field_types,
    list_of_numbers,
    of_class,
    with_arrays,
    with_lists,
)
from srcdiff.analyse.types.types import Type, is_array, is_complex, is_differentiable
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.primitives import by_name
from srcdiff.core.results import result_names
from srcdiff.differentiate.forward.forward_facts import ForwardFacts
from srcdiff.differentiate.forward.statements_forward import Forward, missing
from srcdiff.differentiate.forward.tangent import zero_of
from srcdiff.differentiate.request import Form, ListOf, RecordOf, Request, in_lists, parts_of
from srcdiff.differentiate.reverse.contributions import SINGLE
from srcdiff.differentiate.reverse.function import define
from srcdiff.differentiate.reverse.guards import (
    check_records,
    refusals,
    same_lists,
    shape_of,
    unequal,
)
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    call,
    constant,
    copy_of,
    dotted,
    members,
    name,
    parameters,
    path,
    tangent,
    tuple_of,
)


def jvp(facts: ForwardFacts, request: Request, title: str) -> gast.FunctionDef:
    """Return the function that computes a value and its tangent."""
    tree = facts.core.tree
    body = [*checks(facts, request), *begun(facts, request), *missing(facts, request.wrt)]
    body += Forward(facts).block(tree.body)
    result = nested(facts.types.returned, iter(leaves(result_names(tree))), facts)
    parts = [] if result is None else [result]
    parts += [output_of(output, request, facts) for output in request.outputs]
    answer = [part[0] if len(part) == 1 else tuple_of(part) for part in zip(*parts, strict=True)]
    passed = passed_tangents(request)
    arguments = [*request.parameters(facts.core), *(parameter for parameter, _, _ in passed)]
    apart = [
        assign(tangent(leaf), part, tree)
        for parameter, form, _ in passed
        if not isinstance(form, str)
        for leaf, part in parts_of(form, name(parameter))
        if leaf in request.wrt
    ]
    body = [*request.taken_apart(facts.core), *apart, *body]
    return define(title, arguments, [*body, gast.Return(tuple_of(answer))], facts.core)


def output_of(output: str, request: Request, facts: ForwardFacts) -> tuple[Expression, Expression]:
    """Return an output as it is in the end, and its tangent, as the caller has passed it."""
    value, rate = name(output), tangent_of(name(output), facts)
    if not request.is_list(output):
        return value, rate
    own = with_lists(facts.types[output])
    return in_lists(own, value), in_lists(own, rate)


def passed_tangents(request: Request) -> list[tuple[str, Form, Type]]:
    """Return the parameters for tangents, the forms of what they belong to, and their types."""
    forms = request.wanted or request.wrt
    names = [
        tangent(form if isinstance(form, str) else f"{word}{SEPARATOR}0")
        for form, word in zip(forms, request.words or request.wrt, strict=True)
    ]
    return list(zip(names, forms, request.cotangents, strict=True))


def kinds_of(form: Form, kind: Type) -> Iterator[tuple[str, Type]]:
    """Return the names in the form of an argument, and the types of their tangents."""
    if isinstance(form, str):
        yield form, kind
    elif isinstance(form, ListOf):
        yield form.name, with_arrays(kind)
    elif isinstance(form, RecordOf):
        for part, own in zip(form, field_types(kind).values(), strict=True):
            yield from kinds_of(part, own)
    else:
        for part, own in zip(form, kind, strict=True):
            yield from kinds_of(part, own)


def nested(
    kind: Type, results: Iterator[Expression], facts: ForwardFacts
) -> tuple[Expression, Expression] | None:
    """Return the value and the tangent of a result, in the form that the function gives it."""
    if isinstance(kind, numba_types.NoneType):
        next(results, None)
        return None
    if not isinstance(kind, numba_types.BaseTuple):
        result = next(results)
        rate = tangent_of(result, facts)
        if not list_of_numbers(kind):
            return result, rate
        moves = is_differentiable(facts.types[dotted(result)])
        return in_lists(kind, result), in_lists(kind, rate) if moves else rate
    parts = [nested(part, results, facts) for part in kind]
    known = [part or (constant(None), constant(None)) for part in parts]
    return of_class(kind, (v for v, _ in known)), of_class(kind, (rate for _, rate in known))


def leaves(results: Iterable[Expression]) -> list[Expression]:
    """Return the names in a result that may be a tuple of tuples, from left to right."""
    parts = [members(r) for r in results]
    nested_ones = any(isinstance(part, gast.Tuple) for group in parts for part in group)
    flat = [part for group in parts for part in group]
    return leaves(flat) if nested_ones else flat


def tangent_of(result: Expression, facts: ForwardFacts) -> Expression:
    """Return the tangent of a part of the result: None for what is not floating-point."""
    kind = facts.types[result.id]
    if not is_differentiable(kind) and not has_adjoints(kind):
        return constant(None)
    active = facts.active.is_active(result) or result.id in facts.lists
    value = name(tangent(result.id)) if active else zero_of(result, facts.types)
    if kind == numba_types.complex128:
        return call("complex", value)
    return call(f"np.{kind}", value) if kind in SINGLE else value


def written(facts: ForwardFacts) -> set[str]:
    """Return the arguments that the function overwrites."""
    roots = {root for roots in facts.effects.writes.values() for root in roots}
    return roots & set(parameters(facts.core.tree))


def checks(facts: ForwardFacts, request: Request) -> Block:
    """Return what a product checks of its arguments before it begins."""
    check_records(facts.core, request, written(facts))
    arrays = [a for a in parameters(facts.core.tree) if is_array(facts.types[a])]
    touching = [
        call("runtime.overlap", request.passed(first), request.passed(second))
        for first, second in combinations(arrays, 2)
        if {first, second} & written(facts)
        and not request.lists.keys() & {first, second}
        and not request.are_fields(first, second)
    ]
    touching += same_lists(request, written(facts))
    unlike = [
        unequal(shape_of(tangent(array)), shape_of(array))
        for array in request.wrt
        if is_array(facts.types[array])
    ]
    lengths = "a tangent has not the shape of what it belongs to: pass one that has"
    return refusals(facts.core, arrays, touching, unlike, lengths)


def begun(facts: ForwardFacts, request: Request) -> Block:
    """Return the copies of what is overwritten; the tangents as what they belong to is."""
    made: Block = []
    for parameter in parameters(facts.core.tree):
        if parameter in written(facts) - request.copies.keys():
            made.append(copied(parameter, parameter, facts))
    passed = [pair for _, form, kind in passed_tangents(request) for pair in kinds_of(form, kind)]
    for parameter, kind in passed:
        own = facts.types[parameter]
        if parameter not in request.wrt:
            continue
        if not is_array(own):
            if not isinstance(kind, type(own)):
                cast_to = "complex" if is_complex(own) else "float"
                value = call(cast_to, name(tangent(parameter)))
                made.append(assign(tangent(parameter), value, facts.core.tree))
        elif kind.dtype != own.dtype:
            cast = gast.Call(path(f"{tangent(parameter)}.astype"), [path(f"np.{own.dtype}")], [])
            made.append(assign(tangent(parameter), cast, facts.core.tree))
        elif own.layout in ORDERED and kind.layout != own.layout:
            value = call(ORDERED[own.layout], name(tangent(parameter)))
            made.append(assign(tangent(parameter), value, facts.core.tree))
        if parameter in written(facts) and parameter in facts.active:
            made.append(copied(tangent(parameter), parameter, facts))
    return made


ORDERED = {order: name for name, order in by_name("order").items()}


def copied(array: str, parameter: str, facts: ForwardFacts) -> gast.AST:
    """Return the statement that copies an argument, or its tangent."""
    copy = copy_of(name(array), facts.types.is_in_columns(parameter))
    return assign(array, copy, facts.core.tree)

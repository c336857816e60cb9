"""Put the sweeps together: the derivative of a function as a function."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.types.composite_types import with_lists
from srcdiff.analyse.types.types import Type, is_array, is_complex, is_differentiable, is_float
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import all_of
from srcdiff.core.results import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.request import (
    COTANGENT,
    Form,
    ListOf,
    NamedOf,
    RecordOf,
    Request,
    argument_names,
    given,
    in_lists,
)
from srcdiff.differentiate.reverse.complex_numbers import conjugate_in_place, conjugated
from srcdiff.differentiate.reverse.contributions import Contributions
from srcdiff.differentiate.reverse.guards import checks, refusal, shape_of, unequal
from srcdiff.differentiate.reverse.present import Present
from srcdiff.differentiate.reverse.results import with_results
from srcdiff.differentiate.reverse.reverse import Sweeps
from srcdiff.differentiate.reverse.shadows import shadows
from srcdiff.differentiate.tape.tapes import tapes
from srcdiff.syntax import (
    Block,
    Expression,
    adjoint,
    assign,
    augmented,
    beside,
    binary,
    call,
    call_method,
    comment,
    constant,
    copy_of,
    dotted,
    is_none,
    name,
    parameters,
    path,
    primal,
    targets,
    tuple_of,
)

CONJUGATED = "adjoints of complex numbers are conjugated here"


def define(
    title: str, arguments: list[str], body: Block, core: Core, text: str = ""
) -> gast.FunctionDef:
    """Return the definition of a function with positional parameters."""
    declared = gast.arguments(
        [gast.Name(a, gast.Param(), None, None) for a in arguments], [], None, [], [], None, []
    )
    if text:
        body = [gast.Expr(constant(text)), *body]
    tree = gast.FunctionDef(title, declared, body, [], None, None, [])
    return gast.copy_location(tree, core.tree)


def headed(title: str, block: Block) -> Block:
    """Return a block below a comment, or nothing where it is empty."""
    return [comment(title), *block] if block else []


def forward_part(sweeps: Sweeps) -> Block:
    """Return the forward sweep of a function, without its `return`."""
    body = sweeps.facts.core.tree.body
    return [s for s in sweeps.forward(body) if not isinstance(s, gast.Return)]


def derivative(facts: Facts, request: Request, title: str) -> gast.FunctionDef:
    """Return the function that computes the derivative that was asked for."""
    core = facts.core
    sweeps = Sweeps(facts, tapes(facts))
    forward = forward_part(sweeps)
    present = begun(facts, 1 if request.has_aux else None)
    beside = own_shadows(facts, request)
    early = [s for s in beside if primal(targets(s)[0]) in facts.members]
    begin = [s for s in beside if s not in early] + shadows(facts, core.tree.body)
    begin += conjugates(facts, request)
    begin += seeds(facts, request, present)
    backward = sweeps.backward(core.tree.body, present) + conjugates(facts, request)
    backward += sweeps.delayed(core.tree.body)
    body = request.taken_apart(core) + checks(facts, request)
    body += [] if request.kind == "adjoint" else copied(facts, request)
    body += headed("forward", [*early, *forward])
    title_of_rest = "backward" if forward else ""
    if any(is_complex(facts.types[value]) for value in facts.active.names):
        title_of_rest = f"backward; {CONJUGATED}"
    body += headed(title_of_rest, begin + backward) if title_of_rest else begin + backward
    answer = gradients(facts, request, present)
    if request.kind in ("grad", "value_and_grad"):
        assert answer is not None
        answer = with_results(facts, request, answer)
    arguments = list(argument_names(facts, request))
    return define(title, arguments, [*body, gast.Return(answer)], core)


def begun(facts: Facts, count: int | None = None) -> Present:
    """Return the results whose adjoints are values: they begin as the cotangents.

    With a `count` these are the first ones.
    """
    results = {dotted(r) for r in result_names(facts.core.tree)[:count]} & facts.active.names
    return Present(r for r in results if not Contributions(facts).is_memory(r))


def own_shadows(facts: Facts, request: Request) -> Block:
    """Return the statements that make the adjoints of the array arguments."""
    made: Block = []
    for parameter in parameters(facts.core.tree):
        wanted = {*facts.active.names, *request.wrt, *request.outputs}
        if not is_array(facts.types[parameter]) or parameter not in wanted:
            continue
        if request.kind == "adjoint" and parameter in request.wrt + request.outputs:
            continue  # it is an argument
        if request.kind == "vjp" and parameter in request.outputs:
            value = cotangent_of(facts, parameter, request)
        else:
            value = call("np.zeros_like", name(parameter))
        made.append(assign(adjoint(parameter), value, facts.core.tree))
    return made


def cotangent_of(facts: Facts, output: str, request: Request) -> Expression:
    """Return a copy of the cotangent of an output."""
    own = facts.types[output]
    place = request.outputs.index(output) - len(request.outputs)
    if is_complex(own):
        return conjugated(own, name(given(output)), request.cotangents[place])
    return gast.Call(path(f"{given(output)}.copy"), [], [])


def conjugates(facts: Facts, request: Request) -> Block:
    """Return what conjugates the adjoints of complex arrays that are given as arguments."""
    given = [p for p in parameters(facts.core.tree) if p in request.wrt + request.outputs]
    complex_arrays = [p for p in given if is_array(facts.types[p]) and is_complex(facts.types[p])]
    if request.kind != "adjoint":
        return []
    return [conjugate_in_place(adjoint(p), facts.core.tree) for p in complex_arrays]


def seeds(facts: Facts, request: Request, present: Present) -> Block:
    """Return the statements that begin the reverse sweep: the cotangents of the results."""
    results = result_names(facts.core.tree)
    last = facts.core.tree.body[-1] if results else None
    if request.kind in ("grad", "value_and_grad"):
        return [assign(adjoint(value), constant(1.0), last) for value in sorted(present)]
    new: Block = []
    begun: set[str] = set()
    if not results:
        return []
    parts = leaves(facts.types.returned, request.cotangents[0], name(COTANGENT))
    for result, (part, kind) in zip(results, parts, strict=True):
        value = dotted(result)
        if value in facts.members and has_adjoints(facts.types[value]):
            if isinstance(kind, numba_types.NoneType):
                continue
            added = call("runtime.add_to_each", name(adjoint(value)), part)
            new.append(gast.copy_location(gast.Expr(added), last))
            continue
        if value not in facts.active or isinstance(kind, numba_types.NoneType):
            present.discard(value)
            continue
        own = facts.types[value]
        if is_array(kind) and not is_array(own):
            part, kind = gast.Subscript(part, tuple_of([]), gast.Load()), kind.dtype
        if is_array(own) and not is_array(kind):
            items = beside(value, "cotangent")
            new.append(assign(items, array_of(part, kind, own), last))
            part, kind = name(items), own
        is_value = value in facts.arrays.values
        if is_array(own):
            model = shape_of(value if is_value else adjoint(value))
            unlike = unequal(gast.Attribute(part, "shape", gast.Load()), model)
            text = "the cotangent has not the shape of the result: pass one that has"
            new += refusal(facts.core, [unlike], "WrongShape", text)
        part = of_own_kind(part, kind, own, is_value)
        if is_array(own) and not is_value:
            whole = all_of(name(adjoint(value)), own.ndim, store=True)
            new.append(augmented(whole, gast.Add(), all_of(part, own.ndim), last))
        elif value in begun:
            both = binary(name(adjoint(value)), gast.Add(), part)
            new.append(assign(adjoint(value), both, last))
        else:
            new.append(assign(adjoint(value), part, last))
        begun.add(value)
    return new


def of_own_kind(part: Expression, kind: Type, own: Type, is_value: bool) -> Expression:
    """Return a cotangent in the type of its adjoint, which is a value or adds it to an array."""
    if is_complex(own):
        part = conjugated(own, part, kind)
    elif not is_array(own) and not is_float(kind):
        part = call("float", part)
    if is_value and is_array(own) and own.dtype != kind.dtype:
        part = call_method(part, "astype", path(f"np.{own.dtype}"))
    return part


def array_of(items: Expression, kind: Type, own: Type) -> Expression:
    """Return the array of a number, or of those in a list or a tuple, for one of some type."""
    if isinstance(kind, numba_types.Number):
        return call("np.full", tuple_of([]), items, path(f"np.{own.dtype}"))
    numbers = set(kind) if isinstance(kind, numba_types.BaseTuple) else {kind.dtype}
    dtype = [] if numbers == {own.dtype} else [path(f"np.{own.dtype}")]
    return call("np.array", items, *dtype)


def leaves(result: Type, cotangent: Type, whole: Expression) -> Iterator[tuple[Expression, Type]]:
    """Return the parts of the cotangent of a result, and their types."""
    if not isinstance(result, numba_types.BaseTuple):
        yield whole, cotangent
        return
    if isinstance(cotangent, numba_types.NoneType):  # it stands for zeros
        for part in result:
            yield from leaves(part, cotangent, whole)
        return
    for position, (part, kind) in enumerate(zip(result, cotangent, strict=True)):
        item = gast.Subscript(whole, constant(position), gast.Load())
        yield from leaves(part, kind, item)


def copied(facts: Facts, request: Request) -> Block:
    """Return the copies of the arguments that the forward sweep overwrites."""
    written = {root for s in facts.schedule.live for root in facts.effects.writes[s]}
    found = [p for p in parameters(facts.core.tree) if p in written - request.copies.keys()]
    in_columns = facts.types.is_in_columns
    return [assign(p, copy_of(name(p), in_columns(p)), facts.core.tree) for p in found]


def gradients(facts: Facts, request: Request, present: Present) -> Expression | None:
    """Return what a derivative returns: the adjoints of the arguments."""
    wanted = list(request.wanted or request.wrt)
    if request.kind == "adjoint":
        wanted = [p for p in wanted if isinstance(p, tuple) or not is_array(facts.types[str(p)])]
    values = [value_of(facts, form, present) for form in wanted]
    if request.single or (request.kind == "adjoint" and len(values) < 2):
        return values[0] if values else None
    return tuple_of(values)


def value_of(facts: Facts, parameter: Form, present: Present) -> Expression:
    """Return the gradient with respect to one parameter, or a part of one.

    That of a tuple is a tuple, with None for parts that are not real.
    """
    if isinstance(parameter, tuple):
        parts = [value_of(facts, part, present) for part in parameter]
        if isinstance(parameter, RecordOf):
            return call(parameter.maker, *(part for part in parts if not is_none(part)))
        if isinstance(parameter, NamedOf):
            return call(parameter.owner.__name__, *parts)
        return tuple_of(parts)
    if isinstance(parameter, ListOf):
        if not is_differentiable(facts.types[parameter.name]):
            return constant(None)
        return in_lists(
            with_lists(facts.types[parameter.name]), value_of(facts, parameter.name, present)
        )
    kind = facts.types[parameter]
    if not is_differentiable(kind):
        return constant(None)
    value: Expression = name(adjoint(parameter))
    if not is_array(kind) and parameter not in present:
        value = Contributions(facts).zero(parameter)
    if is_complex(kind):
        return conjugated(kind, value)
    if kind == numba_types.float32:
        value = call("np.float32", value)
    return value

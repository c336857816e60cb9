"""Put the sweeps together: the derivative of a function as a function, or as a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import gast

from srcdiff.analyse.types import Type, is_array, is_differentiable, is_float, some_value
from srcdiff.analyse.types import types as numba_types
from srcdiff.differentiate.calls import result_names
from srcdiff.differentiate.contributions import Contributions
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.present import Present
from srcdiff.differentiate.restore import restore
from srcdiff.differentiate.reverse import Sweeps
from srcdiff.differentiate.shadows import shadows
from srcdiff.differentiate.tapes import tapes
from srcdiff.operations import all_of
from srcdiff.syntax import (
    ADJOINT,
    SEPARATOR,
    Block,
    Expression,
    adjoint,
    assign,
    augmented,
    binary,
    call,
    comment,
    constant,
    dotted,
    is_adjoint,
    name,
    parameters,
    path,
    readable,
    reads,
    targets,
    tuple_of,
    walk_statements,
)


@dataclass(frozen=True)
class Request:
    """What is asked for: which derivative, of which arguments, with which outputs.

    `kind` is "grad", "value_and_grad", "vjp" or "adjoint"; with `single` one argument
    was named, so its gradient is not put into a tuple. `cotangents` are the types of the
    cotangents that are passed.
    """

    kind: str
    wrt: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    single: bool = True
    cotangents: tuple[Type, ...] = ()


Optimise = Callable[[gast.FunctionDef], gast.FunctionDef]
COTANGENT = f"return{SEPARATOR}cotangent"


def define(
    title: str, arguments: list[str], body: Block, facts: Facts, text: str = ""
) -> gast.FunctionDef:
    """Return the definition of a function with positional parameters."""
    declared = gast.arguments(
        [gast.Name(a, gast.Param(), None, None) for a in arguments], [], None, [], [], None, []
    )
    if text:
        body = [gast.Expr(constant(text)), *body]
    tree = gast.FunctionDef(title, declared, body, [], None, None, [])
    return gast.copy_location(tree, facts.core.tree)


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
    results = result_names(core.tree)
    forward = forward_part(sweeps)
    present = begun(facts)
    begin = own_shadows(facts, request) + shadows(facts, core.tree.body)
    begin += seeds(facts, request, present)
    backward = sweeps.backward(core.tree.body, present)
    body = checks(facts, request)
    body += [] if request.kind == "adjoint" else copied(facts)
    body += headed("forward", forward)
    body += headed("backward", begin + backward) if forward else begin + backward
    answer = gradients(facts, request, present)
    if request.kind == "value_and_grad":
        assert answer is not None
        answer = tuple_of([results[0], answer])
    arguments = list(argument_names(facts, request))
    return define(title, arguments, [*body, gast.Return(answer)], facts)


def begun(facts: Facts) -> Present:
    """Return the results whose adjoints are values: they begin as the cotangents."""
    results = {dotted(r) for r in result_names(facts.core.tree)} & facts.active.names
    return Present(r for r in results if not Contributions(facts).is_memory(r))


def checks(facts: Facts, request: Request) -> Block:
    """Return what a derivative checks of its arguments before it begins."""
    written = {root for roots in facts.effects.writes.values() for root in roots}
    arguments = [a for a in argument_names(facts, request)]
    arrays = [a for a in arguments if is_adjoint(a) or is_array(facts.types[a])]
    touching = [
        call("runtime.overlap", name(first), name(second))
        for first, second in combinations(arrays, 2)
        if any(is_adjoint(a) or a in written for a in (first, second))
    ]
    named = [f"`{readable(array)}`" for array in arrays]
    who = " and ".join(named) if len(named) == 2 else f"two of {', '.join(named)}"
    shared = f"{who} share memory, and `{facts.core.tree.name}` writes to one of them: pass a copy"
    pairs = [(a, a.removeprefix(ADJOINT)) for a in arrays if is_adjoint(a)]
    if request.kind == "vjp":
        pairs += [(given(output), output) for output in request.outputs]
    unlike = [unequal(shape_of(first), shape_of(second)) for first, second in pairs]
    lengths = "an adjoint or cotangent has not the shape of what it belongs to: pass one that has"
    return refusal(facts, touching, "AliasedArguments", shared) + refusal(
        facts, unlike, "WrongShape", lengths
    )


def refusal(facts: Facts, conditions: list[Expression], error: str, text: str) -> Block:
    """Return the statement that raises an error if one of some conditions holds."""
    if not conditions:
        return []
    test = conditions[0] if len(conditions) == 1 else gast.BoolOp(gast.Or(), conditions)
    raised = gast.Raise(call(f"runtime.{error}", constant(text)), None)
    return [gast.copy_location(gast.If(test, [raised], []), facts.core.tree)]


def shape_of(array: str) -> Expression:
    """Return the shape of an array."""
    return gast.Attribute(name(array), "shape", gast.Load())


def unequal(first: Expression, second: Expression) -> Expression:
    """Return the condition that two shapes differ."""
    return gast.Compare(first, [gast.NotEq()], [second])


def argument_names(facts: Facts, request: Request) -> Iterator[str]:
    """Return the parameters of a derivative."""
    takes_cotangents = request.kind in ("vjp", "adjoint")
    for parameter in parameters(facts.core.tree):
        yield parameter
        shadowed = parameter in request.wrt + request.outputs
        if request.kind == "adjoint" and shadowed and is_array(facts.types[parameter]):
            yield adjoint(parameter)
    if takes_cotangents and result_names(facts.core.tree):
        yield COTANGENT
    if request.kind == "vjp":
        yield from (given(output) for output in request.outputs)


def given(output: str) -> str:
    """Return the name of the parameter with the cotangent of an output."""
    return f"{output}{SEPARATOR}cotangent"


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
            value = gast.Call(path(f"{given(parameter)}.copy"), [], [])
        else:
            value = call("np.zeros_like", name(parameter))
        made.append(assign(adjoint(parameter), value, facts.core.tree))
    return made


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
    parts = leaves(facts.types.result, request.cotangents[0], name(COTANGENT))
    for result, (part, kind) in zip(results, parts, strict=True):
        value = dotted(result)
        if value not in facts.active or isinstance(kind, numba_types.NoneType):
            present.discard(value)
            continue
        if not is_array(facts.types[value]) and not is_float(kind):
            part = call("float", part)
        is_value = value in facts.arrays.values
        if is_array(facts.types[value]):
            model = shape_of(value if is_value else adjoint(value))
            unlike = unequal(gast.Attribute(part, "shape", gast.Load()), model)
            text = "the cotangent has not the shape of the result: pass one that has"
            new += refusal(facts, [unlike], "WrongShape", text)
        if is_array(facts.types[value]) and not is_value:
            rank = facts.types[value].ndim
            whole = all_of(name(adjoint(value)), rank, store=True)
            new.append(augmented(whole, gast.Add(), all_of(part, rank), last))
        elif value in begun:
            both = binary(name(adjoint(value)), gast.Add(), part)
            new.append(assign(adjoint(value), both, last))
        else:
            new.append(assign(adjoint(value), part, last))
        begun.add(value)
    return new


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


def copied(facts: Facts) -> Block:
    """Return the copies of the arguments that the forward sweep overwrites."""
    written = {root for s in facts.schedule.live for root in facts.effects.writes[s]}
    found = [p for p in parameters(facts.core.tree) if p in written]
    return [assign(p, gast.Call(path(f"{p}.copy"), [], []), facts.core.tree) for p in found]


def gradients(facts: Facts, request: Request, present: Present) -> Expression | None:
    """Return what a derivative returns: the adjoints of the arguments."""
    wanted = list(request.wrt)
    if request.kind == "adjoint":
        wanted = [p for p in wanted if not is_array(facts.types[p])]
    values = [value_of(facts, parameter, present) for parameter in wanted]
    if request.single or (request.kind == "adjoint" and len(values) < 2):
        return values[0] if values else None
    return tuple_of(values)


def value_of(facts: Facts, parameter: str, present: Present) -> Expression:
    """Return the gradient with respect to one parameter."""
    kind = facts.types[parameter]
    value: Expression = name(adjoint(parameter))
    if not is_array(kind) and parameter not in present:
        value = constant(0.0)
    if kind == numba_types.float32:
        value = call("np.float32", value)
    return value


def whole(facts: Facts, active: tuple[str, ...], title: str) -> gast.FunctionDef:
    """Return the backward function of a callee that saves nothing: it runs forward first.

    Its arguments are those of the primal, the adjoints of the active arrays and of the
    results; it returns the adjoints of the active scalars.
    """
    sweeps = Sweeps(facts, tapes(facts))
    results = result_names(facts.core.tree)
    forward = forward_part(sweeps)
    backward, arguments, cotangents = backward_function(facts, sweeps, results, active)
    *rest, last = backward
    body = [*headed("forward", forward), *headed("backward", rest), last]
    return define(title, [*parameters(facts.core.tree), *arguments, *cotangents], body, facts)


@dataclass(frozen=True)
class Divided:
    """The two functions of a pair, and what passes between them.

    `takes` are the parameters that the backward function reads, `known` the results.
    """

    aug: gast.FunctionDef
    rev: gast.FunctionDef
    saved: tuple[str, ...]
    takes: tuple[str, ...]
    known: tuple[str, ...]


def divide(
    facts: Facts, active: tuple[str, ...], titles: tuple[str, str], optimise: Optimise
) -> Divided:
    """Return the forward and the backward function of a callee.

    `active` are the active parameters; `optimise` is applied to both functions.
    """
    core = facts.core
    sweeps = Sweeps(facts, tapes(facts))
    results = result_names(core.tree)
    forward = forward_part(sweeps)
    backward, arguments, cotangents = backward_function(facts, sweeps, results, active)
    rev = optimise(define(titles[1], [], backward, facts))
    free = reads(rev.body) - {t for s in walk_statements(rev.body) for t in targets(s)}
    made = list(dict.fromkeys(t for s in walk_statements(forward) for t in targets(s)))
    takes = tuple(p for p in parameters(core.tree) if p in free)
    kept = tuple(t for t in made if t in reads(rev.body) and is_passed(t, rev.body))
    known = tuple(dict.fromkeys(dotted(r) for r in results if dotted(r) in kept))
    saved = tuple(t for t in kept if t not in known)
    rev = define(rev.name, [*takes, *known, *saved, *arguments, *cotangents], rev.body, facts)
    answer = [*results, *(name(value) for value in saved)]
    value = tuple_of(answer) if len(answer) > 1 else answer[0] if answer else None
    body = [*defaults(saved, forward, facts), *forward, gast.Return(value)]
    aug = optimise(define(titles[0], list(parameters(core.tree)), body, facts))
    return Divided(aug, rev, saved, takes, known)


def backward_function(
    facts: Facts, sweeps: Sweeps, results: tuple[Expression, ...], active: tuple[str, ...]
) -> tuple[Block, list[str], list[str]]:
    """Return the body of a backward function, its shadow arguments and its cotangents."""
    core = facts.core
    present = begun(facts)
    # a result that is an argument has the adjoint of the argument
    cotangents = [
        adjoint(dotted(r))
        for r in results
        if is_differentiable(facts.types[dotted(r)]) and not is_argument(r, facts)
    ]
    begin = restore(facts, sweeps.tapes, core.tree.body)
    arrays = [p for p in active if is_array(facts.types[p])]
    passed = {*cotangents, *(adjoint(p) for p in arrays)}
    made = [s for s in shadows(facts, core.tree.body) if not set(targets(s)) & passed]
    body = begin + made + sweeps.backward(core.tree.body, present)
    scalars = [p for p in active if not is_array(facts.types[p])]
    values = [name(adjoint(p)) if p in present else constant(0.0) for p in scalars]
    answer = tuple_of(values) if len(values) > 1 else values[0] if values else None
    return [*body, gast.Return(answer)], [adjoint(p) for p in arrays], cotangents


def is_argument(result: Expression, facts: Facts) -> bool:
    """Tell whether a result is an array that was passed as an argument."""
    roots = facts.effects.of(result)
    return bool(roots) and roots <= facts.effects.parameters


def is_passed(value: str, body: Block) -> bool:
    """Tell whether a function reads a name before it binds it, or never binds it."""
    bound = [s for s in walk_statements(body) if value in targets(s)]
    return not bound or all(isinstance(s, gast.AugAssign) for s in bound)


def defaults(saved: tuple[str, ...], forward: Block, facts: Facts) -> Block:
    """Return values for what is only saved on some ways through the function."""
    always = {t for s in forward for t in targets(s)}
    return [
        assign(value, some_value(facts.types[value]), facts.core.tree)
        for value in saved
        if value not in always
    ]

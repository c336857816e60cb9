"""The derivative of a callee as a pair of functions: one runs forward and saves, one backward."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.types.types import is_array, is_differentiable, some_value
from srcdiff.core.operations import all_of
from srcdiff.core.results import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.contributions import Contributions
from srcdiff.differentiate.reverse.function import begun, define, forward_part, headed
from srcdiff.differentiate.reverse.reverse import Sweeps
from srcdiff.differentiate.reverse.shadows import shadows
from srcdiff.differentiate.tape.restore import restore
from srcdiff.differentiate.tape.tapes import tapes
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    augmented,
    beside,
    call,
    clone,
    constant,
    dotted,
    fresh,
    is_number,
    is_tape,
    locate,
    name,
    parameters,
    reads,
    targets,
    tuple_of,
    unpacks,
    walk_statements,
)

Optimise = Callable[[gast.FunctionDef], gast.FunctionDef]


Positions = tuple[int, ...]


def forward_in_pairs(
    facts: Facts, beside: tuple[str, ...], title: str, returned: Positions
) -> gast.FunctionDef:
    """Return the forward function of a callee that saves nothing, with adjoints beside its arrays.

    It takes the adjoints of the parameters `beside`, and returns those of the results at
    `returned`.
    """
    core, results = facts.core, result_names(facts.core.tree)
    ends = [name(adjoint(dotted(results[position]))) for position in returned]
    answer = gast.Return(tuple_of([*results, *ends]))
    given = [*parameters(core.tree), *map(adjoint, beside)]
    return define(title, given, [*core.tree.body[:-1], answer], core)


def whole(
    facts: Facts, active: tuple[str, ...], title: str, returned: Positions = ()
) -> gast.FunctionDef:
    """Return the backward function of a callee that saves nothing: it runs forward first.

    Its arguments are those of the primal, the adjoints of the active arrays and of the
    results; it returns the adjoints of the active scalars. The adjoints of results at `returned`
    may be those of arguments.
    """
    sweeps = Sweeps(facts, tapes(facts))
    results = result_names(facts.core.tree)
    forward = forward_part(sweeps)
    backward, arguments, cotangents = backward_function(facts, sweeps, results, active)
    own = [dotted(results[position]) for position in returned]
    backward = [unless_same(s, own) for s in backward]
    *rest, last = backward
    body = [*headed("forward", forward), *headed("backward", rest), last]
    return define(title, [*parameters(facts.core.tree), *arguments, *cotangents], body, facts.core)


@dataclass(frozen=True)
class Divided:
    """The two functions of a pair, and what passes between them.

    `takes` are the parameters that the backward function reads, `known` the results; the forward
    function takes the adjoints of the parameters `beside`.
    """

    aug: gast.FunctionDef
    rev: gast.FunctionDef
    saved: tuple[str, ...]
    takes: tuple[str, ...]
    known: tuple[str, ...]
    beside: tuple[str, ...]


def divide(
    facts: Facts,
    active: tuple[str, ...],
    titles: tuple[str, str],
    optimise: Optimise,
    returned: Positions = (),
) -> Divided:
    """Return the forward and the backward function of a callee.

    `active` are the active parameters, `returned` the positions of the results whose adjoints the
    forward function returns; `optimise` is applied to both functions.
    """
    core = facts.core
    sweeps = Sweeps(facts, tapes(facts))
    results = result_names(core.tree)
    forward = forward_part(sweeps)
    backward, arguments, cotangents = backward_function(facts, sweeps, results, active, returned)
    rev = optimise(define(titles[1], [], backward, core))
    read = reads(rev.body)
    free = read - {t for s in walk_statements(rev.body) for t in targets(s)}
    made = list(dict.fromkeys(t for s in walk_statements(forward) for t in targets(s)))
    takes = tuple(p for p in parameters(core.tree) if p in free)
    kept = tuple(t for t in made if t in read and is_passed(t, rev.body))
    known = tuple(dict.fromkeys(dotted(r) for r in results if dotted(r) in kept))
    saved = tuple(t for t in kept if t not in known)
    rev = define(rev.name, [*takes, *known, *saved, *arguments, *cotangents], rev.body, core)
    beside = tuple(p for p in active if p in facts.members)
    ends = [name(adjoint(dotted(results[position]))) for position in returned]
    answer = [*results, *ends, *(name(value) for value in saved)]
    value = tuple_of(answer) if len(answer) > 1 else answer[0] if answer else None
    body = [*defaults(saved, forward, facts), *forward, gast.Return(value)]
    given = [*parameters(core.tree), *map(adjoint, beside)]
    aug = optimise(define(titles[0], given, body, core))
    return Divided(aug, rev, saved, takes, known, beside)


def backward_function(
    facts: Facts,
    sweeps: Sweeps,
    results: tuple[Expression, ...],
    active: tuple[str, ...],
    returned: Positions = (),
) -> tuple[Block, list[str], list[str]]:
    """Return the body of a backward function, its shadow arguments and its cotangents.

    There are none for the results at `returned`, whose adjoints the caller has.
    """
    core = facts.core
    present = begun(facts)
    # a result that is an argument has the adjoint of the argument
    given = [
        dotted(r)
        for k, r in enumerate(results)
        if is_differentiable(facts.types[dotted(r)])
        and not is_argument(r, facts)
        and k not in returned
    ]
    views = [r for r in given if r in facts.members or (r in facts.active and is_part(r, facts))]
    cotangents: list[str] = []
    for r in given:  # one that is given twice has no derivative here
        cotangents.append(fresh(given_for(r) if r in views else adjoint(r), cotangents))
    begin = restore(facts, sweeps.tapes, core.tree.body)
    arrays = [p for p in active if is_array(facts.types[p])]
    passed = {*cotangents, *(adjoint(p) for p in arrays)}
    made = [s for s in shadows(facts, core.tree.body) if not set(targets(s)) & passed]
    taken = [taken_up(r, facts) for r in views]
    body = begin + unasked(facts, active) + made + taken
    body += sweeps.backward(core.tree.body, present)
    scalars = [p for p in active if not is_array(facts.types[p])]
    zero = Contributions(facts).zero
    values = [name(adjoint(p)) if p in present else zero(p) for p in scalars]
    answer = tuple_of(values) if len(values) > 1 else values[0] if values else None
    return [*body, gast.Return(answer)], [adjoint(p) for p in arrays], cotangents


def unasked(facts: Facts, active: tuple[str, ...]) -> Block:
    """Return the adjoints of arrays that are active without being asked for.

    They share a name with arrays that are: what is added to them is lost with them.
    """
    own = set(parameters(facts.core.tree)) - facts.members
    shared = [p for p in parameters(facts.core.tree) if p in facts.active and p not in active]
    shared = [p for p in shared if p in own]
    arrays = [p for p in shared if is_array(facts.types[p])]
    return [assign(adjoint(p), call("np.zeros_like", name(p)), facts.core.tree) for p in arrays]


def is_argument(result: Expression, facts: Facts) -> bool:
    """Return True if a result is an array that was passed as an argument."""
    roots = facts.effects.of(result)
    return bool(roots) and roots <= facts.effects.parameters


def is_part(result: str, facts: Facts) -> bool:
    """Return True if a result is a view of an array of the function, whose adjoint is one, too."""
    roots = facts.effects.roots.get(result, NONE)
    return Contributions(facts).is_memory(result) and roots != {result}


def given_for(result: str) -> str:
    """Return the name of the cotangent of a result that has an adjoint of its own, too."""
    return beside(adjoint(result), "given")


def taken_up(result: str, facts: Facts) -> Statement:
    """Return the statement that adds a cotangent to the adjoint of a part of an array."""
    rank = facts.types[result].ndim
    whole = all_of(name(adjoint(result)), rank, store=True)
    given = all_of(name(given_for(result)), rank)
    return augmented(whole, gast.Add(), given, facts.core.tree.body[-1])


def unless_same(statement: Statement, results: list[str]) -> Statement:
    """Return a statement that takes a cotangent up, for results that may be arguments."""
    for result in results:
        if given_for(result) in reads(statement):
            added = call("runtime.add_elsewhere", name(adjoint(result)), name(given_for(result)))
            return locate(gast.Expr(added), statement)
    return statement


def is_passed(value: str, body: Block) -> bool:
    """Return True if a function reads a name before it binds it, or never binds it."""
    bound = [s for s in walk_statements(body) if value in targets(s)]
    return not bound or all(isinstance(s, gast.AugAssign) for s in bound)


def defaults(saved: tuple[str, ...], forward: Block, facts: Facts) -> Block:
    """Return values for what is only saved on some paths through the function."""
    always = {t for s in forward for t in targets(s)}
    made: dict[str, Expression] = {}
    for statement in walk_statements(forward):
        if unpacks(statement):
            continue  # what another function saved, of known types
        for target in targets(statement):
            if is_tape(target) or (target not in facts.types.names and is_number(statement.value)):
                made.setdefault(target, statement.value)  # later ones are of the same type
    return [
        assign(
            value,
            emptied(made[value]) if value in made else some_value(facts.types[value]),
            facts.core.tree,
        )
        for value in saved
        if value not in always
    ]


def emptied(made: Expression) -> Expression:
    """Return a value of the type of a tape, or of its pointer, that some ways make.

    >>> from srcdiff.syntax import expression, unparse
    >>> texts = ("np.empty((n, 2))", "[np.empty(0)][:0]", "0")
    >>> [unparse(emptied(expression(text))) for text in texts]
    ['np.empty((0, 0))', '[np.empty(0)][:0]', '0']
    """
    if not isinstance(made, gast.Call):
        return clone(made)
    shape, *rest = made.args
    rank = len(shape.elts) if isinstance(shape, gast.Tuple) else 0
    none = tuple_of([constant(0)] * rank) if rank else constant(0)
    return call(dotted(made.func), none, *rest)

"""Write the source text of the module with the adjoint of a kernel."""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.schedule import Need
from srcdiff.analyse.statement_effects import NONE
from srcdiff.analyse.types import Type, is_array
from srcdiff.analyse.types import types as numba_types
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.function import begun, define, forward_part, headed
from srcdiff.differentiate.reverse import Sweeps
from srcdiff.differentiate.shadows import shadows
from srcdiff.differentiate.tapes import tapes
from srcdiff.emit import source as text_of_tree
from srcdiff.errors import located
from srcdiff.kernels.added import Added
from srcdiff.kernels.added import added as additions
from srcdiff.kernels.assigned import Assigned, Side, assigned
from srcdiff.kernels.atomics import atomics, own_arrays_of
from srcdiff.kernels.barriers import (
    CALLED,
    is_barrier,
    meanwhile,
    shared_arrays,
    with_barriers,
    without_barriers,
)
from srcdiff.kernels.held import held
from srcdiff.kernels.intrinsics import PLACES, axes_in, check_words
from srcdiff.kernels.kept import Kept, Room, Shared, kept
from srcdiff.kernels.launched import Known, known_to
from srcdiff.kernels.literals import REAL, literals
from srcdiff.kernels.own_arrays import own_arrays
from srcdiff.kernels.program import KernelProgram, kind_of, uncounted
from srcdiff.kernels.report import KernelReport, kernel_report
from srcdiff.kernels.reproducible import check_reproducible
from srcdiff.kernels.request import LaunchRequest
from srcdiff.kernels.threads import Bound, PerThread, threads
from srcdiff.kernels.totals import ADD, added, helper, of_thread, part_of
from srcdiff.kernels.uniform import check_barriers
from srcdiff.kernels.writes import ATOMIC, Update, ways_to_add
from srcdiff.module_text import defined
from srcdiff.optimise.symbols import Symbols
from srcdiff.parse import Made, Source, source_of
from srcdiff.pipeline import finish, optimise
from srcdiff.program import Program
from srcdiff.report import function_report
from srcdiff.syntax import (
    Statement,
    adjoint,
    assign,
    clone,
    constant,
    expression,
    fresh,
    is_adjoint,
    name,
    parameters,
    reads,
    unpack,
    walk,
    with_body,
)


@dataclass(frozen=True)
class WrittenKernel:
    """A module with the adjoint of a kernel: its text, and the name of the adjoint.

    `rooms` are the arrays that the launch has to make, which follow the arguments; `covered` tells
    of adjoints that are assigned which elements are.
    """

    text: str
    name: str
    rooms: tuple[Room, ...]
    may_overflow: bool
    updates: Mapping[str, Update]
    per_thread: PerThread
    covered: Mapping[str, tuple[Side, ...]]
    report: KernelReport


def write(function: Any, given: tuple[Type, ...], asked: LaunchRequest) -> WrittenKernel:
    """Return the module with the adjoint of a kernel for arguments of certain types."""
    source = source_of(function)
    with located(source.origin):
        sums, found, shared = of_thread_alone(source, asked)
    program = KernelProgram(asked.iterations)
    kinds = (*given, *(numba_types.int64 for _ in found.places))
    unit = program.units.unit(as_function(source, found), kinds)
    with located(unit.core.origin):
        wanted = Need(NONE, NONE)
        facts = program.facts(unit, asked.wrt, False, frozenset(asked.outputs), wanted)
        title = program.title(f"{source.tree.name}_adjoint")
        symbols = program.symbols(facts.types, facts.arrays.shape)
        barriers = program.barriers()
        tree = optimise(adjoint_of_thread(facts, asked, title), symbols)
        tree = with_barriers(tree, barriers)
        how = ways_to_add(facts, found.places, sums.arrays, shared, barriers)
        known = known_to(tree, set(parameters(tree)) - found.places.keys(), program.units.constants)
        once = as_kernel(tree, found, how, asked, sums.arrays, shared, known)
        block = Shared(shared, asked.axes)
        keeping = with_rooms(once.tree, symbols, found, asked, block, known)
        if asked.deterministic:
            for part in (keeping.tree, *program.trees.values()):
                check_reproducible(part, how, unit.core.tree)
        tree = finish(keeping.tree, unit.core.written, symbols)
        tree = described(tree, source, asked)
    text = text_of(tree, facts, program, asked)
    numbers = [p for p in asked.wrt if not is_array(facts.types[p])]
    reports = [function_report(title, facts), *program.reports]
    report = kernel_report(reports, how, numbers, once.covered, keeping.rooms)
    return WrittenKernel(
        text,
        title,
        keeping.rooms,
        keeping.may_overflow,
        how,
        found,
        once.covered,
        report,
    )


def of_thread_alone(
    source: Source, asked: LaunchRequest
) -> tuple[Added, PerThread, frozenset[str]]:
    """Return what a kernel adds to atomically, what one thread does, and the shared arrays."""
    shared = shared_arrays(source.tree, asked.cuda)
    tree = own_arrays(source.tree, source.namespace, asked.cuda)
    sums = additions(tree, asked.cuda)
    found = threads(sums.tree, asked.cuda)
    check_barriers(found.tree, found.places, lambda s: is_barrier(s, asked.cuda))
    found = replace(found, tree=without_barriers(found.tree, shared, asked.cuda))
    check_words(found.tree, asked.cuda)
    return sums, found, shared


def as_function(source: Source, found: PerThread) -> Made:
    """Return the function of one thread as what all other passes read."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    own = [inspect.Parameter(n, kind) for n in parameters(found.tree)]
    namespace = {"np": np, **source.namespace, CALLED: meanwhile}
    new = replace(source, tree=found.tree, written=source.tree, namespace=namespace)
    return Made(new, inspect.Signature(own))


def adjoint_of_thread(facts: Facts, asked: LaunchRequest, title: str) -> gast.FunctionDef:
    """Return what one thread does in the adjoint of a kernel."""
    body = facts.core.tree.body
    sweeps = Sweeps(facts, tapes(facts))
    forward = forward_part(sweeps)
    present = begun(facts)
    backward = shadows(facts, body) + sweeps.backward(body, present)
    numbers = [p for p in asked.wrt if not is_array(facts.types[p])]
    backward = of_thread(backward, numbers)
    backward += [added(p, name(part_of(p))) for p in numbers if p in present]
    if forward:
        backward = headed("forward", forward) + headed("backward", backward)
    arguments = []
    for parameter in parameters(facts.core.tree):
        arguments.append(parameter)
        if parameter in asked.wrt + asked.outputs:
            arguments.append(adjoint(parameter))
    return define(title, arguments, backward, facts.core)


def as_kernel(
    tree: gast.FunctionDef,
    found: PerThread,
    how: Mapping[str, Update],
    asked: LaunchRequest,
    sums: frozenset[str],
    shared: frozenset[str],
    known: Known,
) -> Assigned:
    """Return a kernel for what one thread does: how it adds to what other threads add to."""
    alone = {adjoint(array) for array, update in how.items() if update.alone}
    own = {adjoint(array) for array, update in how.items() if update.how != ATOMIC}
    own |= own_arrays_of(tree) - shared - {*map(adjoint, shared)}
    tree = held(tree, alone.__contains__)
    tree = atomics(tree, lambda array: array in sums or (is_adjoint(array) and array not in own))
    inputs = {adjoint(p) for p in asked.wrt if p in how and p not in asked.outputs}
    once = set() if asked.accumulate else inputs & alone & own
    return assigned(tree, once, found.places, known)


def with_rooms(
    tree: gast.FunctionDef,
    symbols: Symbols,
    found: PerThread,
    asked: LaunchRequest,
    shared: Shared,
    known: Known,
) -> Kept:
    """Return a kernel that knows its place, and where it keeps what it saves."""
    found = with_grid(found, asked.cuda, names_of(tree))
    keeping = kept(tree, known, place_of(found), asked.iterations, uncounted, shared)
    tree = literals(keeping.tree, lambda part: kind_of(part, symbols), symbols.is_new)
    return replace(keeping, tree=with_places(tree, found))


def place_of(found: PerThread) -> list[str]:
    """Return the names of the place of a thread in the grid, the slowest axis first."""
    places = {n: place for n, place in found.places.items() if place.of == "grid"}
    by_axis = {place.axis: n for n, place in places.items()}
    return [by_axis[axis] for axis in sorted(by_axis, reverse=True)]


def with_grid(found: PerThread, cuda: str, taken: set[str]) -> PerThread:
    """Return a kernel with names for the place of a thread along all axes that it asks for."""
    count = max(axes_in(found.places.values()), default=-1) + 1
    if len(place_of(found)) == count:
        return found
    places = PLACES[f"grid({count})"]
    names = tuple(fresh(place.word, taken) for place in places)
    grid = Bound(names, expression(f"{cuda}.grid({count})"), places)
    return replace(found, bound=(*found.bound, grid))


def names_of(tree: gast.FunctionDef) -> set[str]:
    """Return all names in a function."""
    return {node.id for node in walk(tree) if isinstance(node, gast.Name)}


def with_places(tree: gast.FunctionDef, found: PerThread) -> gast.FunctionDef:
    """Return a kernel that asks for the place of its thread."""
    used = reads(tree.body)
    first = [bound(part) for part in found.bound if used & set(part.names)]
    left = [a for a in tree.args.args if a.id not in found.places]
    result = with_body(tree, first + tree.body)
    result.args = gast.arguments(left, [], None, [], [], None, [])
    return result


def bound(part: Bound) -> Statement:
    """Return the statement that binds names to the place of a thread."""
    if len(part.names) == 1:
        return assign(part.names[0], clone(part.value))
    return unpack(part.names, clone(part.value))


def described(tree: gast.FunctionDef, source: Source, asked: LaunchRequest) -> gast.FunctionDef:
    """Return an adjoint with a docstring that tells of what it is."""
    place = f"{os.path.basename(source.origin.file)}:{source.origin.first_line}"
    text = f"Adjoint of {source.tree.name} ({place}) with respect to {', '.join(asked.wrt)}."
    return with_body(tree, [gast.Expr(constant(text)), *tree.body])


def text_of(tree: gast.FunctionDef, facts: Facts, program: Program, asked: LaunchRequest) -> str:
    """Return the text of the module: imports, constants, functions."""
    trees = [*program.trees.values(), tree]
    used = {name for part in trees for name in reads(part.body)}
    known = program.units.constants.items()
    constants = [defined(word, value) for word, value in known if word in used]
    single = REAL in used or ADD in used
    head = ["import math", ""] if "math" in used else []
    head += ["import numpy as np"] if single or "np" in used else []
    head += ["from numba import cuda", ""]
    numbers = [facts.types[p] for p in asked.wrt if not is_array(facts.types[p])]
    dtype = REAL if numba_types.float32 in numbers else "np.float64"
    head += [f"{REAL} = np.float32"] if single else []
    head += [f"BLOCK = {asked.block}  # threads of a block"] if ADD in used else []
    parts = ["\n".join(head + constants).rstrip()]
    if ADD in used:
        parts.append(helper(asked.block, asked.axes, dtype))
    device = "@cuda.jit(device=True)\n"
    parts += [device + text_of_tree(part).rstrip() for part in program.trees.values()]
    parts.append("@cuda.jit\n" + text_of_tree(tree).rstrip())
    return "\n\n\n".join(parts) + "\n"

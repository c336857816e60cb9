"""Write the source text of the module with the adjoint of a kernel."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.function import begun, define, forward_part, headed
from srcdiff.differentiate.reverse.reverse import Sweeps
from srcdiff.differentiate.reverse.shadows import shadows
from srcdiff.differentiate.tape.tapes import tapes
from srcdiff.errors import located
from srcdiff.gpu.barriers.barriers import with_barriers
from srcdiff.gpu.barriers.kept import Room
from srcdiff.gpu.barriers.shuffled import ALL_LANES, MASK_LINE, with_shuffles
from srcdiff.gpu.gather.assigned import Side
from srcdiff.gpu.gather.extremes import Extreme, asked_for
from srcdiff.gpu.gather.gathered import gathered
from srcdiff.gpu.gather.nearby import Gathered
from srcdiff.gpu.gather.paired import paired
from srcdiff.gpu.gather.thread_private import alone
from srcdiff.gpu.gather.totals import ADD, added, helper, of_thread, part_of
from srcdiff.gpu.gather.writes import ATOMIC, GATHERED, Update, ways_to_add
from srcdiff.gpu.launch.launched import known_to
from srcdiff.gpu.launch.ported import ported
from srcdiff.gpu.launch.program import is_float, is_whole
from srcdiff.gpu.launch.report import KernelReport, kernel_report, with_snapshots, without_snapshots
from srcdiff.gpu.launch.reproducible import check_decided, check_reproducible
from srcdiff.gpu.launch.request import LaunchRequest
from srcdiff.gpu.launch.text import text_of
from srcdiff.gpu.thread.form import Kernel, as_kernel
from srcdiff.gpu.thread.thread import OneThread, one_thread
from srcdiff.gpu.thread.threads import PerThread
from srcdiff.optimise.arithmetic.opposites import opposites
from srcdiff.pipeline import finish, optimise
from srcdiff.report import function_report
from srcdiff.syntax import (
    REAL,
    Expression,
    adjoint,
    constant,
    name,
    parameters,
    reads,
    rename,
    with_body,
)


@dataclass(frozen=True)
class WrittenKernel:
    """A module with the adjoint of a kernel: its text, and the name of the adjoint.

    `clear` is the name of the kernel that sets adjoints of outputs to zero after it, "" for none;
    with `clears_by_place` that asks for nothing but the place of its thread in the grid. `sizes`
    tells along which axes there are at least how many threads. With `whole_warps` the lanes of a
    warp exchange values. `extremes` are those that it asks for, `written` is that of
    `OneThread`; a thread takes so many `places` along the last axis. Where these are several, the
    last argument is the number of threads that the kernel has along it. The rest is told in
    `Kernel`.
    """

    text: str
    name: str
    clear: str
    clears_by_place: bool
    sizes: tuple[tuple[int, Expression], ...]
    rooms: tuple[Room, ...]
    may_overflow: bool
    updates: Mapping[str, Update]
    per_thread: PerThread
    covered: Mapping[str, tuple[Side, ...]]
    report: KernelReport
    extremes: tuple[Extreme, ...]
    written: frozenset[str]
    whole_warps: bool
    places: int

    def are_alike(self, arrays: Mapping[str, Any]) -> bool:
        """Return True if arrays are of the same length where adjoints are added to as if they were.

        `arrays` has the arguments of the launch, or what tells of their shapes, by name.
        """
        pairs = [pair for update in self.updates.values() for pair in update.lengths]
        return all(arrays[a].shape[i] == arrays[b].shape[j] for (a, i), (b, j) in pairs)


def write(function: Any, given: tuple[Type, ...], asked: LaunchRequest) -> WrittenKernel:
    """Return the module with the adjoint of a kernel for arguments of certain types."""
    thread = one_thread(function, given, asked)
    facts, program, found = thread.facts, thread.program, thread.found
    with located(thread.unit.core.origin):
        title = program.title(f"{thread.source.tree.name}_adjoint")
        tree = optimise(adjoint_of_thread(facts, asked, title), thread.symbols)
        tree = opposites(tree, partial(is_whole, symbols=thread.symbols))
        tops = [extreme.array for extreme in thread.extremes]
        shared = thread.shared, thread.barriers
        how: Mapping[str, Update] = ways_to_add(
            facts, found.places, thread.sums, *shared, tops, asked.alike
        )
        made = formed(tree, how, thread, asked.places)
        kernel, plan, how = made.kernel, made.plan, made.how
        decided = asked_for(kernel.tree, thread.extremes)
        if asked.deterministic:
            check_decided(decided.extremes, thread.source.tree)
            for part in (kernel.tree, *program.trees.values()):
                check_reproducible(part, how, thread.unit.core.tree)
        kernels = [described(finished(decided.tree, thread), thread)]
        clear = "" if plan is None or not asked.clear else program.title(f"{title}_clear")
        if plan is not None and clear:
            kernels.append(clearing(plan.clear, thread, clear))
        program.check()
        text = module_text(kernels, thread)
    places = kernel.coarse.count if kernel.coarse else 1
    return WrittenKernel(
        text,
        title,
        clear,
        plan is not None and asks_for_place_only(plan.clear, found),
        plan.sizes if plan else (),
        kernel.rooms,
        kernel.may_overflow,
        how,
        found,
        kernel.covered,
        report_of(title, made, thread, places),
        decided.extremes,
        thread.written,
        thread.shuffles,
        places,
    )


def report_of(title: str, made: Formed, thread: OneThread, places: int) -> KernelReport:
    """Return the report on an adjoint of which a thread takes so many places."""
    kernel, facts, asked = made.kernel, thread.facts, thread.asked
    whole = function_report(title, facts, kernel.tree, shapes=kernel.cut.shapes)
    reports = thread.program.reports
    others = map(without_snapshots, reports) if asked.snapshots else reports
    numbers = [p for p in asked.wrt if not is_array(facts.types[p])]
    own = [with_snapshots(whole, facts, kernel.cut), *others]
    return kernel_report(own, made.how, numbers, kernel.covered, kernel.rooms, places)


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


@dataclass(frozen=True)
class Formed:
    """A kernel, the plan by which it gathers, None for others, and how adjoints are added to."""

    kernel: Kernel
    plan: Gathered | None
    how: Mapping[str, Update]


def formed(
    tree: gast.FunctionDef, how: Mapping[str, Update], thread: OneThread, places: int
) -> Formed:
    """Return the kernel for what one thread does; it takes several places if these share reads."""
    plan = gathering(tree, how, thread, places > 1)
    own, ways = tree, how
    if plan is not None:
        own, ways = plan.tree, {**how, **dict.fromkeys(plan.arrays, GATHERED)}
        own = paired(own, partial(is_float, symbols=thread.symbols))
    kernel = as_kernel(short(own, thread), thread, ways, places)
    if places > 1 and kernel.coarse is None:
        return formed(tree, how, thread, 1)
    return Formed(kernel, plan, ways)


def gathering(
    tree: gast.FunctionDef, how: Mapping[str, Update], thread: OneThread, first: bool
) -> Gathered | None:
    """Return the kernel that gathers the adjoints of inputs, None where there is no such.

    With `first` it gathers before it does the rest.
    """
    asked, places = thread.asked, thread.found.places
    own = set(asked.wrt) - set(asked.outputs) - thread.sums
    arrays = [a for a, update in how.items() if update.how == ATOMIC and update.alone and a in own]
    if not asked.gathers or thread.shared or thread.extremes or thread.shuffles:
        return None
    arguments = set(parameters(tree)) - places.keys()
    known = known_to(tree, arguments, thread.program.units.constants)
    return gathered(tree, arrays, places, known, partial(is_whole, symbols=thread.symbols), first)


def short(tree: gast.FunctionDef, thread: OneThread) -> gast.FunctionDef:
    """Return what one thread does in a short form, with barriers."""
    return with_barriers(optimise(tree, thread.symbols), thread.barriers)


def finished(tree: gast.FunctionDef, thread: OneThread) -> gast.FunctionDef:
    """Return a kernel as it is printed."""
    tree = rename(tree, {ADD: thread.program.adder})
    tree = finish(tree, thread.unit.core.written, thread.symbols)
    return with_shuffles(tree, thread.program.shuffles)


def clearing(tree: gast.FunctionDef, thread: OneThread, title: str) -> gast.FunctionDef:
    """Return the kernel that sets adjoints of outputs to zero, after one that reads them."""
    kernel = as_kernel(short(tree, thread), thread, {})
    text = f"Set adjoints of outputs to zero where {thread.source.tree.name} overwrites these."
    new = finished(kernel.tree, thread)
    new = with_body(new, [gast.Expr(constant(text)), *new.body])
    new.name = title
    return new


def asks_for_place_only(tree: gast.FunctionDef, found: PerThread) -> bool:
    """Return True if a kernel asks for nothing but the place of its thread in the grid."""
    used = reads(tree.body) & found.places.keys()
    return all(found.places[n].of == "grid" for n in used)


def described(tree: gast.FunctionDef, thread: OneThread) -> gast.FunctionDef:
    """Return an adjoint with a docstring that tells of what it is."""
    source, asked = thread.source, thread.asked
    place = f"{os.path.basename(source.origin.file)}:{source.origin.first_line}"
    text = f"Adjoint of {source.tree.name} ({place}) with respect to {', '.join(asked.wrt)}."
    return with_body(tree, [gast.Expr(constant(text)), *tree.body])


def module_text(kernels: Sequence[gast.FunctionDef], thread: OneThread) -> str:
    """Return the text of the module: imports, constants, functions."""
    program, facts, asked = thread.program, thread.facts, thread.asked
    lines: list[str] = []
    parts: list[str] = []
    used = reads([s for tree in (*program.trees.values(), *kernels) for s in tree.body])
    functions = [tree for title, tree in program.trees.items() if title in used]
    apart = alone(functions, kernels, program.title)
    if program.adder in used:
        numbers = [facts.types[p] for p in asked.wrt if not is_array(facts.types[p])]
        single = all(kind == numba_types.float32 for kind in numbers)
        dtype = REAL if single else "np.float64"
        parts = [helper(program.adder, asked.block, asked.axes, dtype, len(numbers))]
    if ALL_LANES in used:
        lines.append(MASK_LINE)
    constants = program.units.constants
    found = ported([*apart.functions, *apart.kernels], program.taken, facts.core.tree)
    own, new = found.trees[: len(apart.functions)], found.trees[len(apart.functions) :]
    return text_of(found.functions + own, new, constants, lines, parts)

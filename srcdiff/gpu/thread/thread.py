"""A kernel as a function of one thread, with all that is known of it."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.flow.schedule import Need
from srcdiff.analyse.types.types import Type, is_differentiable_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.differentiate.facts import Facts
from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.front.parse import Made, Source, source_of
from srcdiff.gpu.barriers.barriers import (
    CALLED,
    is_barrier,
    meanwhile,
    shared_arrays,
    without_barriers,
)
from srcdiff.gpu.barriers.leftovers import check_leftovers
from srcdiff.gpu.barriers.shuffles import CALLED as SHUFFLES
from srcdiff.gpu.barriers.shuffles import without_shuffles
from srcdiff.gpu.gather.added import Added
from srcdiff.gpu.gather.added import added as additions
from srcdiff.gpu.gather.extremes import CALLED as DECIDERS
from srcdiff.gpu.gather.extremes import Extreme, extremes, parameter_types
from srcdiff.gpu.launch.device_functions import check_device_functions
from srcdiff.gpu.launch.inlined import inlined
from srcdiff.gpu.launch.program import KernelProgram
from srcdiff.gpu.launch.ranged import ranged
from srcdiff.gpu.launch.request import LaunchRequest
from srcdiff.gpu.launch.strided import strided
from srcdiff.gpu.thread.intrinsics import check_words
from srcdiff.gpu.thread.own_arrays import own_arrays
from srcdiff.gpu.thread.threads import PerThread, threads
from srcdiff.gpu.thread.uniform import check_barriers
from srcdiff.optimise.symbols import Symbols
from srcdiff.program.units.unit import Unit
from srcdiff.syntax import parameters, writes


@dataclass(frozen=True)
class OneThread:
    """What one thread of a kernel does.

    `found` has the places that it asks for, `sums` are the arrays that it adds to atomically,
    `shared` those that the threads of a block share, `barriers` the generated functions that stand
    for barriers, `extremes` the arrays that it takes atomic maxima or minima in, `written` all
    arguments that it writes to.
    """

    asked: LaunchRequest
    source: Source
    program: KernelProgram
    unit: Unit
    facts: Facts
    found: PerThread
    sums: frozenset[str]
    shared: frozenset[str]
    barriers: frozenset[str]
    extremes: tuple[Extreme, ...]
    written: frozenset[str]

    @property
    def shuffles(self) -> bool:
        """Return True if the lanes of a warp exchange values."""
        return bool(self.program.shuffles)

    @property
    def symbols(self) -> Symbols:
        """Return what passes have to know of the names in its adjoint."""
        return self.program.symbols(self.facts.types, self.facts.arrays.shape)


def one_thread(function: Any, given: tuple[Type, ...], asked: LaunchRequest) -> OneThread:
    """Return what one thread of a kernel does with arguments of certain types."""
    source = inlined(source_of(function), asked.cuda)
    with located(source.origin):
        top = extremes(source.tree, asked.cuda)
        whole = integers(source, given)
        sums, found, shared = of_thread_alone(replace(source, tree=top.tree), asked, whole)
        check_device_functions(source)
    own = parameters(source.tree)
    program = KernelProgram(asked.iterations, {*own, *writes(source.tree.body)})
    kinds = (*given, *parameter_types(top.extremes, dict(zip(own, given, strict=True))))
    kinds += tuple(numba_types.int64 for _ in found.places)
    unit = program.units.unit(as_function(source, found), kinds)
    with located(unit.core.origin):
        check_outputs(program, unit, asked.outputs)
        wanted = Need(NONE, NONE)
        varied = tuple(dict.fromkeys([*asked.wrt, *asked.outputs]))  # what was in outputs counts
        facts = program.facts(unit, varied, False, frozenset(asked.outputs), wanted)
    barriers = frozenset(program.barriers())
    written = frozenset(own[k] for k in program.units.summary(unit.key).writes if k < len(own))
    return OneThread(
        asked,
        source,
        program,
        unit,
        facts,
        found,
        sums.arrays,
        shared,
        barriers,
        top.extremes,
        written,
    )


def check_outputs(program: KernelProgram, unit: Unit, outputs: Sequence[str]) -> None:
    """Refuse arrays that are written to and are no outputs: their adjoints are not known then."""
    own = parameters(unit.core.tree)
    written = [own[place] for place in sorted(program.units.summary(unit.key).writes)]
    for array in written:
        if array not in outputs and is_differentiable_array(unit.types[array]):
            named = ", ".join(f'"{other}"' for other in sorted({*outputs, array}, key=own.index))
            raise UnsupportedSyntax(
                f"`{array}` is written to, and is not among the outputs",
                unit.core.tree,
                f"name it: `outputs=({named})`; without `outputs` only what the kernel itself "
                f"writes as `{array}[...]` is found",
            )


def integers(source: Source, given: tuple[Type, ...]) -> frozenset[str]:
    """Return the arguments and the globals of a kernel that are integers."""
    own = dict(zip(parameters(source.tree), given, strict=True))
    arguments = {p for p, kind in own.items() if isinstance(kind, numba_types.Integer)}
    fixed = {n for n, value in source.namespace.items() if type(value) is int}
    return frozenset(arguments | fixed - own.keys())


def of_thread_alone(
    source: Source, asked: LaunchRequest, whole: Collection[str]
) -> tuple[Added, PerThread, frozenset[str]]:
    """Return what a kernel adds to atomically, what one thread does, and the shared arrays.

    `whole` are the arguments and globals that are integers.
    """
    shared = shared_arrays(source.tree, asked.cuda)
    tree = own_arrays(source.tree, source.namespace, asked.cuda)
    sums = additions(tree, asked.cuda)
    found = threads(sums.tree, asked.cuda)
    check_barriers(found.tree, found.places, lambda s: is_barrier(s, asked.cuda))
    check_leftovers(found.tree, found.places, shared)
    tree = without_shuffles(found.tree, found.places, source.namespace, asked.cuda)
    counted = strided(ranged(tree, source.namespace), found.places, whole)
    found = replace(found, tree=without_barriers(counted, shared, asked.cuda))
    check_words(found.tree, asked.cuda)
    return sums, found, shared


def as_function(source: Source, found: PerThread) -> Made:
    """Return the function of one thread as what all other passes read."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    own = [inspect.Parameter(n, kind) for n in parameters(found.tree)]
    stand_ins = {CALLED: meanwhile, **DECIDERS, **SHUFFLES}
    new = replace(
        source,
        tree=found.tree,
        written=source.written or source.tree,
        namespace={"np": np, **source.namespace, **stand_ins},
    )
    return Made(new, inspect.Signature(own))

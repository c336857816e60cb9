"""Watch the memory of a function while it runs, and hold against it what the analyses assume.

The core form of the function, and of all that it calls, runs uncompiled. After each statement the
arrays that it has bound are compared with all others: two that share memory must have a root in
common, and so must an array whose elements have changed with what the statement is said to write.
Arrays that are said to have one shape must have one.
"""

from __future__ import annotations

import builtins
import copy
import functools
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.arrays.array_shapes import array_shapes
from srcdiff.analyse.flow.schedule import Need
from srcdiff.analyse.types.runnable import runnable
from srcdiff.core.operations import call_of
from srcdiff.core.results import result_names
from srcdiff.errors import SrcdiffError
from srcdiff.program.reverse_program import ReverseProgram
from srcdiff.program.units.general_form import General, NeedsGeneral
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    call,
    clone,
    constant,
    dotted,
    map_blocks,
    parameters,
    targets,
    unparse,
    walk_statements,
    with_body,
)

from ...walk import type_of

APART = "share memory, and are taken to be apart"
WORK = 10_000  # of an exact comparison of memory


@dataclass(frozen=True)
class Contradiction:
    """What an analysis assumes, and a statement after which it is not so."""

    kind: str
    function: str
    statement: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        """Return a line that says what is wrong."""
        names = " and ".join(self.names)
        return f"{self.function}: {self.kind}: {names}, after `{self.statement}`"


@dataclass
class Watched:
    """A function that is watched: its unit, what is known of its memory, its statements."""

    unit: Unit
    memory: Effects
    shapes: Mapping[str, str]
    statements: list[Statement]

    @property
    def written(self) -> Roots:
        """Return the memory that is written."""
        return self.memory.written(self.unit.core.tree.body)


@dataclass
class Watch:
    """All functions of one run, and the contradictions that were found; `compared` counts pairs."""

    units: Units
    watched: dict[Key, Watched] = field(default_factory=dict)
    functions: dict[Key, Callable[..., Any]] = field(default_factory=dict)
    found: dict[Contradiction, None] = field(default_factory=dict)
    before: list[dict[int, tuple[Any, bytes]]] = field(default_factory=list)
    compared: int = 0

    def function(self, key: Key) -> Callable[..., Any]:
        """Return a function that is watched while it runs."""
        if key not in self.functions:
            unit = self.units.of[key]
            memory = effects(unit.core, unit.types, self.units.summary_of(unit))
            shapes = array_shapes(unit.core, unit.types, memory.shapes).found
            watched = Watched(unit, memory, shapes, list(walk_statements(unit.core.tree.body)))
            self.watched[key] = watched
            self.functions[key] = runnable_of(self, watched, key)
        return self.functions[key]

    def enter(self, watched: Watched, names: dict[str, Any]) -> None:
        """Compare the arguments of a function with each other."""
        arrays = dict(arrays_in(names, watched))
        self.compare(watched, watched.unit.core.tree, combinations(arrays.items(), 2))

    def keep(self, names: dict[str, Any]) -> None:
        """Keep the elements of all arrays as they are before a statement."""
        every = (part for value in names.values() for part in parts_of(value))
        self.before.append({id(array): (array, array.tobytes()) for array in every})

    def check(self, watched: Watched, position: int, names: dict[str, Any]) -> None:
        """Compare what a statement has done with what is known of it."""
        statement = watched.statements[position]
        known = self.before.pop()
        arrays = list(arrays_in(names, watched))
        bound = set(targets(statement))
        new = [pair for pair in arrays if pair[0] in bound]
        others = [pair for pair in arrays if pair[0] not in bound]
        lists = [pair for pair in arrays if isinstance(names[pair[0]], list)]
        pairs = [(a, b) for a in new for b in others] + list(combinations(new, 2))
        pairs += [(a, b) for a in lists for b in others] if is_change(statement) else []
        self.compare(watched, statement, iter(pairs))
        for title, array in arrays:
            old = known.get(id(array))
            if old is None or old[1] == array.tobytes() or title in bound:
                continue
            written = watched.memory.writes[statement]
            is_told = bool(watched.memory.roots.get(title, NONE) & written)
            if (
                not is_told
                and not written & watched.memory.owners
                and not handed_on(title, watched)
            ):
                self.add("is written, which nothing says", watched, statement, title)
        self.check_shapes(watched, statement, names)

    def compare(
        self,
        watched: Watched,
        statement: Statement,
        pairs: Iterator[tuple[tuple[str, Any], tuple[str, Any]]],
    ) -> None:
        """Enter the arrays that share memory, though they are taken to be apart."""
        roots, owners = watched.memory.roots, watched.memory.owners
        for (first, one), (second, other) in pairs:
            if first == second or handed_on(first, watched) or handed_on(second, watched):
                continue
            self.compared += 1
            own, others = roots.get(first, NONE), roots.get(second, NONE)
            # arrays that nothing writes to may be given twice: no check asks whether they are
            apart = not own & others and bool((own | others) & watched.written)
            if apart and not {first, second} & owners and is_shared(one, other):
                self.add(APART, watched, statement, first, second)

    def check_shapes(self, watched: Watched, statement: Statement, names: dict[str, Any]) -> None:
        """Enter arrays whose shapes differ from those that they are taken to have."""
        for title in targets(statement):
            like = watched.shapes.get(title, "")
            one, other = names.get(title), names.get(like)
            arrays = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
            if arrays and one.shape != other.shape:
                self.add("are taken to have one shape", watched, statement, title, like)

    def add(self, kind: str, watched: Watched, statement: Statement, *names: str) -> None:
        """Enter a contradiction."""
        is_function = isinstance(statement, gast.FunctionDef)
        text = "its call" if is_function else unparse(statement).split("\n")[0]
        self.found[Contradiction(kind, watched.unit.core.tree.name, text, names)] = None


def handed_on(title: str, watched: Watched) -> bool:
    """Return True for a name of memory that loops hand on from one name to another."""
    return bool(watched.memory.roots.get(title, NONE) & watched.memory.owners)


def is_change(statement: Statement) -> bool:
    """Return True if a statement may change a list."""
    return isinstance(statement, gast.Expr) or not targets(statement) or "pop" in unparse(statement)


def arrays_in(names: dict[str, Any], watched: Watched) -> Iterator[tuple[str, Any]]:
    """Yield the arrays that names stand for, and those in lists by the names of these."""
    for title, value in names.items():
        if title in watched.unit.types.names:
            yield from ((title, array) for array in parts_of(value) if array.size)


def parts_of(value: Any) -> Iterator[Any]:
    """Yield the arrays that a value is, or that a list holds."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        yield value
    elif isinstance(value, list):
        yield from (part for part in value if isinstance(part, np.ndarray))


def is_shared(one: Any, other: Any) -> bool:
    """Return True if two arrays certainly have an element in common."""
    if not np.may_share_memory(one, other):
        return False
    try:
        return np.shares_memory(one, other, max_work=WORK)
    except Exception:  # too hard to say
        return False


def runnable_of(watch: Watch, watched: Watched, key: Key) -> Callable[..., Any]:
    """Return a core form as a function that tells of each statement, and calls others like it."""
    core = watched.unit.core
    position = {statement: k for k, statement in enumerate(watched.statements)}
    called: dict[str, Any] = {}

    def change(block: Block) -> Block:
        return [new for statement in block for new in with_watch(statement)]

    def with_watch(statement: Statement) -> Block:
        plain = blocks(statement) or isinstance(statement, (gast.Return, gast.Raise, gast.Pass))
        if plain or statement not in position:
            return [statement]
        place, visible = position[statement], call("locals")
        keep = gast.Expr(call("watch_keep", visible))
        told = gast.Expr(call("watch_check", constant(place), call("locals")))
        return [keep, with_callee(statement), told]

    def with_callee(statement: Statement) -> Statement:
        callee = watched.unit.calls.get(statement)
        if callee is None:
            return statement
        new = clone(statement)
        own = f"watched_{len(called)}"
        called[own] = lambda *given: watch.function(callee)(*given)
        made = call_of(new)
        made.func = gast.Name(own, gast.Load(), None, None)
        return new

    entered = gast.Expr(call("watch_enter", call("locals")))
    tree = with_body(core.tree, [entered, *map_blocks(core.tree.body, change)])
    own = {
        **{"watch_keep": watch.keep, "watch_enter": functools.partial(watch.enter, watched)},
        "watch_check": functools.partial(watch.check, watched),
        **called,
    }
    around = {**vars(builtins), "functools": functools, **core.functions, **core.constants, **own}
    form = copy.copy(core)
    object.__setattr__(form, "tree", tree)
    return runnable(form, around)


def read(
    function: Callable[..., Any], given: tuple[Any, ...], wrt: tuple[str, ...]
) -> Watch | None:
    """Return a function in the form that reverse mode has for it, None where it is refused."""
    general = General()
    while True:
        program = ReverseProgram(Units(general=general))
        try:
            unit = program.units.unit(function, tuple(map(type_of, given)))
            with suppress(SrcdiffError):  # it is watched all the same
                names = frozenset(dotted(result) for result in result_names(unit.core.tree))
                program.facts(unit, wrt, False, names, Need(NONE, NONE))
        except NeedsGeneral as needed:
            general = general.with_one_more(needed)
        except SrcdiffError:
            return None
        else:
            watch = Watch(program.units)
            watch.function(unit.key)
            return watch


def contradictions(
    function: Callable[..., Any], given: tuple[Any, ...], wrt: tuple[str, ...] | None = None
) -> tuple[list[Contradiction], int]:
    """Return what was found in a run of a function, and how many pairs of arrays were compared.

    `wrt` are the arguments that are differentiated, which decide on the form; without, all are.
    """
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        watch = read(function, given, wrt or ())
        if watch is None:
            return [], 0
        key, watched = next(iter(watch.watched.items()))
        own = copy.deepcopy(given)
        if len(parameters(watched.unit.core.tree)) == len(own):
            with suppress(Exception):  # that programs raise is a matter of other tests
                watch.functions[key](*own)
    return list(watch.found), watch.compared

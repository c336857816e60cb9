"""Which variables have a value where they are read: definite assignment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import gast

from srcdiff.analyse.flow.first_trip import known
from srcdiff.analyse.flow.uses import Held, first_of, literal_value, parts_of, uses
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    callee_of,
    dotted,
    is_variable,
    parameters,
    writes,
)

BOUND, NEVER, EMPTY, PERHAPS = "bound", "never", "empty", "perhaps"
DEPTH = 4  # of loops whose first iteration is looked at apart
WHOLE = ("zip", "enumerate", "reversed", "sorted", "list", "tuple")  # as long as what they take
MADE = f"{SEPARATOR}made"  # the mark of a variable that itself is replaced
GIVEN = f"{SEPARATOR}given"  # the flag of a variable that is checked by it


Loops = tuple[Statement, ...]


@dataclass(frozen=True)
class State:
    """What is known of the variables at a statement.

    Those in `bound` have a value, those that are not in `perhaps` have none. Those in `empty` have
    none if the loops there had no iteration, and one if one of them had any; `values` has the
    literals that variables stand for.
    No path leads on from a `dead` one, as what was read there has no value.
    """

    bound: frozenset[str] = frozenset()
    perhaps: frozenset[str] = frozenset()
    empty: Mapping[str, Loops] = field(default_factory=dict)
    values: Mapping[str, Expression] = field(default_factory=dict)
    dead: bool = False

    def binding(self, names: set[str], value: Expression | None = None) -> State:
        """Return the state after names are bound, one of them perhaps to a literal."""
        values = {n: v for n, v in self.values.items() if n not in names}
        if value is not None:
            values.update(dict.fromkeys(names, value))
        empty = {n: loops for n, loops in self.empty.items() if n not in names}
        return State(self.bound | names, self.perhaps | names, empty, values, self.dead)


Way = State | None  # None where no path leads


def joined(*states: Way) -> Way:
    """Return what is known where paths join."""
    ways = [state for state in states if state is not None and not state.dead]
    if not ways:
        return None
    first, *others = ways
    for other in others:
        first = State(
            first.bound & other.bound,
            first.perhaps | other.perhaps,
            {n: loops for n, loops in first.empty.items() if other.empty.get(n) == loops},
            {n: v for n, v in first.values.items() if other.values.get(n) is v},
        )
    return first


@dataclass(frozen=True)
class Read:
    """A variable as a statement finds it, and the loops of which one has to give it a value."""

    status: str
    held: Held
    loops: Loops = ()


class Definite:
    """The walk through a function; `reads` has what each statement finds, by statement and name.

    `sizes` are the lengths of tuples, `constants` the values of globals. The paths end at the reads
    in `never`, of names that have no value there; if no path leads to an end, not `returns`.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x, n):
    ...     for i in range(n):
    ...         if i == 0:
    ...             y = x
    ...         x = x * y
    ...     return x * y
    ... ''')
    >>> found = Definite(tree, {}, {}).reads
    >>> [(name, *{read.status for read in reads}) for (_, name), reads in found.items()]
    [('i', 'bound'), ('y', 'bound'), ('y', 'empty')]
    """

    def __init__(
        self, tree: gast.FunctionDef, sizes: Mapping[str, int], constants: Mapping[str, Any]
    ) -> None:
        self.sizes = {n: size for n, size in sizes.items() if n not in writes(tree.body)}
        own = writes(tree.body) - set(parameters(tree))
        marked = {
            n.removesuffix(MADE).removesuffix(GIVEN) for n in own if n.endswith((MADE, GIVEN))
        }
        # what the compiler has named always has a value
        self.own = {n for n in own if is_variable(n) or n.endswith(MADE)} - marked
        self.constants = {
            n: gast.Constant(value, None)
            for n, value in constants.items()
            if isinstance(value, (bool, int, float))
        }
        self.reads: dict[tuple[Statement, str], list[Read]] = {}
        self.breaks: list[list[State]] = []
        self.goes_on: list[list[State]] = []
        self.returns = False
        self.never: list[tuple[Statement, str]] = []
        self.reached: set[str] = set()  # names that some path has bound
        if self.own:
            end = self.block(tree.body, State(values=self.constants))
            self.returns |= end is not None and not end.dead

    def block(self, block: Block, state: Way) -> Way:
        """Return what is known after a block."""
        for statement in block:
            if state is None or state.dead:
                return None
            state = self.statement(statement, state)
        return state

    def statement(self, statement: Statement, state: State) -> Way:
        """Return what is known after a statement."""
        if isinstance(statement, (gast.For, gast.While)):
            return self.loop(statement, state)
        if isinstance(statement, gast.If):
            state = self.use(statement, statement.test, state)
            truth = known(statement.test, state.values)
            body = None if truth is not None and not truth else state
            other = None if truth else state
            return joined(self.block(statement.body, body), self.block(statement.orelse, other))
        if isinstance(statement, gast.Try):
            return self.attempt(statement, state)
        if isinstance(statement, gast.With):
            for item in statement.items:
                state = self.use(statement, item.context_expr, state)
            bound = writes(statement.items) & self.own
            return self.block(statement.body, self.binding(state, bound))
        if isinstance(statement, (gast.Break, gast.Continue)):
            kind = self.breaks if isinstance(statement, gast.Break) else self.goes_on
            kind[-1].append(state)
            return None
        if isinstance(statement, gast.Assign):
            state = self.use(statement, statement.value, state)
            for part in parts_of(statement.targets):  # those on the left are bound first
                state = self.binding(self.use(statement, part, state), writes(part))
            return self.binding(state, writes(statement), literal_value(statement))
        state = self.use(statement, statement, state)
        if isinstance(statement, (gast.Return, gast.Raise)):
            self.returns |= isinstance(statement, gast.Return) and not state.dead
            return None
        return self.binding(state, writes(statement), literal_value(statement))

    def binding(self, state: State, names: set[str], value: Expression | None = None) -> State:
        """Return what is known after names are bound."""
        if not state.dead:
            self.reached |= names
        return state.binding(names, value)

    def attempt(self, statement: gast.Try, state: State) -> Way:
        """Return what is known after a `try`: each statement in it may be the last one."""
        after = self.block(statement.orelse, self.block(statement.body, state))
        changed = writes(statement.body) & self.reached
        values = {n: v for n, v in state.values.items() if n not in changed}
        caught = replace(state, perhaps=state.perhaps | changed, values=values)
        ends = [
            self.block(handler.body, self.binding(caught, writes(filter(None, [handler.name]))))
            for handler in statement.handlers
        ]
        after = joined(after, *ends)
        if statement.finalbody and after is None:
            self.block(statement.finalbody, caught)
        return self.block(statement.finalbody, after)

    def loop(self, loop: Statement, state: State) -> Way:
        """Return what is known after a loop; its first iteration is looked at apart."""
        head = loop.iter if isinstance(loop, gast.For) else loop.test
        state = self.use(loop, head, state)
        certain = self.begins(loop, state)
        changed = writes([loop])
        self.breaks.append([])
        end: Way = None
        if len(self.breaks) <= DEPTH:
            end = self.iteration(loop, state, first=True)
            again = end
        else:
            again = state
        later: Way = None
        if again is not None:
            values = {n: v for n, v in again.values.items() if n not in changed}
            entry = State(again.bound, again.perhaps | changed, {}, values)
            if isinstance(loop, gast.While):
                entry = self.use(loop, head, entry)
            later = self.iteration(loop, entry)
        left = self.breaks.pop()
        if self.never_begins(loop, state):
            return self.block(loop.orelse, state)
        ended = joined(end, later)
        if isinstance(loop, gast.While) and known(loop.test, {}):
            ended = None  # it only ends by `break`
        elif not certain and not loop.orelse:  # where it is left, it had an iteration
            return self.with_none(loop, joined(ended, *left), state)
        elif not certain:
            ended = self.with_none(loop, ended, state)
        return joined(self.block(loop.orelse, ended), *left)

    def with_none(self, loop: Statement, ended: Way, before: State) -> Way:
        """Return what is known after a loop that may have no iteration."""
        after = joined(ended, before)
        if ended is None or after is None or isinstance(loop, gast.While):
            return after
        new = {n: (loop,) for n in ended.bound - before.perhaps}
        more = {n: (*loops, loop) for n, loops in before.empty.items() if n in ended.bound}
        return replace(after, empty={**after.empty, **new, **more})

    def iteration(self, loop: Statement, state: State, first: bool = False) -> Way:
        """Return what is known at the end of an iteration, by `continue`, too."""
        if isinstance(loop, gast.For):
            start = first_of(loop.iter) if first else None
            state = self.binding(state, writes(loop.target), start)
        self.goes_on.append([])
        end = self.block(loop.body, state)
        return joined(end, *self.goes_on.pop())

    def begins(self, loop: Statement, state: State) -> bool:
        """Return True if a loop surely has an iteration."""
        if isinstance(loop, gast.While):
            return bool(known(loop.test, state.values))
        return self.has_items(loop.iter, state)

    def never_begins(self, loop: Statement, state: State) -> bool:
        """Return True if a loop surely has no iteration."""
        if isinstance(loop, gast.While):
            return known(loop.test, state.values) is False
        if dotted(getattr(loop.iter, "func", loop.target)) != "range":
            return False
        limits = [self.limit(part, state) for part in loop.iter.args]
        whole = all(isinstance(part, int) for part in limits) and 0 not in limits[2:]
        return whole and len(range(*limits)) == 0

    def has_items(self, tree: Expression, state: State) -> bool:
        """Return True if what a loop goes through is not empty."""
        if isinstance(tree, gast.Name) and tree.id in state.values:
            tree = state.values[tree.id]
        if isinstance(tree, (gast.Tuple, gast.List)):
            return bool(tree.elts) and not isinstance(tree.elts[0], gast.Starred)
        if isinstance(tree, gast.Constant):
            return isinstance(tree.value, str) and bool(tree.value)
        if isinstance(tree, gast.Name):
            return self.sizes.get(tree.id, 0) > 0
        if not isinstance(tree, gast.Call):
            return False
        if dotted(tree.func) == "range":
            limits = [self.limit(part, state) for part in tree.args]
            whole = all(isinstance(part, int) for part in limits) and 0 not in limits[2:]
            return whole and len(range(*limits)) > 0
        sized = dotted(tree.func) in WHOLE and bool(tree.args)
        return sized and all(self.has_items(part, state) for part in tree.args)

    def limit(self, tree: Expression, state: State) -> Any:
        """Return the value of a bound of a range, or None."""
        if callee_of(tree) == "len" and len(tree.args) == 1:
            return self.sizes.get(dotted(tree.args[0]))
        return known(tree, state.values)

    def use(self, statement: Statement, tree: gast.AST, state: State) -> State:
        """Enter the variables that are read in an expression; from there on they have a value."""
        for name, held in uses(tree, ()):
            if name not in self.own:
                continue
            status, loops = BOUND, state.empty.get(name, ())
            if name not in state.bound:
                status = NEVER if name not in state.perhaps else EMPTY if loops else PERHAPS
            self.reads.setdefault((statement, name), []).append(Read(status, held, loops))
            if status != BOUND and not held:
                state = state.binding({name}, state.values.get(name))
                if status == NEVER:
                    self.never.append((statement, name))
                    state = replace(state, dead=True)
        return state

"""Calls of the user's functions: forward as `f_aug`, backward as `f_rev`.

`f_aug` returns what `f` returns, followed by the values that `f_rev` reads. A recursive
function saves nothing: its `f_rev` runs forward again before it runs backward.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.memory import Memory
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, union
from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.schedule import Backward
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.iterated.iterations import iterations_of
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import call_of, is_load, is_store
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.reverse.call_copies import CallCopies, Pair
from srcdiff.errors import UnsupportedSyntax
from srcdiff.rules.registry import Rule, rule_of_user
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    adjoint,
    assign_results,
    blocks,
    call,
    dotted,
    locate,
    map_blocks,
    name,
    reads,
    rebuild,
    targets,
    with_blocks,
    with_body,
)


@dataclass(frozen=True)
class CallSite:
    """A call of a pair: its arguments, results and saved values, by name in the caller.

    `origin` is the statement as it was before, `passed` are the arguments of the
    backward function, among them copies of arrays that are overwritten later, `handed` are
    the values that pass from forward to backward, and `made` the results that are new arrays.
    """

    pair: Pair
    origin: Statement
    arguments: tuple[Expression, ...]
    results: tuple[str, ...]
    saved: tuple[str, ...]
    passed: tuple[Expression, ...]
    made: tuple[str, ...]
    handed: tuple[str, ...]

    @property
    def needs(self) -> frozenset[str]:
        """Return the names that the backward call reads, and those of which it needs the shape."""
        return frozenset(reads(list(self.passed)) | set(self.handed) | set(self.made))

    def contents(self, effects: Effects) -> Roots:
        """Return the roots of the arrays whose elements the backward call reads."""
        return union(
            effects.of(passed)
            for position, passed in zip(self.pair.takes, self.passed, strict=True)
            if position in self.pair.contents
        )


@dataclass(frozen=True)
class Rewritten:
    """A function whose active calls are calls of pairs, and all others of primals.

    `calls` has, for each statement with a call, the statement as it was; `ruled` those
    whose functions have rules; `types` are those of the new names, and `copied` has the roots of
    the arrays that are copied for the backward part of a call, by the statement as it was.
    """

    core: Core
    sites: Mapping[Statement, CallSite]
    calls: Mapping[Statement, Statement]
    ruled: Mapping[Statement, Rule]
    types: Mapping[str, Type]
    copied: Mapping[Statement, Roots] = field(default_factory=dict)

    @property
    def beside(self) -> frozenset[str]:
        """Return the arrays whose adjoints calls of pairs take or return."""
        taken = {dotted(s.arguments[p]) for s in self.sites.values() for p in s.pair.beside}
        return frozenset(
            taken | {s.results[p] for s in self.sites.values() for p in s.pair.returned}
        )

    def argument_of(self, statement: Statement, target: str) -> str | None:
        """Return the argument that a result of a call of a pair is.

        It is "" for a new array, and None if the call gives its adjoint.
        """
        site = self.sites.get(statement)
        if site is None or target not in site.results:
            return ""
        position = site.results.index(target)
        if position in site.pair.returned:
            return None
        if position not in site.pair.aliases:
            return ""
        return dotted(site.arguments[site.pair.aliases[position]])

    def with_adjoints(self, core: Core, members: frozenset[str]) -> Rewritten:
        """Return the function, with another tree, with the adjoints that calls take and return."""
        changed = {s: with_beside(s, site) for s, site in self.sites.items()}
        body = map_blocks(core.tree.body, lambda block: [changed.get(s, s) for s in block])
        return replace(
            self,
            core=replace(core, tree=with_body(core.tree, body)),
            sites={changed[s]: site for s, site in self.sites.items()},
            calls={changed.get(s, s): origin for s, origin in self.calls.items()},
        )


def with_beside(statement: Statement, site: CallSite) -> Statement:
    """Return a call of a pair that takes, and returns, the adjoints of some arrays."""
    taken = [name(adjoint(dotted(site.arguments[p]))) for p in site.pair.beside]
    returned = [adjoint(site.results[p]) for p in site.pair.returned]
    if not taken and not returned:
        return statement
    made = statement.value
    value = locate(call(dotted(made.func), *made.args, *taken), made)
    saved = targets(statement)[len(site.results) :]
    return assign_results([*site.results, *returned, *saved], value, statement)


PairOf = Callable[[Statement, tuple[bool, ...]], Pair]
PrimalOf = Callable[[Statement], str]


def rewrite_calls(
    core: Core,
    types: Mapping[str, Type],
    effects: Effects,
    active: Activity,
    layout: Structure,
    functions: tuple[PairOf, PrimalOf],
    divided: bool,
    in_threads: bool = False,
) -> Rewritten:
    """Return the function with its active calls written as calls of pairs.

    `functions` give the pair for a statement with a call and its active arguments, and
    the name of the primal; `divided` returns True if the function becomes a pair itself. With
    `in_threads`, other threads run it at the same time.
    """
    iterations = iterations_of(
        layout, lambda name: types.get(name, numba_types.undefined), divided, in_threads
    )
    memory = Memory(effects, iterations, layout.order.keys(), frozenset(), divided, {})
    walk = _Calls(core, types, effects, active, memory, functions)
    body = walk.block(core.tree.body)
    new = replace(core, tree=with_body(core.tree, body))
    copies = walk.copies
    return Rewritten(new, walk.sites, walk.calls, walk.ruled, copies.new_types, copies.of_changing)


class _Calls:
    """The walk of `rewrite_calls`."""

    def __init__(
        self,
        core: Core,
        types: Mapping[str, Type],
        effects: Effects,
        active: Activity,
        memory: Memory,
        functions: tuple[PairOf, PrimalOf],
    ) -> None:
        self.core = core
        self.types = types
        self.effects = effects
        self.active = active
        self.pair_of, self.primal_of = functions
        self.copies = CallCopies(core, types, effects, memory)
        self.sites: dict[Statement, CallSite] = {}
        self.calls: dict[Statement, Statement] = {}
        self.ruled: dict[Statement, Rule] = {}

    def block(self, block: Block) -> Block:
        """Return a block with active calls written as calls of pairs."""
        new: Block = []
        for statement in block:
            if blocks(statement):
                new.append(with_blocks(statement, [self.block(b) for b in blocks(statement)]))
            else:
                new += self.statement(statement)
        return new

    def check_tuples(self, arguments: Sequence[Expression]) -> None:
        """Refuse tuples that a derivative takes: those that functions take are taken apart."""
        for argument in arguments:
            kind = self.types.get(dotted(argument))
            if isinstance(argument, gast.Tuple) or isinstance(kind, numba_types.BaseTuple):
                raise UnsupportedSyntax(
                    "a tuple as an argument of a derivative is not differentiated yet",
                    argument,
                    "differentiate a function that takes its parts one by one",
                )

    def statement(self, statement: Statement) -> Block:
        """Return a statement, with its call of an active function rewritten."""
        found = call_of(statement)
        if found is None or dotted(found.func) not in self.core.functions:
            return [statement]
        bound = targets(statement)
        mask = tuple(self.active.is_active(a) for a in found.args)
        written = self.effects.writes[statement] & self.active.roots
        lists = [t for t in bound if t in self.effects.lists]
        held = union(self.effects.roots[t] for t in lists) & self.active.roots
        if not any(mask) or not (written or held or any(t in self.active for t in bound)):
            return [self.inactive(statement, found)]
        rule = rule_of_user(self.core.functions[dotted(found.func)])
        if rule is not None:
            kept = self.inactive(statement, found)
            self.ruled[kept] = rule
            return [kept]
        self.check_tuples(found.args)
        pair = self.pair_of(statement, mask)
        # the number tells them from what this function itself saves
        saved = tuple(self.copies.new(f"{value}{SEPARATOR}1", kind) for value, kind in pair.saved)
        before, given = self.copies.kept(statement, found, pair)
        passed, after = self.copies.snapshots(statement, given, pair, before)
        names = [*bound, *saved]
        value = locate(call(pair.aug, *given), statement)
        new = assign_results(names, value, statement)
        self.calls[new] = statement
        made = tuple(bound[p] for p in pair.results if is_array(self.types[bound[p]]))
        arguments = tuple(found.args)
        handed = self.copies.handed_on(statement, found, bound, saved, pair, after)
        self.sites[new] = CallSite(pair, statement, arguments, bound, saved, passed, made, handed)
        return [*before, new, *after]

    def inactive(self, statement: Statement, found: gast.Call) -> Statement:
        """Return a statement that calls the primal by its name in the module."""
        new = rebuild(statement, lambda part: part)
        new.value = locate(call(self.primal_of(statement), *found.args), found)
        self.calls[new] = statement
        return new


def backward_needs(
    rules: Mapping[Statement, Adjoint],
    sites: Mapping[Statement, CallSite],
    effects: Effects,
    arrays: Arrays,
    members: Roots = NONE,
) -> dict[Statement, Backward]:
    """Return what the backward parts of the active statements need.

    Of `members`, arrays in pairs with their adjoints, they need the adjoints.
    """
    needs = {
        statement: Backward(
            found.needs | found.shapes, union(effects.roots.get(n, NONE) for n in found.needs)
        )
        for statement, found in rules.items()
    }
    for statement, site in sites.items():
        shaped = {dotted(site.arguments[p]) for p in site.pair.arrays} & arrays.values
        needs[statement] = Backward(site.needs | shaped, site.contents(effects))
    for statement in needs.keys() if members else ():
        rule = rules.get(statement)
        if rule is None or rule.terms or is_store(statement) or is_load(statement):
            named = {*reads(statement), *targets(statement)}
            if statement in sites:  # which may give copies of its arguments
                named |= {dotted(argument) for argument in sites[statement].arguments}
            beside = frozenset(map(adjoint, named & members))
            found = needs[statement]
            needs[statement] = Backward(found.names | beside, found.contents)
    return needs

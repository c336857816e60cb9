"""A function with everything it calls: what becomes one generated module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import gast

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.aliasing.owners import same_shapes
from srcdiff.analyse.aliasing.statement_effects import FRESH, NONE, Roots, Summary
from srcdiff.analyse.arrays.arrays import arrays
from srcdiff.analyse.checks.sharing import check_repeated
from srcdiff.analyse.flow.activity import Activity, activity
from srcdiff.analyse.flow.cheap import Again, is_cheap
from srcdiff.analyse.flow.schedule import Need
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.inference import infer
from srcdiff.analyse.types.types import Type, Types, is_array, is_differentiable
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.known_facts import facts_of
from srcdiff.differentiate.reverse.blocks import block_of, called_in_block
from srcdiff.differentiate.reverse.call_copies import Pair
from srcdiff.differentiate.reverse.calls import Rewritten, result_names, rewrite_calls
from srcdiff.differentiate.reverse.pairs import divide, forward_in_pairs, whole
from srcdiff.differentiate.tape.kept_memory import kept_arguments, kept_results
from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.resolve import resolve
from srcdiff.normalise.functions.standard_names import RESERVED
from srcdiff.normalise.memory.paired import paired
from srcdiff.optimise.symbols import Symbols
from srcdiff.pipeline import finish, optimise
from srcdiff.program.shifted_calls import shifts_in
from srcdiff.program.units.aliases import find_aliases, shared_results
from srcdiff.program.units.general_form import General, NeedsGeneral, where_of
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.report import FunctionReport, function_report
from srcdiff.syntax import (
    Block,
    Statement,
    adjoint,
    blocks,
    dotted,
    fresh,
    name,
    parameters,
    rebuild,
    targets,
    with_blocks,
    with_body,
)

Mask = tuple[bool, ...]  # which arguments are active


class Program:
    """The functions of one generated module, found and written on demand.

    `trees` has the functions by name, callees first; `recursive` those of them that call
    themselves, `pure` those without effects; `units` are the functions as they were written.
    `again` tells which operations cost less to run again than to save their results. `general`
    tells which functions are written in the general form for arrays with several names, None where
    none can be.
    """

    def __init__(self, again: Again = is_cheap, general: General | None = None) -> None:
        self.again = again
        self.general = general
        self.trees: dict[str, gast.FunctionDef] = {}
        self.recursive: set[str] = set()
        self.pure: set[str] = set()
        self.identities: set[str] = set()
        self.units = Units(general=general)
        self.defined: set[str] = set()
        self.pairs: dict[tuple[Key, Mask], Pair] = {}
        self.primals: dict[Key, str] = {}
        self.results: dict[str, Type] = {}
        self.reports: list[FunctionReport] = []

    # --- the functions that are generated ---

    def title(self, wanted: str) -> str:
        """Return a name for a generated function that no other has."""
        chosen = fresh(wanted, self.taken)
        self.defined.add(chosen)
        return chosen

    @property
    def taken(self) -> set[str]:
        """Return the names that no other generated function gets."""
        return self.defined | RESERVED | set(self.units.constants)

    def symbols(
        self,
        types: Types,
        shapes: Mapping[str, str] | None = None,
        core: Core | None = None,
        members: Roots = NONE,
    ) -> Symbols:
        """Return what passes have to know of the names in a generated function.

        `members` are arrays that go in pairs with their adjoints.
        """
        own = parameters(core.tree) if core is not None else ()
        sharing = {own[k] for group in (core.shared if core is not None else ()) for k in group}
        return Symbols(
            types,
            frozenset(self.pure),
            frozenset(self.defined | set(self.units.constants)),
            frozenset(self.identities),
            shapes or {},
            members | sharing,
        )

    def finished(self, tree: gast.FunctionDef, unit: Unit, symbols: Symbols) -> gast.FunctionDef:
        """Return a generated function as it is printed."""
        return finish(tree, unit.core.written, symbols)

    def primal(self, key: Key) -> str:
        """Return the name of a function's own copy in the module."""
        if key not in self.primals:
            unit = self.units.of[key]
            title = self.primals[key] = self.title(unit.core.tree.name)
            self.results[title] = unit.types.result
            if isinstance(unit.function, Inserted):
                self.identities.add(title)
                return title
            summary = self.units.summary(key)
            if not summary.writes and not summary.impure:
                self.pure.add(title)
            if self.units.is_recursive(key):
                self.recursive.add(title)
            tree = self.with_callees(unit.core.tree, unit)
            symbols = self.symbols(unit.types, core=unit.core)
            tree = self.finished(optimise(tree, symbols), unit, symbols)
            self.trees[title] = rebuild(tree, lambda node: node)
            self.trees[title].name = title
        return self.primals[key]

    def with_callees(self, tree: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
        """Return a function whose calls have the names of the module's own functions."""
        return with_body(tree, self.block_with_callees(tree.body, unit))

    def block_with_callees(self, block: Block, unit: Unit) -> Block:
        """Return a block of statements whose calls have such names."""
        new = []
        for statement in block:
            inner = [self.block_with_callees(part, unit) for part in blocks(statement)]
            if inner:
                statement = with_blocks(statement, inner)
            elif statement in unit.calls:
                statement = self.with_callee(statement, self.primal(unit.calls[statement]))
            new.append(statement)
        return new

    def with_callee(self, statement: Statement, title: str) -> Statement:
        """Return a statement that calls a function by another name."""
        old = call_of(statement)
        assert old is not None
        new = rebuild(statement, lambda part: part)
        new.value = gast.copy_location(gast.Call(name(title), old.args, old.keywords), old)
        return gast.copy_location(new, statement)

    def pair(self, key: Key, mask: Mask) -> Pair:
        """Return the forward and the backward function of a callee."""
        if (key, mask) not in self.pairs:
            unit = self.units.of[key]
            with located(unit.core.origin):
                if isinstance(unit.function, Inserted):
                    self.inserted_pair(unit, unit.function, mask)
                elif self.units.is_recursive(key):
                    self.whole_pair(unit, mask)
                else:
                    self.divided_pair(unit, mask)
        return self.pairs[key, mask]

    def interface(self, unit: Unit, mask: Mask) -> tuple[tuple[str, ...], Pair]:
        """Return the active parameters, and a pair without names and saved values."""
        given = parameters(unit.core.tree)
        active = tuple(p for p, is_active in zip(given, mask, strict=True) if is_active)
        position = {p: i for i, p in enumerate(given)}
        results = unit.results
        memory = effects(unit.core, unit.types, self.units.summary_of(unit))
        returned = tuple(k for k, r in enumerate(results) if has_adjoints(unit.types[r]))
        if returned and self.general is not None and not unit.core.in_pairs:
            raise NeedsGeneral(where_of(unit.core))
        with located(unit.core.origin):
            try:
                aliases = find_aliases(unit, self.units.summary(unit.key), memory)
            except UnsupportedSyntax:
                if self.general is None:
                    raise
                if not unit.core.in_pairs:
                    raise NeedsGeneral(where_of(unit.core)) from None
                aliases = {}
                shared = shared_results(unit, self.units.summary(unit.key), memory)
                returned = tuple(sorted({*returned, *shared}))
        return active, Pair(
            "",
            "",
            (),
            (),
            tuple(range(len(given))),
            frozenset(i for p, i in position.items() if is_array(unit.types[p])),
            True,
            tuple(position[p] for p in active if not is_array(unit.types[p])),
            tuple(position[p] for p in active if is_array(unit.types[p])),
            tuple(
                i
                for i, r in enumerate(results)
                if is_differentiable(unit.types[r]) and i not in aliases and i not in returned
            ),
            aliases,
            returned=returned,
        )

    def inserted_pair(self, unit: Unit, function: Inserted, mask: Mask) -> None:
        """Enter the pair of a function whose backward part is code of the user."""
        _, pair = self.interface(unit, mask)
        given = parameters(unit.core.tree)
        array, rev = is_array(unit.types[given[0]]), self.title(function.__name__)
        takes = tuple(i for i, p in enumerate(given) if p in function.reads and mask[0])
        self.pairs[unit.key, mask] = replace(
            pair,
            aug=self.primal(unit.key),
            rev=rev,
            takes=takes,
            contents=pair.contents & frozenset(takes),
            before=False,
            scalars=(0,) if mask[0] and not array else (),
            arrays=(0,) if mask[0] and array else (),
        )
        found = resolve(function.block, function.source.namespace)
        if found.functions:
            raise called_in_block(function.block, next(iter(found.functions)))
        core = Core(found.tree, {}, found.constants, function.source.origin, function.block)
        tree = self.units.with_constants(core).tree
        self.trees[rev] = block_of(tree, rev, [given[i] for i in takes], array, mask[0])

    def whole_pair(self, unit: Unit, mask: Mask) -> None:
        """Enter the pair of a recursive function, whose backward part runs forward again."""
        for key in self.units.called(unit.key):
            with located(self.units.of[key].core.origin):
                check_repeated(self.units.of[key].core, unit.core.tree.name)
        active, pair = self.interface(unit, mask)
        title = self.primal(unit.key)
        rev = self.title(f"{title}_rev")
        self.recursive.add(rev)
        pair = replace(pair, aug=title, rev=rev)
        if pair.returned:
            pair = self.whole_aug(unit, active, pair)
        self.pairs[unit.key, mask] = pair
        facts = self.facts(unit, active, divided=False, returned=pair.returned)
        if pair.returned:
            self.enter_aug(unit, facts, pair)
        if self.has_numbers_only(unit, pair):
            self.pure.add(rev)
        symbols = self.symbols(facts.types, facts.arrays.shape, facts.core, facts.members)
        tree = optimise(whole(facts, active, rev, pair.returned), symbols)
        self.reports.append(function_report(rev, facts, tree))
        self.trees[rev] = self.finished(tree, unit, symbols)

    def whole_aug(self, unit: Unit, active: tuple[str, ...], pair: Pair) -> Pair:
        """Return the pair of a recursive function that may return an argument, or a part of one.

        Its forward function takes the adjoints of all active arrays, and returns those of such
        results. The backward function makes adjoints of its own for what is new memory: to these
        it adds those that the caller has.
        """
        summary, results = self.units.summary(unit.key), result_names(unit.core.tree)
        new = tuple(p for p in pair.returned if FRESH in summary.results[p])
        aug = self.title(f"{unit.core.tree.name}_aug")
        self.recursive.add(aug)
        kinds = [unit.types[dotted(results[p])] for p in pair.returned]
        parts = [unit.types[dotted(result)] for result in results] + kinds
        self.results[aug] = numba_types.Tuple(parts)
        return replace(
            pair, aug=aug, beside=pair.arrays, results=tuple(sorted({*pair.results, *new}))
        )

    def enter_aug(self, unit: Unit, facts: Facts, pair: Pair) -> None:
        """Enter the forward function of a recursive pair that has adjoints beside arrays."""
        symbols = self.symbols(facts.types, facts.arrays.shape, facts.core, facts.members)
        given = parameters(unit.core.tree)
        beside = tuple(given[p] for p in pair.beside)
        tree = optimise(forward_in_pairs(facts, beside, pair.aug, pair.returned), symbols)
        self.trees[pair.aug] = self.finished(tree, unit, symbols)

    def divided_pair(self, unit: Unit, mask: Mask) -> None:
        """Enter the pair of a function that saves what its backward part reads."""
        active, pair = self.interface(unit, mask)
        facts = self.facts(unit, active, divided=True, returned=pair.returned)
        symbols = self.symbols(facts.types, facts.arrays.shape, facts.core, facts.members)
        stem = unit.core.tree.name
        aug, rev = self.title(f"{stem}_aug"), self.title(f"{stem}_rev")
        parts = divide(
            facts, active, (aug, rev), lambda tree: optimise(tree, symbols), pair.returned
        )
        self.reports.append(function_report(f"{aug}, {rev}", facts, parts.aug, parts.rev))
        summary = self.units.summary(unit.key)
        if not summary.writes and not summary.impure:
            self.pure.add(aug)
        if self.has_numbers_only(unit, pair) or does_nothing(parts.rev):
            self.pure.add(rev)
        taken = tuple(facts.types[adjoint(p)] for p in parts.beside)
        kinds = self.saved_types(parts.aug, (*unit.given, *taken), unit, len(parts.saved))
        saved = tuple(zip(parts.saved, kinds, strict=True))
        given = parameters(unit.core.tree)
        results = unit.results
        takes = tuple(i for i, p in enumerate(given) if p in parts.takes)
        contents = frozenset(i for i in takes if i in pair.contents and i in summary.reads)
        held = kept_arguments(facts, saved, summary.writes)
        self.pairs[unit.key, mask] = replace(
            pair,
            aug=aug,
            rev=rev,
            saved=saved,
            known=tuple(results.index(known) for known in parts.known),
            takes=takes,
            contents=contents,
            before=False,
            beside=tuple(given.index(p) for p in parts.beside),
            held=held - summary.writes,
            rewritten=held & summary.writes,
            kept=kept_results(facts, saved),
        )
        for tree in (parts.aug, parts.rev):
            self.trees[tree.name] = self.finished(tree, unit, symbols)

    def has_numbers_only(self, unit: Unit, pair: Pair) -> bool:
        """Return True if a backward function has no adjoints of arrays to write to."""
        summary = self.units.summary(unit.key)
        results = unit.results
        arrays = pair.arrays or any(is_array(unit.types[result]) for result in results)
        return not (arrays or summary.writes or summary.impure or summary.inserts)

    def saved_types(
        self, aug: gast.FunctionDef, given: tuple[Type, ...], unit: Unit, count: int
    ) -> tuple[Type, ...]:
        """Return the types of the values that a forward function passes on."""
        core = replace(unit.core, tree=aug, functions=self.results, constants=self.units.constants)
        result = infer(core, given, lambda result, given: result).result
        self.results[aug.name] = result
        kinds = tuple(result) if isinstance(result, numba_types.BaseTuple) else (result,)
        return kinds[len(kinds) - count :] if count else ()

    def facts(
        self,
        unit: Unit,
        independents: tuple[str, ...],
        divided: bool,
        dependents: frozenset[str] | None = None,
        results: Need | None = None,
        returned: tuple[int, ...] = (),
    ) -> Facts:
        """Return all facts about a function that is differentiated.

        `returned` are the positions of the results whose adjoints it returns.
        """
        core, types = unit.core, unit.types
        if dependents is None:
            names = {dotted(result) for result in result_names(core.tree)}
            dependents = frozenset(names) | {p for p in independents if is_array(types[p])}
        memory = effects(core, types, self.units.summary_of(unit))
        if results is None:
            results = all_results(core, memory) if divided else Need(NONE, NONE)
        cancel = shifts_in(unit, self.units, memory)
        active = activity(core, types, memory, frozenset(independents), dependents, cancel)
        layout = structure(core.tree.body)
        functions = (
            lambda statement, mask: self.pair(unit.calls[statement], mask),
            lambda statement: self.primal(unit.calls[statement]),
        )
        rewritten = rewrite_calls(core, types.names, memory, active, layout, functions, divided)
        types = replace(types, names={**types.names, **rewritten.types})
        summary_of = self.summary_after(rewritten, unit)
        memory = effects(rewritten.core, types, summary_of)
        several = of_several_arrays(rewritten.core, types, active, memory) | rewritten.beside
        several |= {dotted(result_names(core.tree)[position]) for position in returned}
        several |= listed(types, active, memory)
        if not several or self.general is None:
            return facts_of(rewritten, types, memory, active, results, divided, self.again)
        if not core.in_pairs:
            raise NeedsGeneral(where_of(core))
        members = sharing(several, types, memory)
        rewritten = in_pairs(rewritten, members, types, independents)
        types = types.with_adjoints(members)
        memory = effects(rewritten.core, types, self.summary_after(rewritten, unit))
        # the cotangents of results are added to the adjoints that these have at the end
        ends = {dotted(result) for result in result_names(core.tree)} & members
        results = replace(results, names=results.names | set(map(adjoint, ends)))
        return facts_of(rewritten, types, memory, active, results, divided, self.again, members)

    def summary_after(self, rewritten: Rewritten, unit: Unit) -> Callable[[Statement], Summary]:
        """Return the function that tells what calls do, once they are calls of pairs."""

        def found(statement: Statement) -> Summary:
            summary = self.units.summary(unit.calls[rewritten.calls[statement]])
            site = rewritten.sites.get(statement)
            more = len(targets(statement)) - len(site.results) if site is not None else 0
            fresh_results = (frozenset({FRESH}),) * more
            return replace(summary, results=summary.results + fresh_results)

        return found


def of_several_arrays(core: Core, types: Types, active: Activity, memory: Effects) -> Roots:
    """Return the active names that stand for several arrays, of which elements are written."""
    layout = structure(core.tree.body)
    names = {n for n in active.names if types.is_array(n) and not layout.is_single(n)}
    if not names:
        return NONE
    kinds = arrays(core, types, memory)
    return frozenset(names - kinds.values - same_shapes(memory.owners, layout, kinds.shape))


def listed(types: Types, active: Activity, memory: Effects) -> Roots:
    """Return the active arrays that lists may hold."""
    held = NONE.union(*(memory.roots[n] for n in memory.lists))
    names = (n for n in active.names if types.is_array(n))
    return frozenset(n for n in names if memory.roots.get(n, NONE) & held)


def sharing(names: Roots, types: Types, memory: Effects) -> Roots:
    """Return the arrays that may share memory with some, directly or through others."""
    arrays = {n for n in memory.roots if types.has_adjoints(n)}
    found, roots = names, NONE
    while True:
        roots = roots.union(*(memory.roots.get(n, NONE) for n in found))
        more = {n for n in arrays if memory.roots[n] & roots}
        more |= {n for n in memory.lists if memory.roots[n] & roots}
        if more <= found:
            return found
        found |= more


def in_pairs(
    rewritten: Rewritten, members: Roots, types: Types, independents: tuple[str, ...]
) -> Rewritten:
    """Return a function with the adjoints of some arrays beside them, in calls of pairs, too.

    Those of `independents` are there already.
    """
    core = rewritten.core
    given = [p for p in parameters(core.tree) if p in members and p not in independents]
    tree = paired(core.tree, members, types, rewritten.argument_of, given)
    return rewritten.with_adjoints(replace(core, tree=tree), members)


def all_results(core: Core, memory: Effects) -> Need:
    """Return all that a caller gets of a function: results, and what it writes to arguments."""
    names = {dotted(result) for result in result_names(core.tree)}
    roots = {root for roots in memory.writes.values() for root in roots} & memory.parameters
    roots |= {root for name in names for root in memory.roots.get(name, NONE)}
    roots |= {root for name in names for root in memory.lists.get(name, NONE)}
    return Need(frozenset(names), frozenset(roots))


def does_nothing(tree: gast.FunctionDef) -> bool:
    """Return True if a function has no statement but one that returns nothing.

    >>> from srcdiff.syntax import function
    >>> [does_nothing(function(f"def f(x): {body}")) for body in ("pass", "return", "x[0] = 1")]
    [True, True, False]
    """
    return all(
        isinstance(s, gast.Pass) or (isinstance(s, gast.Return) and s.value is None)
        for s in tree.body
    )

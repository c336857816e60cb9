"""A function with everything it calls: what becomes one generated module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import gast

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import FRESH, NONE, Summary
from srcdiff.analyse.checks.sharing import check_repeated
from srcdiff.analyse.flow.activity import activity
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
from srcdiff.differentiate.reverse.pairs import divide, whole
from srcdiff.differentiate.tape.kept_memory import kept_arguments, kept_results
from srcdiff.errors import located
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.resolve import resolve
from srcdiff.normalise.functions.standard_names import RESERVED
from srcdiff.optimise.symbols import Symbols
from srcdiff.pipeline import finish, optimise
from srcdiff.program.aliases import find_aliases
from srcdiff.program.shifted_calls import shifts_in
from srcdiff.program.units import Key, Unit, Units
from srcdiff.report import FunctionReport, function_report
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    dotted,
    fresh,
    name,
    parameters,
    rebuild,
    with_blocks,
    with_body,
)

Mask = tuple[bool, ...]  # which arguments are active


class Program:
    """The functions of one generated module, found and written on demand.

    `trees` has the functions by name, callees first; `recursive` those of them that call
    themselves, `pure` those without effects; `units` are the functions as they were written.
    `again` tells which operations cost less to run again than to save their results.
    """

    def __init__(self, again: Again = is_cheap) -> None:
        self.again = again
        self.trees: dict[str, gast.FunctionDef] = {}
        self.recursive: set[str] = set()
        self.pure: set[str] = set()
        self.identities: set[str] = set()
        self.units = Units()
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

    def symbols(self, types: Types, shapes: Mapping[str, str] | None = None) -> Symbols:
        """Return what passes have to know of the names in a generated function."""
        return Symbols(
            types,
            frozenset(self.pure),
            frozenset(self.defined | set(self.units.constants)),
            frozenset(self.identities),
            shapes or {},
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
            symbols = self.symbols(unit.types)
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
        results = [dotted(result) for result in result_names(unit.core.tree)]
        memory = effects(unit.core, unit.types, self.units.summary_of(unit))
        with located(unit.core.origin):
            aliases = find_aliases(unit, self.units.summary(unit.key), memory)
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
                if is_differentiable(unit.types[r]) and i not in aliases
            ),
            aliases,
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
        self.pairs[unit.key, mask] = replace(pair, aug=title, rev=rev)
        facts = self.facts(unit, active, divided=False)
        if self.has_numbers_only(unit, pair):
            self.pure.add(rev)
        symbols = self.symbols(facts.types, facts.arrays.shape)
        tree = optimise(whole(facts, active, rev), symbols)
        self.reports.append(function_report(rev, facts, tree))
        self.trees[rev] = self.finished(tree, unit, symbols)

    def divided_pair(self, unit: Unit, mask: Mask) -> None:
        """Enter the pair of a function that saves what its backward part reads."""
        active, pair = self.interface(unit, mask)
        facts = self.facts(unit, active, divided=True)
        symbols = self.symbols(facts.types, facts.arrays.shape)
        stem = unit.core.tree.name
        aug, rev = self.title(f"{stem}_aug"), self.title(f"{stem}_rev")
        parts = divide(facts, active, (aug, rev), lambda tree: optimise(tree, symbols))
        self.reports.append(function_report(f"{aug}, {rev}", facts, parts.aug, parts.rev))
        summary = self.units.summary(unit.key)
        if not summary.writes and not summary.impure:
            self.pure.add(aug)
        if self.has_numbers_only(unit, pair):
            self.pure.add(rev)
        kinds = self.saved_types(parts.aug, unit, len(parts.saved))
        saved = tuple(zip(parts.saved, kinds, strict=True))
        given = parameters(unit.core.tree)
        results = [dotted(result) for result in result_names(unit.core.tree)]
        takes = tuple(i for i, p in enumerate(given) if p in parts.takes)
        contents = frozenset(i for i in takes if i in pair.contents and i in summary.reads)
        self.pairs[unit.key, mask] = replace(
            pair,
            aug=aug,
            rev=rev,
            saved=saved,
            known=tuple(results.index(known) for known in parts.known),
            takes=takes,
            contents=contents,
            before=False,
            held=kept_arguments(facts, saved, summary),
            kept=kept_results(facts, saved),
        )
        for tree in (parts.aug, parts.rev):
            self.trees[tree.name] = self.finished(tree, unit, symbols)

    def has_numbers_only(self, unit: Unit, pair: Pair) -> bool:
        """Return True if a backward function has no adjoints of arrays to write to."""
        summary = self.units.summary(unit.key)
        results = [dotted(result) for result in result_names(unit.core.tree)]
        arrays = pair.arrays or any(is_array(unit.types[result]) for result in results)
        return not (arrays or summary.writes or summary.impure or summary.inserts)

    def saved_types(self, aug: gast.FunctionDef, unit: Unit, count: int) -> tuple[Type, ...]:
        """Return the types of the values that a forward function passes on."""
        core = replace(unit.core, tree=aug, functions=self.results, constants=self.units.constants)
        result = infer(core, unit.given, lambda result, given: result).result
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
    ) -> Facts:
        """Return all facts about a function that is differentiated."""
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
        memory = effects(rewritten.core, types, self.summary_after(rewritten, unit))
        return facts_of(rewritten, types, memory, active, results, divided, self.again)

    def summary_after(self, rewritten: Rewritten, unit: Unit) -> Callable[[Statement], Summary]:
        """Return the function that tells what calls do, once they are calls of pairs."""

        def found(statement: Statement) -> Summary:
            summary = self.units.summary(unit.calls[rewritten.calls[statement]])
            site = rewritten.sites.get(statement)
            saved = site.saved if site is not None else ()
            fresh_results = (frozenset({FRESH}),) * len(saved)
            return replace(summary, results=summary.results + fresh_results)

        return found


def all_results(core: Core, memory: Effects) -> Need:
    """Return all that a caller gets of a function: results, and what it writes to arguments."""
    names = {dotted(result) for result in result_names(core.tree)}
    roots = {root for roots in memory.writes.values() for root in roots} & memory.parameters
    roots |= {root for name in names for root in memory.roots.get(name, NONE)}
    return Need(frozenset(names), frozenset(roots))

"""A function in reverse mode, with pairs of functions for what it calls: one generated module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import gast

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import FRESH, NONE, Summary
from srcdiff.analyse.checks.sharing import check_repeated
from srcdiff.analyse.flow.activity import Activity, activity
from srcdiff.analyse.flow.cheap import Again, is_cheap
from srcdiff.analyse.flow.schedule import Need
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.inference import infer
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.results import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.known_facts import facts_of
from srcdiff.differentiate.reverse.blocks import block_of, called_in_block
from srcdiff.differentiate.reverse.call_copies import Pair
from srcdiff.differentiate.reverse.calls import Rewritten, rewrite_calls
from srcdiff.differentiate.reverse.pairs import divide, forward_in_pairs, whole
from srcdiff.differentiate.tape.kept_memory import kept_arguments, kept_results
from srcdiff.errors import located
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.resolve import resolve
from srcdiff.optimise.symbols import Symbols
from srcdiff.pipeline import optimise
from srcdiff.program.interfaces import does_nothing, has_numbers_only, interface
from srcdiff.program.needed_results import all_results
from srcdiff.program.program import Mask, Program
from srcdiff.program.several_arrays import (
    from_lists,
    in_pairs,
    listed,
    of_several_arrays,
    sharing,
    with_adjoints_of,
)
from srcdiff.program.shifted_calls import shifts_in
from srcdiff.program.steps import Steps
from srcdiff.program.units.general_form import NeedsGeneral, where_of
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.report import function_report
from srcdiff.syntax import Statement, adjoint, dotted, parameters, targets


class ReverseProgram(Program):
    """The functions of one generated module in reverse mode, written on demand.

    `pairs` has the forward and backward functions of each function, for its active arguments.
    `again` tells which operations cost less to run again than to save their results. With
    `in_threads`, several threads run the functions at the same time.
    """

    in_threads = False

    def __init__(self, units: Units, has_loops: bool = False, again: Again = is_cheap) -> None:
        super().__init__(units, has_loops)
        self.again = again
        self.pairs: dict[tuple[Key, Mask], Pair] = {}

    def symbols_of(self, facts: Facts) -> Symbols:
        """Return what passes have to know of the names in a function whose facts are known."""
        return self.symbols(facts.types, facts.arrays.shape, facts.core, facts.members)

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

    def inserted_pair(self, unit: Unit, function: Inserted, mask: Mask) -> None:
        """Enter the pair of a function whose backward part is code of the user."""
        _, pair = interface(self.units, unit, mask)
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
        active, pair = interface(self.units, unit, mask)
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
        if has_numbers_only(self.units, unit, pair):
            self.pure.add(rev)
        symbols = self.symbols_of(facts)
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
        symbols = self.symbols_of(facts)
        given = parameters(unit.core.tree)
        beside = tuple(given[p] for p in pair.beside)
        tree = optimise(forward_in_pairs(facts, beside, pair.aug, pair.returned), symbols)
        self.trees[pair.aug] = self.finished(tree, unit, symbols)

    def divided_pair(self, unit: Unit, mask: Mask) -> None:
        """Enter the pair of a function that saves what its backward part reads."""
        active, pair = interface(self.units, unit, mask)
        facts = self.facts(unit, active, divided=True, returned=pair.returned)
        symbols = self.symbols_of(facts)
        stem = unit.core.tree.name
        aug, rev = self.title(f"{stem}_aug"), self.title(f"{stem}_rev")
        parts = divide(
            facts, active, (aug, rev), lambda tree: optimise(tree, symbols), pair.returned
        )
        self.reports.append(function_report(f"{aug}, {rev}", facts, parts.aug, parts.rev))
        summary = self.units.summary(unit.key)
        self.enter_effects(aug, unit.key)
        if has_numbers_only(self.units, unit, pair) or does_nothing(parts.rev):
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
        begun = frozenset(independents) | (dependents or NONE)  # their adjoints are there
        if dependents is None:
            names = {dotted(result) for result in result_names(core.tree)}
            dependents = frozenset(names) | {p for p in independents if is_array(types[p])}
        memory = effects(core, types, self.units.summary_of(unit))
        if results is None:
            results = all_results(core, memory) if divided else Need(NONE, NONE)
        cancel = shifts_in(unit, self.units, memory)
        active = activity(core, types, memory, frozenset(independents), dependents, cancel)
        rewritten = self.paired(unit, memory, active, divided)
        types = replace(types, names={**types.names, **rewritten.types})
        memory = effects(rewritten.core, types, self.summary_after(rewritten, unit))
        several = of_several_arrays(rewritten.core, types, active, memory) | rewritten.beside
        several |= {dotted(result_names(core.tree)[position]) for position in returned}
        several |= listed(types, active, memory)
        if not several or self.units.general is None:
            asked = results, divided, self.again, NONE, self.in_threads
            return facts_of(rewritten, types, memory, active, *asked)
        if not core.in_pairs:
            raise NeedsGeneral(where_of(core))
        members = sharing(several, types, memory)
        rewritten = in_pairs(rewritten, members, types, begun)
        rewritten, types = from_lists(rewritten, types.with_adjoints(members))
        memory = effects(rewritten.core, types, self.summary_after(rewritten, unit))
        results = with_adjoints_of(results, core, members, memory)
        asked = results, divided, self.again, members, self.in_threads
        return facts_of(rewritten, types, memory, active, *asked)

    def paired(self, unit: Unit, memory: Effects, active: Activity, divided: bool) -> Rewritten:
        """Return a function that calls pairs of functions in the place of active ones.

        Raises NeedsGeneral where steps are to be written in the place of their calls.
        """
        core, types = unit.core, unit.types
        layout = structure(core.tree.body)
        functions = (
            lambda statement, mask: self.pair(unit.calls[statement], mask),
            lambda statement: self.primal(unit.calls[statement]),
        )
        ways = divided, self.in_threads
        rewritten = rewrite_calls(core, types.names, memory, active, layout, functions, *ways)
        steps = Steps(unit, self.units, memory, layout, rewritten).in_place()
        if steps:
            raise NeedsGeneral(where_of(core), callees=steps)
        return rewritten

    def summary_after(self, rewritten: Rewritten, unit: Unit) -> Callable[[Statement], Summary]:
        """Return the function that tells what calls do, once they are calls of pairs."""

        def found(statement: Statement) -> Summary:
            summary = self.units.summary(unit.calls[rewritten.calls[statement]])
            site = rewritten.sites.get(statement)
            more = len(targets(statement)) - len(site.results) if site is not None else 0
            fresh_results = (frozenset({FRESH}),) * more
            return replace(summary, results=summary.results + fresh_results)

        return found

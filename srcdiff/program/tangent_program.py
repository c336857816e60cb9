"""A function in forward mode, with the tangents of everything it calls: one generated module."""

from __future__ import annotations

from collections import Counter

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.arrays.arrays import arrays
from srcdiff.analyse.checks.flow import check_flow
from srcdiff.analyse.checks.sharing import check_shared_results
from srcdiff.analyse.flow.activity import Activity, activity
from srcdiff.analyse.flow.structure import is_loop, structure
from srcdiff.analyse.types.types import is_array
from srcdiff.core.operations import call_of
from srcdiff.core.results import result_names
from srcdiff.differentiate.context import Context
from srcdiff.differentiate.forward.forward_facts import ForwardFacts, TangentCall
from srcdiff.differentiate.forward.statements_forward import returned_tangents, tangent_function
from srcdiff.differentiate.forward.tangents import tangents
from srcdiff.errors import located
from srcdiff.pipeline import finish, optimise
from srcdiff.program.program import Mask, Program
from srcdiff.program.shifted_calls import shifts_in
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.report import FunctionReport, LoopUse, heading, only_compared
from srcdiff.rules.registry import Rule, rule_of_user
from srcdiff.syntax import Statement, dotted, parameters, targets
from srcdiff.syntax.origin import short


class TangentProgram(Program):
    """The functions of one generated module in forward mode, written on demand.

    `calls` has, for each function and its active arguments, how its tangent is called.
    """

    def __init__(self, units: Units, has_loops: bool = False) -> None:
        super().__init__(units, has_loops)
        self.calls: dict[tuple[Key, Mask], TangentCall] = {}

    def tangent(self, key: Key, mask: Mask) -> TangentCall:
        """Return how the tangent of a function is called; write it, if it is not yet."""
        if (key, mask) in self.calls:
            return self.calls[key, mask]
        unit = self.units.of[key]
        given = parameters(unit.core.tree)
        own = tuple(p for p, is_active in zip(given, mask, strict=True) if is_active)
        names = {dotted(result) for result in result_names(unit.core.tree)}
        changed = frozenset(names) | {p for p in own if is_array(unit.types[p])}
        with located(unit.core.origin):
            active = self.active(unit, own, changed)
            title = self.title(f"{unit.core.tree.name}_tangent")
            places = tuple(i for i, is_active in enumerate(mask) if is_active)
            memory = effects(unit.core, unit.types, self.units.summary_of(unit))
            found = TangentCall(title, places, returned_tangents(unit.core, active, memory))
            self.calls[key, mask] = found
            self.enter_effects(title, key)
            facts = self.facts_of(unit, active)
            self.reports.append(forward_report(title, facts))
            symbols = self.symbols(unit.types, None, unit.core, overlapping(facts.effects))
            tree = optimise(tangent_function(facts, own, title), symbols)
            self.trees[title] = finish(tree, unit.core.written, symbols)
        return found

    def active(
        self, unit: Unit, independents: tuple[str, ...], dependents: frozenset[str]
    ) -> Activity:
        """Return what is active in a function."""
        memory = effects(unit.core, unit.types, self.units.summary_of(unit))
        cancel = shifts_in(unit, self.units, memory)
        independent = frozenset(independents)
        return activity(unit.core, unit.types, memory, independent, dependents, cancel)

    def facts_of(self, unit: Unit, active: Activity) -> ForwardFacts:
        """Return all that has to be known to write the tangent of a function."""
        core, types = unit.core, unit.types
        memory = effects(core, types, self.units.summary_of(unit))
        check_flow(core, types, active, memory.lists)  # refuse what could be silently wrong
        layout = structure(core.tree.body)
        kinds = arrays(core, types, memory)
        calls: dict[Statement, TangentCall] = {}
        ruled: dict[Statement, Rule] = {}
        for statement, key in unit.calls.items():
            made = call_of(statement)
            assert made is not None
            mask = tuple(active.is_active(argument) for argument in made.args)
            rule = rule_of_user(core.functions[dotted(made.func)])
            lists = [t for t in targets(statement) if t in memory.lists]
            held = NONE.union(memory.writes[statement], *(memory.roots[t] for t in lists))
            reached = held & active.roots or any(t in active for t in targets(statement))
            if any(mask) and reached and rule is None:
                calls[statement] = self.tangent(key, mask)
                continue
            calls[statement] = TangentCall(self.primal(key))
            if any(mask) and reached and rule is not None:
                ruled[statement] = rule
        check_shared_results(core, memory, active, {s: c.results for s, c in calls.items()})
        place = Context(core, types, memory, active, layout, kinds, ruled, ordered=True)
        found = tangents(place)
        return ForwardFacts(core, types, memory, active, kinds, found, calls)


def overlapping(memory: Effects) -> Roots:
    """Return the arrays that may share memory with others."""
    counts = Counter(root for roots in memory.roots.values() for root in roots)
    return frozenset(n for n, roots in memory.roots.items() if any(counts[r] > 1 for r in roots))


def forward_report(title: str, facts: ForwardFacts) -> FunctionReport:
    """Return the report of a function in forward mode: its loops run as they are."""
    layout = structure(facts.core.tree.body)
    origin = facts.core.origin
    loops = tuple(
        LoopUse(
            f"{short(origin.file)}:{origin.line(loop)}",
            heading(loop, facts.core.written),
            "run once",
        )
        for loop in layout.order
        if is_loop(loop)
    )
    return FunctionReport(title, loops, (), tuple(only_compared(facts.core, facts.active)))

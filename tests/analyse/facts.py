"""All that is known of a function before its gradient is written, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.flow.schedule import Need
from srcdiff.analyse.types.types import typeof
from srcdiff.core.results import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.request import Request
from srcdiff.differentiate.reverse.function import derivative
from srcdiff.optimise.symbols import Symbols
from srcdiff.program.reverse_program import ReverseProgram
from srcdiff.program.units.units import Units
from srcdiff.syntax import Statement, base, dotted, unparse


@dataclass(frozen=True)
class Known:
    """A function, the program that it is part of, and what was found out about it."""

    program: ReverseProgram
    request: Request
    facts: Facts

    @property
    def symbols(self) -> Symbols:
        """Return what passes over the derivative have to know."""
        return self.program.symbols(self.facts.types)

    def derivative(self, title: str = "derivative") -> gast.FunctionDef:
        """Return the derivative as it is first written, before it is optimised."""
        return derivative(self.facts, self.request, title)

    def loop(self, counter: str) -> Statement:
        """Return the loop with a counter, or, for "while" and "while 2", such a loop."""
        found = {}
        for statement in self.facts.layout.order:
            if isinstance(statement, gast.For):
                found.setdefault(base(statement.target.id), statement)
            elif isinstance(statement, gast.While):
                count = sum(isinstance(s, gast.While) for s in found.values())
                found["while" if count == 0 else f"while {count + 1}"] = statement
        return found[counter]

    def saved(self) -> dict[str, str]:
        """Return what is saved, as the text of its computation, and why."""
        texts = {}
        for value, saved in self.facts.plan.saved.items():
            statement = self.facts.layout.definitions[value][0]
            text = value
            if not self.facts.layout.is_single(value):
                text = base(value)
            elif isinstance(statement, gast.Assign):
                text = unparse(statement.value)
            texts[plain(text)] = saved.reason
        return texts


def plain(text: str) -> str:
    """Return a text without what only core-form names have."""
    return "".join(part for part in text.split("·"))


def known(function: Any, wrt: str | tuple[str, ...], *arguments: Any) -> Known:
    """Return all that is known of a function before its gradient is written."""
    program = ReverseProgram(Units())
    given = tuple(typeof(argument) for argument in arguments)
    unit = program.units.unit(function, given)
    single = isinstance(wrt, str)
    request = Request("grad", (wrt,) if single else tuple(wrt), (), single)
    names = frozenset(dotted(result) for result in result_names(unit.core.tree))
    facts = program.facts(unit, request.wrt, False, names, Need(NONE, NONE))
    return Known(program, request, facts)

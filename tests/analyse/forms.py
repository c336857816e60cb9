"""Core forms written by hand, with the types and the effects of what is in them, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import Summary
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.types.types import Types, types
from srcdiff.core import Core
from srcdiff.syntax import Statement, dotted, function, unparse
from srcdiff.syntax.origin import Origin

NUMBERS = (
    "ijknpqst"  # names of integers and numbers begin so, of matrices with m; others are arrays
)
KINDS = {
    **dict.fromkeys("ijkn", types.int64),
    **dict.fromkeys("pqst", types.float64),
    "m": types.Array(types.float64, 2, "C"),
}
ARRAY = types.Array(types.float64, 1, "C")


@dataclass(frozen=True)
class Form:
    """A function in core form, and what is known of it."""

    core: Core
    types: Types
    effects: Effects
    layout: Structure

    def __getitem__(self, text: str) -> Statement:
        """Return the statement with a text, or the compound statement that begins with it."""
        found = [s for s in self.layout.order if unparse(s).split(":\n")[0] == text]
        (statement,) = found
        return statement


def core(text: str, given: str = "x, y, n", functions: tuple[str, ...] = ()) -> Core:
    """Return a core form with some statements."""
    lines = text.split("\n")
    tree = function("\n".join((f"def f({given}):", *(f"    {line}" for line in lines))))
    origin = Origin("f", "f.py", 1, 0, [f"def f({given}):", *(f"    {line}" for line in lines)])
    return Core(tree, dict.fromkeys(functions), {}, origin, tree)


def form(
    text: str,
    given: str = "x, y, n",
    summaries: Mapping[str, Summary] | None = None,
    kinds: Mapping[str, object] | None = None,
) -> Form:
    """Return a core form with its facts; `summaries` are those of functions that it calls."""
    made = core(text, given, tuple(summaries or {}))
    names = {n.id for n in gast.walk(made.tree) if isinstance(n, gast.Name)}
    own = {name: KINDS.get(name[0], ARRAY) for name in names}
    known = Types({**own, **(kinds or {})}, types.none)

    def summary(statement: Statement) -> Summary:
        return (summaries or {})[dotted(statement.value.func)]

    found = effects(made, known, summary)
    return Form(made, known, found, structure(made.tree.body))

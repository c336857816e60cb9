"""What is known of the conditions in a function before it has types, and what that leaves out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srcdiff.syntax import mapped


@dataclass
class Decided:
    """The conditions that are known: what each of `tests` is, by its node.

    Of the `and` and `or` in `cut` only so many parts are evaluated; `empty` are the assignments
    that copy what has no value.
    """

    tests: dict[gast.AST, bool] = field(default_factory=dict)
    cut: dict[gast.AST, int] = field(default_factory=dict)
    empty: dict[gast.AST, bool] = field(default_factory=dict)

    def applied(self, tree: Any) -> Any:
        """Return an expression, or a statement, without what is never evaluated in it."""
        if isinstance(tree, gast.IfExp) and tree.test in self.tests:
            return self.applied(tree.body if self.tests[tree.test] else tree.orelse)
        if tree in self.cut:
            first, *rest = map(self.applied, tree.values[: self.cut[tree]])
            return gast.copy_location(gast.BoolOp(tree.op, [first, *rest]), tree) if rest else first
        return mapped(tree, self.applied)

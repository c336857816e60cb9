"""What is known of a function when rules are applied to its statements."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.arrays.masks import Mask, masks
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Types, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.rules.registry import Rule
from srcdiff.syntax import Expression, Statement, call, dotted, key, name, rebuild, targets


@dataclass(frozen=True)
class Context:
    """What is known of the function when rules are applied to its statements.

    `ruled` has the statements that call functions with a rule of the user. With `ordered`
    the derivatives stand where the statements do, and read nothing that comes later. `members` are
    the arrays that go in pairs with their adjoints.
    """

    core: Core
    types: Types
    effects: Effects
    active: Activity
    layout: Structure
    arrays: Arrays
    ruled: Mapping[Statement, Rule]
    ordered: bool = False
    members: frozenset[str] = frozenset()

    @cached_property
    def masks(self) -> Mapping[str, Mask]:
        """Return the arrays that are needed only where a condition holds."""
        return masks(self.layout, self.types, self.arrays)

    @cached_property
    def shared(self) -> dict[Hashable, tuple[Statement, ...]]:
        """Return the statements that call a function, by the call: they may serve an adjoint."""
        found: dict[Hashable, tuple[Statement, ...]] = {}
        for statement in self.layout.order:
            if isinstance(statement, gast.Assign) and isinstance(statement.value, gast.Call):
                form = key(scalar_form(statement.value))
                found[form] = (*found.get(form, ()), statement)
        return found


def is_nothing(operand: Expression, context: Context) -> bool:
    """Return True if an operand is None: what a function does with it no rule tells."""
    if isinstance(operand, gast.Constant):
        return operand.value is None
    kind = context.types.names.get(dotted(operand))
    return isinstance(kind, numba_types.NoneType)


def scalar_form(tree: gast.Call) -> gast.AST:
    """Return a call with the functions of `math`, `cmath` and NumPy under one name."""
    module, _, function = dotted(tree.func).rpartition(".")
    return call(f"math.{function}", *tree.args) if module in ("np", "cmath") else tree


def reuse(tree: Expression, place: Statement, context: Context) -> Expression:
    """Replace calls in an adjoint whose value the primal has computed by that value."""
    if isinstance(tree, gast.Call):
        for statement in context.shared.get(key(scalar_form(tree)), ()):
            target = targets(statement)[0]
            order = context.layout.order
            if context.ordered and order[statement] > order[place]:
                continue
            if context.layout.dominates(statement, place) and is_inexact(context.types[target]):
                return name(target)
    return rebuild(tree, lambda part: reuse(part, place, context)) if tree._fields else tree

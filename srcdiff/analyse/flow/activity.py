"""Which values take part in the derivative.

A value is varied if it depends on an argument that is differentiated, useful if the
result depends on it, and active if it is both. Arrays are judged as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.types.types import Types, is_array, is_differentiable
from srcdiff.core import Core
from srcdiff.core.fixed_points import connected
from srcdiff.core.operations import ALLOCATORS, is_shape, is_store, operation, store_target
from srcdiff.rules.registry import is_constant
from srcdiff.syntax import Expression, Statement, children, targets, walk_statements


@dataclass(frozen=True)
class Activity:
    """The active names, and the roots of the active arrays; all names that are varied."""

    names: frozenset[str]
    roots: Roots
    varied: frozenset[str]

    def __contains__(self, name: str) -> bool:
        """Return True if a name is active."""
        return name in self.names

    def is_active(self, tree: Expression) -> bool:
        """Return True if an expression is an active name."""
        return isinstance(tree, gast.Name) and tree.id in self.names


Known = set[str]  # names of scalars, and of roots of arrays as "root of"


@dataclass(frozen=True)
class Flow:
    """From what to what a statement passes derivatives: names of scalars, and roots.

    Among the sources are the names of arrays, too, which are no statement's targets here.
    """

    sources: frozenset[str]
    source_roots: Roots
    targets: frozenset[str]
    target_roots: Roots


def activity(
    core: Core,
    types: Types,
    effects: Effects,
    independents: frozenset[str],
    dependents: frozenset[str],
    shifts: frozenset[str] = NONE,
) -> Activity:
    """Return what is active between independent parameters and dependent names.

    `dependents` are the names in the `return`, and the parameters that results are
    written to. Derivatives do not pass through `shifts`: they are zero there (shifts.py).
    """
    flows = [flow(s, types, effects) for s in walk_statements(core.tree.body)]
    if shifts:  # an array among them has memory of its own, which nothing is written to
        left = [(way.targets - shifts, way.target_roots - shifts) for way in flows]
        flows = [
            replace(way, targets=names, target_roots=roots)
            for way, (names, roots) in zip(flows, left, strict=True)
        ]
    scalars, roots = split(independents, types, effects)
    varied, varied_roots = closure(scalars, roots, flows, forward=True)
    scalars, roots = split(dependents, types, effects)
    useful, useful_roots = closure(scalars, roots, flows, forward=False)
    active_roots = together(varied_roots & useful_roots, effects)
    names = varied & useful
    held = {n for n, r in effects.roots.items() if r & active_roots}
    names |= {n for n in held if is_differentiable(types[n])}
    varied |= {n for n, r in effects.roots.items() if r & varied_roots}
    return Activity(frozenset(names), active_roots, frozenset(varied))


def split(names: frozenset[str], types: Types, effects: Effects) -> tuple[Known, Known]:
    """Return the scalars among some names, and the roots of the arrays, and of those in lists."""
    arrays = {name for name in names if is_array(types[name]) or name in effects.lists}
    roots = {root for name in arrays for root in effects.roots.get(name, NONE)}
    return set(names) - arrays, roots


def together(roots: set[str], effects: Effects) -> Roots:
    """Return the roots, and those that share a name with one of them."""
    return connected(frozenset(roots), effects.roots.values())


def carries(types: Types, name: str) -> bool:
    """Return True if derivatives pass through a name: also through a list of arrays."""
    return is_differentiable(types[name]) or has_adjoints(types[name])


def flow(statement: Statement, types: Types, effects: Effects) -> Flow:
    """Return from what to what a statement passes derivatives."""
    nothing = Flow(NONE, NONE, NONE, NONE)
    if not isinstance(statement, (gast.Assign, gast.AugAssign, gast.Expr)):
        return nothing
    found = operation(statement.value)
    if found is not None and (found.function in ALLOCATORS or is_constant(found.function)):
        return nothing
    sources = {n for n in values_read(statement.value) if carries(types, n)}
    source_roots = {r for n in sources for r in effects.roots.get(n, NONE)}
    bound = {t for t in targets(statement) if carries(types, t)}
    target_roots = set(effects.writes[statement])
    if is_store(statement):
        target_roots = set(effects.of(store_target(statement).value))
    target_roots |= {r for t in bound for r in effects.roots.get(t, NONE)}
    if isinstance(statement.value, (gast.Compare, gast.BoolOp)):
        return nothing
    return Flow(
        frozenset(sources),
        frozenset(source_roots),
        frozenset(t for t in bound if is_differentiable(types[t]) and not is_array(types[t])),
        frozenset(target_roots),
    )


def values_read(tree: gast.AST) -> set[str]:
    """Return the names whose values an expression depends on, not only their lengths.

    >>> from srcdiff.syntax import expression
    >>> sorted(values_read(expression("a * x[i + len(b)] / c.size + np.sum(d)")))
    ['a', 'd', 'np', 'x']
    """
    if is_shape(tree):
        return set()
    if isinstance(tree, gast.Subscript):
        return values_read(tree.value)
    if isinstance(tree, gast.Name):
        return {tree.id}
    return {name for part in children(tree) for name in values_read(part)}


def closure(names: Known, roots: Known, flows: list[Flow], forward: bool) -> tuple[Known, Known]:
    """Return all names and roots that the flows reach, along or against them."""
    names, roots = set(names), set(roots)
    ways = flows if forward else list(reversed(flows))
    changed = True
    while changed:
        changed = False
        for way in ways:
            ends = (way.sources, way.source_roots, way.targets, way.target_roots)
            start, start_roots, end, end_roots = ends if forward else (*ends[2:], *ends[:2])
            if (start & names or start_roots & roots) and not (end <= names and end_roots <= roots):
                names |= end
                roots |= end_roots
                changed = True
    return names, roots

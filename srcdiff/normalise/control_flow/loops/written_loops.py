"""Loops over what a tuple or a list holds, written out with each item in place of its name."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.scopes import FUNCTIONS, bound_names, own_names
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    clone,
    dotted,
    each_block,
    has_star,
    is_number,
    locate,
    name,
    rebuild,
    walk,
)

Pairs = list[tuple[Expression, Expression]]  # the targets of a loop, and what they get


def loops_written_out(
    tree: gast.FunctionDef, is_wanted: Callable[[Expression], bool]
) -> gast.FunctionDef:
    """Return a function with those loops written out that give a name what is wanted."""
    naming = Naming(tree)

    def written_out(loop: gast.For) -> Block | None:
        items = pairs(loop) or []
        columns = [list(column) for column in zip(*items, strict=True)]
        wanted = [c[0][0].id for c in columns if all(is_wanted(value) for _, value in c)]
        if not wanted or not all(is_replaceable(title, loop, tree) for title in wanted):
            return None
        before, held = held_items(loop, items, set(wanted), naming)
        body = [s for item in held for s in iteration(loop, item, set(wanted))]
        return [*before, *body, *loop.orelse]

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            found = written_out(statement) if isinstance(statement, gast.For) else None
            new += [statement] if found is None else found
        return new

    return each_block(tree, change)


def is_replaceable(title: str, loop: gast.For, tree: gast.FunctionDef) -> bool:
    """Return True if a loop can be written out with its items in place of one of its names."""
    if has_exit(loop.body, (gast.Break, gast.Continue)) or is_used_after(title, tree):
        return False
    nodes = [node for part in loop.body for node in walk(part)]
    return not any(is_bound(n) and n.id == title for n in nodes) and not is_captured(title, nodes)


def is_captured(title: str, nodes: list[gast.AST]) -> bool:
    """Return True if a function that may be called in a later iteration reads a name.

    It would find the value of that iteration. A function that is passed on is called at once.
    """
    passed = {id(a) for n in nodes if isinstance(n, gast.Call) for a in n.args}
    passed |= {id(word.value) for n in nodes if isinstance(n, gast.Call) for word in n.keywords}
    return any(
        isinstance(node, FUNCTIONS)
        and id(node) not in passed
        and any(has_name(part, title) for part in walk(node))
        for node in nodes
    )


def held_items(
    loop: gast.For, items: list[Pairs], wanted: set[str], naming: Naming
) -> tuple[Block, list[Pairs]]:
    """Return assignments of what the loop could change before it is bound, and the items then.

    Python finds the value of each item before the loop begins.
    """
    changed = bound_names([loop])
    before: Block = []
    held: list[Pairs] = []
    for item in items:
        held.append([])
        for target, value in item:
            is_fixed = isinstance(value, gast.Name) and value.id not in changed
            if target.id not in wanted and not is_fixed and not is_number(value):
                kept = naming.part(target.id, "item")
                before.append(assign(kept, clone(value), value))
                value = locate(name(kept), value)
            held[-1].append((target, value))
    return before, held


def pairs(loop: gast.For) -> list[Pairs] | None:
    """Return what a loop over a tuple or a list gives its names, or None for any other loop."""
    if not isinstance(loop.iter, (gast.Tuple, gast.List)):
        return None
    is_single = isinstance(loop.target, gast.Name)
    targets: list[Expression] = [loop.target] if is_single else getattr(loop.target, "elts", [])
    if not targets or not all(isinstance(target, gast.Name) for target in targets):
        return None
    found: list[Pairs] = []
    for item in loop.iter.elts:
        parts = [item] if is_single else getattr(item, "elts", [])
        if len(parts) != len(targets) or has_star(parts):
            return None
        found.append(list(zip(targets, parts, strict=True)))
    return found


def iteration(loop: gast.For, item: Pairs, replaced: set[str]) -> Block:
    """Return one iteration, with what is replaced in the place of its names."""
    given = {target.id: value for target, value in item if dotted(target) in replaced}
    others = [(target, value) for target, value in item if dotted(target) not in replaced]

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Name) and node.id in given and isinstance(node.ctx, gast.Load):
            return locate(clone(given[node.id]), node)
        return rebuild(node, change)

    bound: list[Statement] = [
        locate(gast.Assign([clone(target)], clone(value), None), loop) for target, value in others
    ]
    return [*bound, *(change(clone(statement)) for statement in loop.body)]


def is_bound(node: gast.AST) -> bool:
    """Return True if a node is a name that gets a value."""
    return isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load)


def is_used_after(title: str, tree: gast.FunctionDef) -> bool:
    """Return True if a name is read anywhere but in loops that it is a variable of."""
    nodes = walk(tree)
    loops = [n for n in nodes if isinstance(n, gast.For)]
    own = [loop for loop in loops if any(has_name(n, title) for n in walk(loop.target))]
    inside = {id(n) for loop in own for part in loop.body for n in walk(part)}
    inside |= {id(n) for loop in own for n in walk(loop.target)}
    others = [n for n in nodes if isinstance(n, FUNCTIONS) and n is not tree]
    hidden = [n for n in others if title in own_names(n)]  # functions with another such name
    inside |= {id(part) for n in hidden for part in walk(n)}
    return any(has_name(n, title) and id(n) not in inside for n in nodes)


def has_name(node: gast.AST, title: str) -> bool:
    """Return True if a node is a certain name."""
    return isinstance(node, gast.Name) and node.id == title

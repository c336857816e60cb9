"""What a function that was taken apart gives back, and what it has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.shapes import (
    LEAF,
    ROOT,
    ConstantShape,
    LeafShape,
    MethodShape,
    NodeShape,
    Seen,
    Shape,
    common,
    count,
    is_given,
    shape_of,
)
from srcdiff.structures.state.absence import may_be_none
from srcdiff.structures.state.emptiness import is_untyped
from srcdiff.structures.state.exits import Exit
from srcdiff.structures.state.values import Closure, Identity, Leaf, Method, Node, Ref, State, Value
from srcdiff.syntax import (
    Expression,
    clone,
    constant,
    locate,
    own_part,
    reads,
    tuple_of,
    walk_statements,
)

Changed: TypeAlias = tuple[Identity, Any]


@dataclass(frozen=True)
class Result:
    """What comes back: the value, and parts of objects that were changed.

    `keys` has those of changed objects of the caller, in their order.
    """

    value: Shape
    changed: tuple[tuple[Changed, Shape], ...]
    keys: tuple[tuple[Identity, tuple[Any, ...]], ...]

    @property
    def is_leaf(self) -> bool:
        """Return True if one number or array comes back, or nothing, and nothing is changed."""
        is_nothing = isinstance(self.value, ConstantShape) and self.value.value is None
        return not self.changed and not self.keys and (self.value == LEAF or is_nothing)


def result_of(
    frame: Any,
    returns: Sequence[Exit],
    place: gast.AST,
    only_value: bool = False,
    is_root: bool = False,
) -> Result:
    """Return what a function gives back, and write it into its `return` statements.

    With `only_value`, what it changes is left out; with `is_root`, its arguments are copied.
    """
    exits = all_exits(frame, returns, place)
    parts = sorted({c for leave in exits for c in leave.state.changed if is_given(c[0])}, key=repr)
    parts = [] if only_value else parts
    value: Shape | None = None
    changed: dict[Changed, Shape] = {}
    for leave in exits:
        seen: Seen = {ROOT: -1} if is_root else {}
        shape = shape_of(frame, leave.value, leave.state, leave.statement, seen)
        value = shape if value is None else common(value, shape, leave.statement)
        for identity, key in parts:
            part = leave.state.nodes[identity].parts.get(key)
            if part is None:
                continue
            found = shape_of(frame, part, leave.state, leave.statement, seen)
            known = changed.get((identity, key))
            changed[identity, key] = (
                found if known is None else common(known, found, leave.statement)
            )
    keys = keys_of({identity for identity, _ in parts}, exits, place)
    result = Result(value or ConstantShape(None), tuple(changed.items()), tuple(keys.items()))
    for leave in exits:
        fill(frame, leave, result)
    return result


def all_exits(frame: Any, returns: Sequence[Exit], place: gast.AST) -> list[Exit]:
    """Return where a function is left: its `return` statements, and its end, if that is reached."""
    if frame.state.is_dead:
        return list(returns)
    last = gast.copy_location(gast.Return(None), place)
    nothing = Leaf(constant(None), None)
    frame.block.append(last)
    return [*returns, Exit(last, frame.block, frame.state.copy(), nothing)]


def keys_of(
    identities: set[Identity], exits: list[Exit], place: gast.AST
) -> dict[Identity, tuple[Any, ...]]:
    """Return the keys that objects have in the end, in their order.

    Raises UnsupportedSyntax for objects that do not have the same on all paths.
    """
    keys = {}
    for identity in identities:
        orders = {tuple(leave.state.nodes[identity].parts) for leave in exits}
        if len(orders) > 1:
            raise UnsupportedSyntax(
                "an object gets other parts on one path than on another",
                place,
                "bind all of them in `__init__`",
            )
        keys[identity] = orders.pop()
    return keys


def fill(frame: Any, leave: Any, result: Result) -> None:
    """Write what comes back into a `return` statement."""
    trees: list[Expression] = []
    collect(frame, leave.value, result.value, leave, trees)
    for (identity, key), shape in result.changed:
        collect(frame, leave.state.nodes[identity].parts[key], shape, leave, trees)
    statement = leave.statement
    if result.is_leaf and trees:
        statement.value = trees[0]
    elif result.is_leaf or not trees:
        statement.value = None
    else:
        statement.value = trees[0] if len(trees) == 1 else tuple_of(trees)
    if statement.value is not None:
        locate(statement.value, statement)


def collect(
    frame: Any,
    value: Value,
    shape: Shape,
    leave: Any,
    trees: list[Expression],
    is_maybe: bool = False,
) -> None:
    """Collect the numbers and arrays of a value in their order.

    The parts of one that `is_maybe` there may be None.
    """
    if isinstance(shape, LeafShape):
        if isinstance(value, Leaf):
            is_vague = not is_maybe and may_be_none(value.tree, leave.state.optional)
            frame.needs_place |= value.origin is not None or value.known is None or is_vague
            frame.needs_place |= stays_empty(frame, value.tree)
        trees.append(clone(frame.leaf(value, leave.statement).tree))
    elif isinstance(shape, NodeShape):
        if isinstance(value, Leaf) and value.known is None:
            frame.needs_place = True
            trees += [locate(constant(None), leave.statement) for _ in range(count(shape))]
            return
        if isinstance(value, Leaf):
            parts: list[Value] = [Leaf(e) for e in value.tree.elts]
        else:
            assert isinstance(value, Ref)
            node = leave.state.nodes[value.identity]
            parts = list(node.parts.values())
            frame.needs_place |= shape.absent and not tells(node, shape.telling, leave.state)
        for part, inner in zip(parts, shape.parts, strict=True):
            collect(frame, part, inner, leave, trees, is_maybe or shape.absent)
    elif isinstance(shape, MethodShape):
        if isinstance(value, Closure):
            value = frame.lifted_closure(value, leave.statement)
        assert isinstance(value, Method)
        own = (*value.given, *(part for _, part in value.words))
        for part, inner in zip(own, shape.given, strict=True):
            collect(frame, part, inner, leave, trees)


def stays_empty(frame: Any, tree: Expression) -> bool:
    """Return True for an empty list that a function only returns: nothing tells what it holds."""
    if not is_untyped(tree, frame.untyped):
        return False
    others = [s for s in walk_statements(frame.block) if not isinstance(s, gast.Return)]
    return not any(reads(own_part(statement)) & reads(tree) for statement in others)


def tells(node: Node, key: Any, state: State) -> bool:
    """Return True if a part of a node is None only where there is None instead of the node."""
    part = node.parts[key]
    is_sure = isinstance(part, Leaf) and not may_be_none(part.tree, state.optional)
    return is_sure if node.absent is None else bool(node.absent == key)

"""Values that are made of the numbers and arrays that a call has given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import gast

from srcdiff.structures.results import Result
from srcdiff.structures.shapes import (
    LEAF,
    ConstantShape,
    KnownShape,
    LeafShape,
    LinkShape,
    NodeShape,
    OwnShape,
    Shape,
    count,
)
from srcdiff.structures.state.values import Identity, Known, Leaf, Method, Ref, Value
from srcdiff.syntax import SEPARATOR, Expression, assign, constant, locate, name, unpack

Made: TypeAlias = dict[int, Ref]


def instantiated(
    frame: Any,
    result: Result,
    tree: Expression,
    own: Mapping[Identity, Identity],
    place: gast.AST,
) -> Value:
    """Write a call, and return what it gives; `own` are the objects of the caller by theirs."""
    total = count(result.value) + sum(count(shape) for _, shape in result.changed)
    if result.value == LEAF and total == 1:
        return Leaf(tree)
    if total == 0:
        frame.emit(gast.Expr(tree), place)
        left: list[Expression] = []
    elif total == 1 and not result.changed:
        left = [tree]
    else:
        stem = getattr(tree.func, "id", "result").split(SEPARATOR)[0]
        names = [frame.new_name(f"{stem}{SEPARATOR}result", place) for _ in range(total)]
        frame.bound_once.update(names)
        frame.emit(unpack(names, tree) if total > 1 else assign(names[0], tree), place)
        left = [name(title) for title in names]
    made: Made = {}
    value = built(frame, result.value, left, own, place, made)
    for (identity, key), shape in result.changed:
        part = built(frame, shape, left, own, place, made)
        frame.bind_part(Ref(own[identity]), key, part, place, is_checked=True)
    for identity, keys in result.keys:
        node = frame.state.nodes[own[identity]]
        if tuple(node.parts) != keys:
            parts = {key: node.parts[key] for key in keys}
            frame.state.nodes[own[identity]] = replace(node, parts=parts)
    found: Value = frame.current(value)
    return found


def built(
    frame: Any,
    shape: Shape,
    left: list[Expression],
    own: Mapping[Identity, Identity],
    place: gast.AST,
    table: Made | None = None,
) -> Value:
    """Return a value made of the numbers and arrays that came back.

    `table` has the objects that were made before by their numbers.
    """
    table = {} if table is None else table
    match shape:
        case LeafShape():
            return Leaf(left.pop(0))
        case ConstantShape():
            return Leaf(locate(constant(shape.value), place), shape.value)
        case KnownShape():
            return Known(shape.value)
        case OwnShape(identity=("global", number)):
            found: Value = frame.known(frame.program.globals[number], place)
            return found
        case OwnShape():
            return Ref(own.get(shape.identity, shape.identity))
        case LinkShape():
            return table[shape.number]
        case NodeShape():
            return built_node(frame, shape, left, own, place, table)
    given = tuple(built(frame, part, left, own, place, table) for part in shape.given)
    first = len(given) - len(shape.words)
    words = tuple(zip(shape.words, given[first:], strict=True))
    return Method(built(frame, shape.function, left, own, place, table), given[:first], words)


def built_node(
    frame: Any,
    shape: NodeShape,
    left: list[Expression],
    own: Mapping[Identity, Identity],
    place: gast.AST,
    table: Made,
) -> Value:
    """Return an object, or a tuple, made of the numbers and arrays that came back."""
    title = shape.title.split(SEPARATOR)[0]
    made: Ref | None = None
    if shape.number is not None:
        made = table[shape.number] = frame.new_node(place, shape.cls, {}, title)
    parts = [built(frame, part, left, own, place, table) for part in shape.parts]
    all_leaves = all(isinstance(p, Leaf) and not isinstance(p.known, str) for p in parts)
    if shape.cls is tuple and all_leaves and not shape.sources and not shape.absent:
        trees = [p.tree for p in parts if isinstance(p, Leaf)]
        return Leaf(locate(gast.Tuple(trees, gast.Load()), place))
    found = dict(zip(shape.keys, parts, strict=True))
    if made is None:
        made = frame.new_node(place, shape.cls, found, title)
    if shape.absent:
        trees = [part.tree for part in parts if isinstance(part, Leaf)]
        frame.state.optional |= {tree.id for tree in trees if isinstance(tree, gast.Name)}
    sources = tuple(
        table[i[1]].identity if i[0] == "made" else own.get(i, i) for i in shape.sources
    )
    frame.state.nodes[made.identity] = replace(
        frame.node(made),
        parts=found,
        element=shape.element,
        made_at=id(place),
        sources=sources,
        absent=shape.telling if shape.absent else None,
    )
    return made

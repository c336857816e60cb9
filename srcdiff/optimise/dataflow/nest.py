"""Put the parts of expressions back where they are used.

The reader of the generated source must not see the core form: a part that is used once
goes back into the expression that uses it; one that is cheaper to read than to name,
such as an element of an array, goes into all of them.
"""

from __future__ import annotations

from collections import Counter

import gast

from srcdiff.core.operations import is_shape, is_store, store_target
from srcdiff.optimise.dataflow.block_index import BlockIndex, spoilers
from srcdiff.optimise.dataflow.moves import (
    Known,
    all_reads,
    blocks_of,
    fill,
    is_index,
    is_light,
    is_movable,
    is_only,
    is_read_inside,
    is_remade,
    loaded,
    occurrences,
    spoils,
    writes_of,
)
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    names_in,
    walk_statements,
    whole_target,
    with_blocks,
    with_body,
    writes,
)


def nest(tree: gast.FunctionDef, known: Known) -> gast.FunctionDef:
    """Return the function with parts of expressions in their places.

    >>> from srcdiff.syntax import function, unparse
    >>> known = Known(lambda n: n != "y", lambda n: n == "x", lambda n: False, lambda n: True)
    >>> print(unparse(nest(function('''
    ... def f(x, i):
    ...     a = x[i]
    ...     b = a * 2.0
    ...     c = math.exp(b)
    ...     y = a + c
    ...     return y
    ... '''), known)))
    def f(x, i):
        y = x[i] + math.exp(x[i] * 2.0)
        return y
    """
    return with_body(tree, _Nest(known).function(tree.body))


class _Nest:
    """The search for parts that can move, and the moves."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.may_spoil = spoilers(known)
        self.bound: Counter[str] = Counter()
        self.read: Counter[str] = Counter()

    def function(self, body: Block) -> Block:
        """Return a body after as many moves as possible."""
        while True:
            self.bound = Counter(t for s in walk_statements(body) for t in writes_of(s))
            self.read = Counter(n for s in walk_statements(body) for n in occurrences(s))
            new = self.block(body)
            if new is body:
                return body
            body = new

    def block(self, block: Block) -> Block:
        """Return a block after some moves, or the block itself if there are none."""
        changed = False
        new: Block = []
        for statement in block:
            inner = blocks(statement)
            if inner:
                parts = [self.block(part) for part in inner]
                if any(a is not b for a, b in zip(parts, inner, strict=True)):
                    changed = True
                    statement = with_blocks(statement, parts)
            new.append(statement)
        left: Block = []
        index: BlockIndex | None = None
        for position, statement in enumerate(new):
            if index is not None:
                statement = index.block[position]
            if self.is_candidate(statement, new if index is None else index.block, position):
                index = index or BlockIndex(new, self.known, self.may_spoil)
                if self.has_moved(statement, index, position):
                    changed = True
                    continue
            left.append(statement)
        return left if changed else block

    def is_candidate(self, statement: Statement, block: Block, position: int) -> bool:
        """Return True if a statement binds a part that may move, where it is safe."""
        part = whole_target(statement)
        if not part or self.bound[part] != 1 or not self.known.is_part(part) or not self.read[part]:
            return False
        below = block[position + 1 : position + 2]
        return is_movable(statement.value, self.known) or is_only(part, below)

    def has_moved(self, statement: Statement, index: BlockIndex, position: int) -> bool:
        """Move a part into the statements after it; return False if it stays."""
        part = whole_target(statement)
        uses = self.read[part]
        light = is_light(statement.value) or is_index(part, statement.value, self.known)
        light = light and not is_remade(part, statement.value, self.known)
        if uses > 1 and not light:
            return False
        found = places(part, index, position, uses)
        if not found or not self.is_safe_between(statement.value, part, index, (position, *found)):
            return False
        if any(part in stored_arrays(index.block[place]) for place in found):
            return False
        for place in found:
            index.replace(place, fill(index.block[place], part, statement.value, uses > 1))
        for name in all_reads(statement.value):
            self.read[name] += uses - 1
        return True

    def is_safe_between(
        self, value: Expression, part: str, index: BlockIndex, way: tuple[int, ...]
    ) -> bool:
        """Return True if a value is the same at each of its uses, which stand at some places.

        The first place is where it is now.
        """
        first, *uses = way
        for place in uses:
            statement = index.block[place]
            if blocks(statement) and not self.is_safe(value, part, [statement], place == uses[-1]):
                return False
        arrays = loaded(value, self.known.is_array)
        if index.binds(names_in(value)[0], first, uses[-1]):
            return False
        return not index.spoiled(arrays, first, uses[-1])

    def is_safe(self, value: Expression, part: str, way: Block, has_last: bool = True) -> bool:
        """Return True if a value is the same at each use on the way, the last one included.

        The statements of the way have the last use, or do not.
        """
        names = names_in(value)[0]
        arrays = loaded(value, self.known.is_array)
        for position, statement in enumerate(way):
            last = has_last and position == len(way) - 1
            if blocks(statement):
                within = is_shape(value) or self.inside(statement, part, value)
                if is_read_inside(part, statement) and not within:
                    return False
                spoiled = bool(writes(blocks_of(statement)) & names) or any(
                    spoils(s, arrays, self.known) for s in walk_statements(blocks_of(statement))
                )
                if spoiled and not (last and not is_read_inside(part, statement)):
                    return False
                continue
            if not last and (
                set(writes_of(statement)) & names or spoils(statement, arrays, self.known)
            ):
                return False
        return True

    def inside(self, statement: Statement, part: str, value: Expression) -> bool:
        """Return True if a part may move into the branches of an `if`: not into loops."""
        if not isinstance(statement, gast.If):
            return False
        for block in blocks(statement):
            found = [p for p, s in enumerate(block) if part in names_in(s)[0]]
            if found and not self.is_safe(value, part, block[: found[-1] + 1]):
                return False
        return True


def places(part: str, index: BlockIndex, position: int, uses: int) -> list[int]:
    """Return the places of the statements with all uses of a part, [] if some are elsewhere."""
    inside = 0
    found = index.readers(part, position)
    for count, place in enumerate(found):
        inside += all_reads(index.block[place]).count(part) if uses > 1 else 1
        if inside == uses:
            return found[: count + 1]
    return []


def stored_arrays(statement: Statement) -> set[str]:
    """Return the names of the arrays of which a statement, or one inside it, writes elements.

    They stay: which array `x.T[i] = y` writes is not told by a name.
    """
    stores = [s for s in walk_statements([statement]) if is_store(s)]
    return {s.id for s in (store_target(store).value for store in stores) if hasattr(s, "id")}

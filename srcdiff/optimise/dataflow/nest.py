"""Put the parts of expressions back where they are used.

The reader of the generated source must not see the core form: a part that is used once
goes back into the expression that uses it; one that is cheaper to read than to name,
such as an element of an array, goes into all of them.
"""

from __future__ import annotations

from collections import Counter

import gast

from srcdiff.core.operations import is_shape, is_store, store_target
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
        position = 0
        while position < len(new):
            rest = self.move(new[position], new[position + 1 :])
            if rest is None:
                position += 1
            else:
                changed = True
                new[position:] = rest
        return new if changed else block

    def move(self, statement: Statement, rest: Block) -> Block | None:
        """Move a part into the statements after it; return these, or None if it stays."""
        part = whole_target(statement)
        if not part:
            return None
        if (
            self.bound[part] != 1
            or not self.known.is_part(part)
            or not (is_movable(statement.value, self.known) or is_only(part, rest[:1]))
        ):
            return None
        uses = self.read[part]
        light = is_light(statement.value) or is_index(part, statement.value, self.known)
        light = light and not is_remade(part, statement.value, self.known)
        if uses == 0 or (uses > 1 and not light):
            return None
        found = places(part, rest, uses)
        if not found or not self.is_safe(statement.value, part, rest[: found[-1] + 1]):
            return None
        if any(part in stored_arrays(rest[position]) for position in found):
            return None
        new = list(rest)
        for position in found:
            new[position] = fill(new[position], part, statement.value, uses > 1)
        for name in all_reads(statement.value):
            self.read[name] += uses - 1
        return new

    def is_safe(self, value: Expression, part: str, way: Block) -> bool:
        """Return True if a value is the same at each use on the way, the last one included."""
        names = names_in(value)[0]
        arrays = loaded(value, self.known.is_array)
        for position, statement in enumerate(way):
            last = position == len(way) - 1
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


def places(part: str, rest: Block, uses: int) -> list[int]:
    """Return the positions of the statements with all uses of a part, [] if some are elsewhere."""
    found: list[int] = []
    inside = 0
    for position, statement in enumerate(rest):
        if part not in names_in(statement)[0]:
            continue
        found.append(position)
        inside += all_reads(statement).count(part) if uses > 1 else 1
        if inside == uses:
            return found
    return []


def stored_arrays(statement: Statement) -> set[str]:
    """Return the names of the arrays of which a statement, or one inside it, writes elements.

    They stay: which array `x.T[i] = y` writes is not told by a name.
    """
    stores = [s for s in walk_statements([statement]) if is_store(s)]
    return {s.id for s in (store_target(store).value for store in stores) if hasattr(s, "id")}

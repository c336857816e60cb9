"""Take and write elements one after the other where arrays of integers tell their places."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.aliasing.memory_groups import Groups, memory_groups
from srcdiff.analyse.arrays.subscripts import makes_array
from srcdiff.analyse.types.types import Types, dtype_name, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.indexing.beside import axis_of, beside_slices, spelled_out
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    constant,
    dotted,
    each_statement,
    is_none,
    locate,
    members,
    name,
    path,
    reads,
    targets,
    walk,
    walk_statements,
)


@needs(gast.Subscript)
@needs(numba_types.Array)
def scattered(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with loops for writes to places that may repeat: the last one stays.

    Elements that are taken by several subscripts are taken in a loop, too.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a, x, k):\\n    a[k] = x\\n    a[k, k] += 1.0")
    >>> known = {
    ...     "a": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "x": numba_types.Array(numba_types.float64, 1, "C"),
    ...     "k": numba_types.Array(numba_types.int64, 1, "C"),
    ... }
    >>> print(unparse(scattered(tree, Types(known, numba_types.none))))
    def f(a, x, k):
        a·copy = np.copy(x)
        for a·place in range(len(k)):
            a·at = k[a·place]
            a[a·at] = a·copy
        a·there = np.empty(len(k))
        for a·place·2 in range(len(k)):
            a·at·2 = k[a·place·2]
            a·at·3 = k[a·place·2]
            a·value = a[a·at·2, a·at·3]
            a·there[a·place·2] = a·value
        a·new = a·there + 1.0
        a·count = len(k)
        a·count·2 = len(a·new)
        a·other = a·count != a·count·2
        if a·other:
            raise ValueError('the places and the values that are written are not as many')
        for a·place·3 in range(len(k)):
            a·value·2 = a·new[a·place·3]
            a·at·4 = k[a·place·3]
            a·at·5 = k[a·place·3]
            a[a·at·4, a·at·5] = a·value·2
    """
    parts = (p for n in walk(tree) if isinstance(n, gast.Subscript) for p in members(n.slice))
    if not any(makes_array(part, types.is_array) for part in parts):
        return tree
    naming = Naming(tree)
    assigned = [s for s in walk_statements(tree.body) if isinstance(s, gast.Assign)]
    memory = memory_groups(assigned, types.names)
    fresh = {t for s in assigned if is_fresh(s) for t in targets(s)}

    return each_statement(tree, lambda s: Scatter(s, types, naming, memory, fresh).written())


def is_fresh(statement: gast.Assign) -> bool:
    """Return True if a statement binds a new array, by arithmetic."""
    return isinstance(statement.value, (gast.BinOp, gast.UnaryOp))


class Scatter:
    """One statement, and what stands for it if it writes to places in an array."""

    def __init__(
        self,
        statement: Statement,
        types: Types,
        naming: Naming,
        memory: Groups,
        fresh: set[str],
    ) -> None:
        self.statement = statement
        self.memory = memory
        self.fresh = fresh
        self.types = types
        self.naming = naming
        written = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
        self.target: Any = written[0]

    def places(self, element: Any) -> list[Expression]:
        """Return the subscripts, if some are arrays of places and the others numbers or slices."""
        if not isinstance(element, gast.Subscript) or not dotted(element.value):
            return []
        ndim = self.types.ndim(dotted(element.value))
        parts = members(spelled_out(element, ndim).slice)
        several = [part for part in parts if makes_array(part, self.types.is_array)]
        kinds = [self.types[n] for part in several for n in reads(part)]
        places = (numba_types.Integer, *([numba_types.Boolean] if len(parts) > 1 else []))
        plain = all(k.ndim == 1 and isinstance(k.dtype, places) for k in kinds if is_array(k))
        slices = any(isinstance(part, gast.Slice) for part in parts)
        if slices and len(several) > 1 and isinstance(self.statement, gast.AugAssign):
            return []
        return parts if several and plain and not any(map(is_none, parts)) else []

    def written(self) -> Block:
        """Return the statements that stand for the statement."""
        parts = self.places(self.target)
        if not parts:
            return self.taken()
        array = dotted(self.target.value)
        new: Block = []
        places, several, first = self.checked_places(array, parts, new)
        value, ndim = self.value(array, places, several, new)
        counter = self.naming.part(array, "place")
        body: Block = []
        slices = sum(isinstance(part, gast.Slice) for part in parts)
        axis = axis_of(parts) + ndim - (self.types.ndim(array) - len(parts) + slices + 1)
        if ndim > 0 and axis >= 0:
            new += self.checked(array, first, value, axis)
            whole = [gast.Slice(None, None, None) for _ in range(axis)]
            row = gast.Subscript(value, indexed([*whole, name(counter)]), gast.Load())
            value = self.named(row, array, "value", body)
        index = self.at(counter, array, places, several, body)
        body.append(assign(gast.Subscript(name(array), index, gast.Store()), value))
        return [locate(s, self.statement) for s in (*new, loop(counter, first, body))]

    def taken(self) -> Block:
        """Return the statements that take elements by several subscripts, or the statement."""
        value = getattr(self.statement, "value", None)
        bound = targets(self.statement)
        parts = self.places(value) if len(bound) == 1 else []
        array = dotted(value.value) if value is not None and parts else ""
        slices = any(isinstance(part, gast.Slice) for part in parts)
        if len(parts) < 2 or slices or self.types.ndim(array) > len(parts):
            return [self.statement]
        new: Block = []
        places, several, first = self.checked_places(array, parts, new)
        dtype = self.types[array].dtype
        kinds = [] if dtype == numba_types.float64 else [path(f"np.{dtype_name(dtype)}")]
        new.append(assign(bound[0], call("np.empty", call("len", first), *kinds)))
        counter = self.naming.part(array, "place")
        body: Block = []
        index = self.at(counter, array, places, several, body)
        element = gast.Subscript(name(array), index, gast.Load())
        kept = self.named(element, array, "value", body)
        target = gast.Subscript(name(bound[0]), name(counter), gast.Store())
        body.append(assign(target, kept))
        return [locate(s, self.statement) for s in (*new, loop(counter, first, body))]

    def checked_places(
        self, array: str, parts: list[Expression], out: Block
    ) -> tuple[list[Expression], list[bool], Expression]:
        """Return names for the subscripts, which of them are arrays, and the first of these."""
        several = [makes_array(part, self.types.is_array) for part in parts]
        parts = [
            call("np.copy", part) if self.may_share(dotted(part), array) else part for part in parts
        ]
        named = [
            self.numbers(part, array, out) if many else part
            for part, many in zip(parts, several, strict=True)
        ]
        first = next(part for part, many in zip(named, several, strict=True) if many)
        for part, many in zip(named, several, strict=True):
            if many and dotted(part) != dotted(first):
                out += self.checked(array, first, part)
        return named, several, first

    def numbers(self, part: Expression, array: str, out: Block) -> Expression:
        """Return a name for an array of places; a mask tells them, too."""
        kinds = [self.types[n] for n in reads(part)]
        if any(is_array(k) and isinstance(k.dtype, numba_types.Boolean) for k in kinds):
            found = self.named(call("np.nonzero", part), array, "found", out)
            part = gast.Subscript(found, constant(0), gast.Load())
        return self.named(part, array, "places", out)

    def at(
        self,
        counter: str,
        array: str,
        places: list[Expression],
        several: list[bool],
        out: Block,
    ) -> Expression:
        """Return the subscript of one element, of which the statements read the parts."""
        found = [
            self.named(gast.Subscript(part, name(counter), gast.Load()), array, "at", out)
            if many
            else part
            for part, many in zip(places, several, strict=True)
        ]
        return indexed(found)

    def value(
        self, array: str, places: list[Expression], several: list[bool], out: Block
    ) -> tuple[Expression, int]:
        """Return what is written, and the number of its dimensions.

        What may be a part of the array itself is copied first.
        """
        value = self.statement.value
        if isinstance(self.statement, gast.AugAssign):
            old = self.there(array, places, several, out)
            slices = sum(isinstance(part, gast.Slice) for part in places)
            ndim = self.types.ndim(array) - len(places) + slices + 1
            return self.named(binary(old, self.statement.op, value), array, "new", out), ndim
        if not isinstance(value, gast.Name) or self.types.ndim(value.id) == 0:
            return value, 0
        if value.id not in self.fresh or self.may_share(value.id, array):
            value = self.named(call("np.copy", value), array, "copy", out)
        return value, self.types.ndim(self.statement.value.id)

    def may_share(self, part: str, array: str) -> bool:
        """Return True if an array may be a part of another, or share one with it."""
        is_array = self.types.is_array(part)
        return is_array and self.memory.root(part) == self.memory.root(array)

    def there(
        self, array: str, places: list[Expression], several: list[bool], out: Block
    ) -> Expression:
        """Return a name for what is at the places."""
        if not any(isinstance(part, gast.Slice) for part in places):
            own: Block = []
            element = gast.Subscript(name(array), indexed(places), gast.Load())
            old = self.named(element, array, "there", own)
            for statement in own:
                known = self.types, self.naming, self.memory, self.fresh
                out += Scatter(statement, *known).taken()
            return old
        found = beside_slices(
            name(array),
            places,
            several.index(True),
            lambda word, tree: self.named(tree, array, word, out),
        )
        return self.named(found, array, "there", out)

    def named(self, tree: Expression, array: str, word: str, out: Block) -> Expression:
        """Return a name for the value of an expression."""
        if isinstance(tree, gast.Name):
            return tree
        kept = self.naming.part(array, word)
        out.append(assign(kept, tree, self.statement))
        return name(kept)

    def checked(self, array: str, first: Expression, other: Expression, axis: int = 0) -> Block:
        """Return the statements that raise what NumPy does where two lengths differ."""
        new: Block = []
        shape = gast.Subscript(path(f"{dotted(other)}.shape"), constant(axis), gast.Load())
        lengths = [call("len", first), shape if axis else call("len", other)]
        counts = [self.named(part, array, "count", new) for part in lengths]
        differs = gast.Compare(counts[0], [gast.NotEq()], [counts[1]])
        test = self.named(differs, array, "other", new)
        text = "the places and the values that are written are not as many"
        return [*new, raising(test, text, self.statement)]


def loop(counter: str, places: Expression, body: Block) -> Statement:
    """Return the loop over some places."""
    bounds = call("range", call("len", places))
    return gast.For(gast.Name(counter, gast.Store(), None, None), bounds, body, [], None)


def indexed(places: list[Expression]) -> Expression:
    """Return a subscript."""
    return places[0] if len(places) == 1 else gast.Tuple(list(places), gast.Load())

"""Comprehensions: over what is known, and those that stay or become loops."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.containers.steps import Steps
from srcdiff.structures.expressions.basic import UnknownKey
from srcdiff.structures.state.restarts import MadeOfRows
from srcdiff.structures.state.values import UNKNOWN, Leaf, Ref, Value
from srcdiff.syntax import SEPARATOR, Block, Expression, clone, constant, locate, rename

MOST = 150  # items that a loop that is written out may have


class Filtered(UnsupportedSyntax):
    """Items of which only the function knows, when it runs, which are meant."""


class Comprehensions(Steps):
    """Finds out what comprehensions give."""

    def comprehension(self, tree: Any) -> Value:
        """Return what a comprehension is."""
        if isinstance(tree, gast.DictComp):
            return self.dict_comprehension(tree)
        if id(tree) in self.program.row_lists:
            return self.as_rows(tree)
        items, _ = self.trial(lambda: self.iterated(tree.generators[0].iter, tree))
        found = self.collected_or_none(tree) if items is not None else None
        if items is not None and found is None:
            return self.filtered(tree)
        if found is not None and not isinstance(tree, gast.SetComp):
            if all(isinstance(v, Leaf) and not isinstance(v.known, str) for v in found) and found:
                parts = [v.tree for v in found if isinstance(v, Leaf)]
                new = gast.copy_location(gast.List(parts, gast.Load()), tree)
                return Leaf(new, origin=self.origin_of(tree))
            return self.new_node(tree, list, dict(enumerate(found)), "")
        return self.plain_comprehension(tree)

    def collected_or_none(self, tree: Any) -> list[Value] | None:
        """Return the elements, None where their number is only known when the function runs."""
        start, before = self.snapshot(), len(self.block)
        try:
            return self.collected(tree)
        except Filtered:
            self.restore(start)
            del self.block[before:]
            return None

    def filtered(self, tree: Any) -> Value:
        """Return a list of some items of which only the function knows which, by a loop."""

        def first() -> Value:
            for generator in tree.generators:
                items = self.iterated(generator.iter, tree)
                if items:
                    self.bind_quietly(generator.target, items[0])
            return self.value(tree.elt)

        element, _ = self.trial(first)
        if isinstance(element, Ref):
            raise MadeOfRows(id(tree), None)
        return self.as_loop(tree)

    def collected(self, tree: Any) -> list[Value] | None:
        """Return the elements of a comprehension over what is known."""
        found: list[Value] = []
        pins = self.pins
        own = bound_names([g.target for g in tree.generators])
        before = {n: self.state.names[n] for n in own if n in self.state.names}

        def generate(depth: int) -> bool:
            if depth == len(tree.generators):
                self.collect(tree.elt, found, pins)
                return True
            generator = tree.generators[depth]
            items = self.iterated(generator.iter, tree)
            if items is None:
                return False
            if len(items) > MOST:
                raise too_many(len(items), generator.iter)
            for item in items:
                self.bind_quietly(generator.target, item)
                if self.is_meant(generator, tree) and not generate(depth + 1):
                    return False
            return True

        known = generate(0)
        self.unpin(pins)
        for title in own:
            self.state.names.pop(title, None)
        self.state.names.update(before)
        return found if known else None

    def collect(self, tree: Expression, found: list[Value], pins: int) -> None:
        """Add what an expression is to others; what is written for it does not change those."""
        before = len(self.block)
        value = self.value(tree)
        if len(self.block) > before:
            written = self.block[before:]
            del self.block[before:]
            found[:] = [self.held(v, tree) for v in found]
            self.block += written
        found[:] = [self.pinned(v, pins + k) for k, v in enumerate(found)]
        self.pin(value)
        found.append(value)

    def is_meant(self, generator: gast.comprehension, place: Expression) -> bool:
        """Return True if an item passes all conditions of a comprehension."""
        tests = [self.truth(self.value(test)) for test in generator.ifs]
        if None in tests:
            raise Filtered(
                "which of these items are meant is only known when the function runs",
                place,
                "write a loop",
            )
        return all(tests)

    def bind_quietly(self, target: Expression, value: Value) -> None:
        """Give the variable of a comprehension its value, without a statement."""
        if isinstance(target, gast.Name):
            self.state.names[target.id] = value
            return
        if isinstance(value, Leaf) and not isinstance(value.known, tuple):
            parts: list[Value] = [
                Leaf(locate(gast.Subscript(clone(value.tree), constant(k), gast.Load()), target))
                for k in range(len(target.elts))
            ]
        else:
            parts = self.items_of(value, target)
        if len(parts) != len(target.elts):
            raise UnsupportedSyntax(
                f"{len(parts)} values are unpacked into {len(target.elts)} names",
                target,
                "count them",
            )
        for part, item in zip(target.elts, parts, strict=True):
            self.bind_quietly(part, item)

    def dict_comprehension(self, tree: gast.DictComp) -> Value:
        """Return a dictionary that a comprehension makes."""
        pair = gast.copy_location(gast.Tuple([tree.key, tree.value], gast.Load()), tree)
        both = gast.copy_location(gast.ListComp(pair, tree.generators), tree)
        parts: dict[Any, Value] = {}
        self.program.alive.append(both)
        self.program.written_out.add(id(both))  # its keys have to be known
        found = self.collected(both)
        if found is None:
            raise UnsupportedSyntax(
                "the keys of this dictionary are only known when the function runs",
                tree,
                "use a dictionary with constant keys, or an array",
            )
        key: Value
        own: Value
        for item in found:
            if isinstance(item, Leaf):
                first, last = item.tree.elts
                key, own = Leaf(first, getattr(first, "value", UNKNOWN)), Leaf(last)
            else:
                key, own = self.items_of(item, tree)
            parts[self.constant_key(key, tree.key)] = own
        return self.new_node(tree, dict, parts, "")

    def plain_comprehension(self, tree: Any) -> Value:
        """Return a comprehension over what is only known when it runs."""
        own = bound_names([g.target for g in tree.generators])
        before = dict(self.state.names)

        self.program.alive.append(tree)

        def inside() -> Any:
            generators = []
            for generator in tree.generators:
                walked = self.walked(generator.iter)
                if walked is not None:
                    target, items, make = walked
                    self.bind_quietly(generator.target, make())
                    tests = [self.tree(test) for test in generator.ifs]
                    generators.append(gast.comprehension(target, items, tests, generator.is_async))
                    continue
                items = self.tree(generator.iter)
                for title in own & bound_names([generator.target]):
                    self.state.names[title] = Leaf(gast.Name(title, gast.Load(), None, None))
                tests = [self.tree(test) for test in generator.ifs]
                new = gast.comprehension(clone(generator.target), items, tests, generator.is_async)
                generators.append(new)
            element = self.value(tree.elt)
            if isinstance(element, Ref) and isinstance(tree, gast.ListComp):
                raise MadeOfRows(id(tree), None)
            collected = self.leaf(element, tree.elt).tree
            return gast.copy_location(type(tree)(collected, generators), tree)

        try:
            made, written = self.trial(inside)
        except UnknownKey:
            if id(tree) in self.program.written_out:
                raise
            self.program.written_out.add(id(tree))
            return self.comprehension(tree)
        if written:
            return self.as_loop(tree)
        touched = self.touched
        made = inside()
        self.touched = touched or self.touched
        for title in own:
            self.state.names.pop(title, None)
        self.state.names.update({n: before[n] for n in own if n in before})
        return Leaf(made, origin=self.origin_of(tree))

    def by_loop(self, tree: Any, owner: Expression) -> None:
        """Append what a comprehension makes to a list, by a loop."""
        append = gast.Attribute(owner, "append", gast.Load())
        self.each(tree, "append", lambda part: [gast.Expr(gast.Call(append, [part], []))])

    def each(self, tree: Any, what: str, make: Callable[[Expression], Block]) -> None:
        """Run the statements that are made of an element, for each of a comprehension, by a loop.

        `what` says what they do. The variables of the comprehension are its own.
        """

        def loop_of() -> Any:
            body: list[Any] = make(copy.deepcopy(tree.elt))
            for generator in reversed(tree.generators):
                for test in reversed(generator.ifs):
                    body = [gast.If(copy.deepcopy(test), body, [])]
                target, items = copy.deepcopy((generator.target, generator.iter))
                body = [gast.For(target, items, body, [], None)]
            own = sorted(bound_names([g.target for g in tree.generators]))
            first, new = body[0].iter, {t: f"{t}{SEPARATOR}{self.program.count()}" for t in own}
            loop = rename(body[0], new)
            loop.iter = first
            return locate(loop, tree), set(new.values())

        loop, own = self.again(("loop", what), tree, loop_of)
        self.slots |= own
        self.local |= own
        self.statement(loop)
        for title in own:
            self.state.names.pop(title, None)

    def as_loop(self, tree: Any, rows: int | None = None) -> Value:
        """Return the list that a comprehension makes, by a loop; as several lists for rows."""
        title = self.temporary_name("collected", tree)
        made = self.again("list", tree, lambda: gast.List([], gast.Load()))
        if rows is not None:
            made = self.program.made_lists.setdefault(rows, made)
            self.program.row_lists[id(made)] = self.program.row_lists[rows]
            self.program.same_lists[id(made)] = rows
        self.program.growing_lists.add(id(made))
        empty = gast.Assign([gast.Name(title, gast.Store(), None, None)], made, None)
        self.statement(locate(empty, tree))
        self.by_loop(tree, gast.Name(title, gast.Load(), None, None))
        return self.value(locate(gast.Name(title, gast.Load(), None, None), tree))


def too_many(count: int, place: Expression) -> UnsupportedSyntax:
    """Return the error for a loop that would have to be written out so many times."""
    return UnsupportedSyntax(
        f"a loop over {count} objects would be written out as many times",
        place,
        "put their numbers into arrays, one for each attribute",
    )

"""Expressions with the fields of records instead of the records."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import gast
import numpy as np

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Fields, Made, Source, signature, source_of
from srcdiff.normalise.functions.scopes import FUNCTIONS, own_names
from srcdiff.normalise.functions.special_cases import Binding, special
from srcdiff.normalise.partial_evaluation.scope import Scope
from srcdiff.normalise.records.record_parts import (
    Value,
    binding,
    counters,
    has_slice,
    part_name,
    place_name,
    refused,
    stored,
    writes_records,
)
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    call,
    call_method,
    callee_of,
    clone,
    dotted,
    fresh,
    is_string,
    locate,
    name,
    number,
    rebuild,
    subscript,
    tuple_of,
)

COPIES = (np.copy, np.zeros_like, np.empty_like, np.array, np.asarray)
EXTENTS = ("shape", "size", "ndim")
WHOLE = gast.Slice(None, None, None)


class RecordExpressions:
    """Writes the expressions of one function.

    `known` has the names of records and arrays of them, `places` the names of elements, and of
    which array they are.
    """

    def __init__(self, source: Source) -> None:
        self.namespace = dict(source.namespace)
        self.local = frozenset(own_names(source.tree)) | source.records.keys()
        self.counters = counters(source.tree)
        self.known: dict[str, Fields] = dict(source.records)
        self.places: dict[str, str] = {}

    def value(self, tree: Expression) -> Value | None:
        """Return what an expression for a record, or an array of records, consists of."""
        if isinstance(tree, gast.Name):
            return self.named(tree.id)
        if isinstance(tree, gast.Subscript) and not is_string(tree.slice):
            whole = self.value(tree.value)
            if whole is None or not whole.is_array:
                return None
            index = self.change(tree.slice)
            return Value(
                whole.fields,
                lambda field: gast.Subscript(whole.part(field), clone(index), gast.Load()),
                has_slice(index),
            )
        if isinstance(tree, gast.Call) and not tree.keywords:
            return self.copied(tree)
        return None

    def named(self, title: str) -> Value | None:
        """Return what a name consists of."""
        if title in self.places:
            array = self.places[title]
            return Value(
                self.known[array],
                lambda field: subscript(part_name(array, field), name(place_name(title))),
                False,
            )
        if title not in self.known:
            return None
        fields = self.known[title]
        is_array = fields.ndim > 0
        return Value(fields, lambda f: name(part_name(title, f)), is_array, title)

    def copied(self, tree: gast.Call) -> Value | None:
        """Return what a copy of an array of records consists of, or one that is like it."""
        if isinstance(tree.func, gast.Attribute) and tree.func.attr == "copy" and not tree.args:
            whole = self.value(tree.func.value)
            if whole is None or not whole.is_array:
                return None
            return Value(whole.fields, lambda f: call_method(whole.part(f), "copy"), True)
        function = Scope(self.local, {}, self.namespace).free(tree.func)
        if len(tree.args) != 1 or not any(function is other for other in COPIES):
            return None
        inner = self.value(tree.args[0])
        if inner is None or not inner.is_array:
            return None
        made = tree.func
        return Value(inner.fields, lambda f: gast.Call(clone(made), [inner.part(f)], []), True)

    def place(self, index: Expression) -> Expression:
        """Return a subscript of an array of records, which has to be one of integers."""
        index = self.change(index)
        if isinstance(index, gast.Tuple):
            return tuple_of([self.place(part) for part in index.elts])
        known = number(index) is not None or dotted(index) in self.counters
        return index if known else call("int", index)

    def enter(self, table: dict[str, Any], title: str, value: Any) -> None:
        """Enter what a name stands for."""
        other = self.places if table is self.known else self.known
        if title in other or table.get(title, value) != value:
            raise UnsupportedSyntax(
                f"`{title}` stands for records of several arrays", None, "use two names"
            )
        table[title] = value

    def iteration(self, target: Expression, items: Expression) -> tuple[Expression, Expression]:
        """Return the variable and the items of a loop, with places instead of records."""
        found = self.value(items)
        if found is not None and found.is_array and isinstance(target, gast.Name):
            if not found.array:
                raise refused(items, "a loop goes over records that have no name")
            self.enter(self.places, target.id, found.array)
            count = call("len", found.part(found.fields.names[0]))
            place = gast.Name(place_name(target.id), gast.Store(), None, None)
            return locate(place, target), locate(call("range", count), items)
        called = callee_of(items)
        if called == "reversed" and len(items.args) == 1:
            target, inner = self.iteration(target, items.args[0])
            return target, gast.copy_location(gast.Call(items.func, [inner], []), items)
        parts = list(target.elts) if isinstance(target, (gast.Tuple, gast.List)) else []
        if called == "enumerate" and len(parts) == 2 and items.args:
            parts[1], inner = self.iteration(parts[1], items.args[0])
            given = [inner, *map(self.change, items.args[1:])]
        elif called == "zip" and len(parts) == len(items.args):
            pairs = [self.iteration(*pair) for pair in zip(parts, items.args, strict=True)]
            parts, given = [part for part, _ in pairs], [inner for _, inner in pairs]
        else:
            return target, self.change(items)
        new = gast.Call(items.func, given, items.keywords)
        return locate(tuple_of(parts, store=True), target), gast.copy_location(new, items)

    def check_hidden(self, tree: gast.AST) -> None:
        """Refuse functions inside that have variables of the same name."""
        hidden = own_names(tree) & (self.known.keys() | self.places.keys())
        if hidden:
            raise UnsupportedSyntax(
                f"`{sorted(hidden)[0]}` means records, and something else in here",
                tree,
                "use another name",
            )

    def change(self, node: Any) -> Any:
        """Return a tree without records."""
        if isinstance(node, (gast.ListComp, gast.GeneratorExp)):
            return self.comprehension(node)
        if isinstance(node, FUNCTIONS):
            self.check_hidden(node)
        if isinstance(node, gast.Attribute):
            return self.attribute(node)
        if isinstance(node, gast.Subscript) and is_string(node.slice):
            return self.field(node, node.value, node.slice.value)
        if isinstance(node, gast.Call):
            return self.called(node)
        if isinstance(node, gast.Tuple) and any(map(self.value, node.elts)):
            raise UnsupportedSyntax(
                "records are parts of a tuple, which is not differentiated",
                node,
                "pass and return their fields, or each record by itself",
            )
        if isinstance(node, (gast.Name, gast.Subscript)) and self.value(node) is not None:
            raise refused(node, "records are used as a whole")
        return rebuild(node, self.change)

    def attribute(self, node: gast.Attribute) -> Expression:
        """Return an attribute: a field, or the shape of an array."""
        found = self.value(node.value)
        if found is not None and node.attr in EXTENTS and found.is_array:
            first = found.part(found.fields.names[0])
            return locate(gast.Attribute(first, node.attr, gast.Load()), node)
        return self.field(node, node.value, node.attr)

    def field(self, node: Expression, value: Expression, field: str) -> Expression:
        """Return what stands for a field, to be read or written."""
        found = self.value(value)
        if found is None:
            return rebuild(node, self.change)
        if field not in found.fields.names:
            raise UnsupportedSyntax(
                f"there is no field `{field}` that can be differentiated",
                node,
                f"the fields are {', '.join(found.fields.names)}",
            )
        part = found.part(field)
        if isinstance(node.ctx, gast.Load):
            return locate(part, node)
        if not isinstance(part, gast.Name):
            return locate(stored(part), node)
        if found.fields.is_shared:
            raise refused(node, "a record that is a part of an array is written")
        if found.is_array or field in found.fields.nested:
            return locate(gast.Subscript(part, WHOLE, gast.Store()), node)
        return locate(stored(part), node)

    def called(self, node: gast.Call) -> Expression:
        """Return a call, in which the fields are passed one by one."""
        given = [self.value(argument) for argument in node.args]
        words = [self.value(word.value) for word in node.keywords]
        if not any(found is not None for found in (*given, *words)):
            return rebuild(node, self.change)
        if dotted(node.func) == "len" and given[0] is not None and given[0].is_array:
            return locate(call("len", given[0].part(given[0].fields.names[0])), node)
        function = Scope(self.local, {}, self.namespace).free(node.func)
        if not isinstance(unwrapped(function), (FunctionType, Made)):
            raise refused(node, "records are used as a whole")
        passed = [found for found in (*given, *words) if found is not None]
        is_mixed = len({found.is_array for found in passed}) == 2
        if is_mixed and writes_records(source_of(function).tree):
            raise UnsupportedSyntax(
                "records and an array of records are passed to a function that writes to them",
                node,
                "pass the place of the record instead",
            )
        return self.with_fields(node, function, given, words)

    def with_fields(
        self,
        node: gast.Call,
        function: Any,
        given: list[Value | None],
        words: list[Value | None],
    ) -> Expression:
        """Return a call of a function that takes the fields of its arguments one by one."""
        own = list(signature(function).parameters)
        arguments: list[Expression] = []
        keywords: list[gast.keyword] = []
        bindings: dict[int, Binding] = {}
        for place, (argument, found) in enumerate(zip(node.args, given, strict=True)):
            if found is None:
                arguments.append(self.change(argument))
                continue
            bindings[place] = binding(found)
            arguments += [found.part(field) for field in found.fields.names]
        for word, found in zip(node.keywords, words, strict=True):
            if found is None:
                keywords.append(gast.keyword(word.arg, self.change(word.value)))
                continue
            bindings[own.index(word.arg)] = binding(found)
            keywords += [
                gast.keyword(part_name(word.arg, field), found.part(field))
                for field in found.fields.names
            ]
        made = special(function, bindings)
        title = fresh(f"{made.__name__}{SEPARATOR}fields", self.namespace)
        self.namespace[title] = made
        return locate(gast.Call(name(title), arguments, keywords), node)

    def comprehension(self, node: Any) -> Any:
        """Return a comprehension over places instead of records."""
        generators = []
        for generator in node.generators:
            target, items = self.iteration(generator.target, generator.iter)
            tests = [self.change(test) for test in generator.ifs]
            generators.append(gast.comprehension(target, items, tests, generator.is_async))
        return gast.copy_location(type(node)(self.change(node.elt), generators), node)

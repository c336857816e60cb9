"""Hold dictionaries whose keys are numbers that vary as two lists: the keys, and the values.

`defaultdict` and `Counter` are dictionaries that get a value where a key is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import gast

from srcdiff.front.parse import Source
from srcdiff.library.containers import found_at, place_of
from srcdiff.normalise.containers.dictionaries.keyed_uses import (
    Uses,
    default_of,
    key_of,
    uses_of,
)
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.of_library import of_library
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    assign,
    call,
    clone,
    constant,
    dotted,
    each_statement,
    is_empty_list,
    is_range,
    locate,
    name,
    rebuild,
    rename,
    subscript,
    unparse,
    walk,
)


def keyed_lists(source: Source) -> Source:
    """Return a function with two lists for each dictionary whose keys are numbers that vary.

    >>> from srcdiff.front.parse import source_of
    >>> from srcdiff.syntax import unparse
    >>> def f(x):
    ...     d = {}
    ...     for k in range(3):
    ...         d[k % 2] = 0.5 * x[k]
    ...     return d[0] * len(d)
    >>> print(unparse(keyed_lists(source_of(f)).tree))
    def f(x):
        d·keys = []
        d·values = []
        for k in range(3):
            d·value = 0.5 * x[k]
            d·key = k % 2
            d·at = found_at(d·keys, d·key)
            if d·at < 0:
                d·keys.append(d·key)
                d·values.append(d·value)
            else:
                d·values[d·at] = d·value
        return d·values[place_of(d·keys, 0)] * len(d·keys)
    """
    every = uses_of(source.tree, source.namespace)
    if not every:
        return source
    naming, known = Naming(source.tree), dict(source.namespace)
    tree = source.tree
    for title, uses in every.items():
        tree = Writer(title, uses, naming, known).written(tree)
    return replace(source, tree=tree, namespace=known)


class Writer:
    """Writes statements with two lists for one dictionary."""

    def __init__(self, title: str, uses: Uses, naming: Naming, known: dict[str, Any]) -> None:
        self.title = title
        self.uses = uses
        self.naming = naming
        self.known = known
        self.absent: set[int] = set()  # stores of keys that are known not to be there
        self.keys, self.values = naming.part(title, "keys"), naming.part(title, "values")

    def written(self, tree: gast.FunctionDef) -> gast.FunctionDef:
        """Return a function without the dictionary."""
        self.absent = set(absent_stores(tree, self.title))
        return self.read(each_statement(tree, self.statement))

    def statement(self, statement: Statement) -> Block:
        """Return what stands for a statement, in which reads are still those of a dictionary."""
        new = self.changed(statement)
        return [locate(part, statement) for part in new]

    def changed(self, statement: Statement) -> Block:
        """Return what stands for a statement that makes or changes the dictionary."""
        match statement:
            case gast.Assign(targets=[gast.Name(id=title)]) if title == self.title:
                return self.made(statement)
            case gast.Assign(targets=[gast.Subscript() as target]) if self.is_part(target):
                if id(statement) in self.absent:  # the value may ask for the keys before
                    return [
                        self.put(self.values, statement.value),
                        self.put(self.keys, target.slice),
                    ]
                value = self.held("value", statement.value)
                at, (key, found) = self.place(target.slice)
                there = [assign_to(self.element(at), value[0])]
                put = [self.put(self.keys, key), self.put(self.values, value[0])]
                return [*value[1], *found, gast.If(self.is_absent(at), put, there)]
            case gast.AugAssign(target=gast.Subscript() as target) if self.is_part(target):
                at, before = self.found_or_put(target.slice)
                return [
                    *before,
                    gast.AugAssign(self.element(at, True), statement.op, statement.value),
                ]
            case gast.Expr(value=gast.Call() as called):
                return self.called_alone(statement, called)
        return [statement]

    def called_alone(self, statement: Statement, called: gast.Call) -> Block:
        """Return what stands for `d.setdefault(k, e)`, and for a method of a value."""
        key, owner = key_of(called, self.title), getattr(called.func, "value", None)
        if key is not None and default_of(called) is not None:
            return self.found_or_put(key, default_of(called))[1]
        key = None if owner is None else key_of(owner, self.title)
        if key is None:
            return [statement]
        at, before = self.found_or_put(key, default_of(owner))
        method = gast.Attribute(self.element(at), called.func.attr, gast.Load())
        return [*before, gast.Expr(gast.Call(method, called.args, called.keywords))]

    def made(self, statement: gast.Assign) -> Block:
        """Return what makes the two lists."""
        empty = gast.List([], gast.Load())
        new: Block = [assign(t, clone(empty), statement) for t in (self.keys, self.values)]
        if isinstance(statement.value, gast.Dict):
            for key, value in zip(statement.value.keys, statement.value.values, strict=True):
                new += [self.put(self.keys, key), self.put(self.values, value)]
        if isinstance(statement.value, gast.DictComp):
            new += self.loops(statement.value)
        return new

    def loops(self, made: gast.DictComp) -> Block:
        """Return the loops that put in what a comprehension does."""
        bound = sorted({n for g in made.generators for n in all_names(g.target)})
        new = {title: self.naming.part(self.title, title) for title in bound}
        key, value = rename(made.key, new), rename(made.value, new)
        place = gast.Subscript(name(self.title), key, gast.Store())
        store = locate(gast.Assign([place], value, None), made)
        if counts_up(made):
            self.absent.add(id(store))
        block = self.changed(store)
        for k, part in reversed([*enumerate(made.generators)]):
            for test in reversed(part.ifs):
                block = [gast.If(rename(test, new), block, [])]
            items = rename(part.iter, new) if k else part.iter
            block = [gast.For(rename(part.target, new), items, block, [], None)]
        return block

    def found_or_put(self, key: Expression, default: Expression | None = None) -> tuple[str, Block]:
        """Return the name of the place of a key, and what finds it, or puts the key there."""
        default = self.uses.default if default is None else default
        if default is None:
            at = self.naming.part(self.title, "at")
            return at, [assign(at, of_library(place_of, self.known, name(self.keys), key), key)]
        at, (kept, before) = self.place(key)
        put = [
            assign(at, call("len", name(self.keys)), key),
            self.put(self.keys, kept),
            self.put(self.values, clone(default)),
        ]
        return at, [*before, gast.If(self.is_absent(at), put, [])]

    def place(self, key: Expression) -> tuple[str, tuple[Expression, Block]]:
        """Return the name of the place of a key, and the key with what is to run before."""
        kept, before = self.held("key", key)
        at = self.naming.part(self.title, "at")
        looked = of_library(found_at, self.known, name(self.keys), clone(kept))
        return at, (kept, [*before, assign(at, looked, key)])

    def held(self, word: str, value: Expression) -> tuple[Expression, Block]:
        """Return a value that may be read twice, and what gives it a name."""
        if isinstance(value, (gast.Name, gast.Constant)) or is_empty_list(value):
            return value, []
        kept = self.naming.part(self.title, word)
        return name(kept), [assign(kept, value, value)]

    def put(self, title: str, value: Expression) -> Statement:
        """Return what appends a value to one of the lists."""
        return gast.Expr(call(f"{title}.append", clone(value)))

    def is_absent(self, at: str) -> Expression:
        """Return the condition that a key was not found."""
        return gast.Compare(name(at), [gast.Lt()], [constant(0)])

    def element(self, at: str, store: bool = False) -> Expression:
        """Return the value at a place."""
        return subscript(self.values, name(at), store=store)

    def is_part(self, tree: Expression) -> bool:
        """Return True for a value of the dictionary."""
        return dotted(tree.value) == self.title

    def read(self, node: gast.AST) -> gast.AST:
        """Return what stands for a part of the function, which changes no dictionary."""
        new = self.read_of(node)
        return rebuild(node, self.read) if new is None else locate(new, node)

    def read_of(self, node: gast.AST) -> Expression | None:
        """Return what stands for something that is read of the dictionary, None for all else."""
        match node:
            case gast.Subscript() if self.is_part(node):
                key = self.read(node.slice)
                if self.uses.default is None or self.uses.is_list:
                    return self.value_at(key)
                return self.value_or(key, self.uses.default)
            case gast.Compare(ops=[gast.In() | gast.NotIn() as how], comparators=[other]):
                if dotted(other) == self.title:
                    there = gast.GtE() if isinstance(how, gast.In) else gast.Lt()
                    return gast.Compare(self.found(self.read(node.left)), [there], [constant(0)])
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr=method)):
                if title == self.title and method == "get":
                    return self.value_or(*map(self.read, node.args))
                if title == self.title and method == "items":
                    return call("zip", name(self.keys), name(self.values))
                if title == self.title:
                    return name(self.values if method == "values" else self.keys)
            case gast.Name(id=title) if title == self.title:
                return name(self.keys)
        return None

    def found(self, key: Expression) -> Expression:
        """Return the place of a key, -1 if it is not there."""
        return of_library(found_at, self.known, name(self.keys), clone(key))

    def value_at(self, key: Expression) -> Expression:
        """Return the value of a key that has to be there."""
        place = of_library(place_of, self.known, name(self.keys), clone(key))
        return gast.Subscript(name(self.values), place, gast.Load())

    def value_or(self, key: Expression, default: Expression) -> Expression:
        """Return the value of a key, or another one."""
        is_there = gast.Compare(self.found(key), [gast.GtE()], [constant(0)])
        return gast.IfExp(is_there, self.value_at(key), clone(default))


def absent_stores(tree: gast.FunctionDef, title: str) -> Iterator[int]:
    """Yield which stores begin a block that runs where their key is not in a dictionary."""
    for node in walk(tree):
        if not isinstance(node, gast.If) or not isinstance(node.test, gast.Compare):
            continue
        asked = node.test
        block = node.body if isinstance(asked.ops[0], gast.NotIn) else node.orelse
        if not isinstance(asked.ops[0], (gast.In, gast.NotIn)) or not block:
            continue
        match block[0]:
            case gast.Assign(targets=[gast.Subscript(value=gast.Name(id=found), slice=key)]):
                is_same = found == dotted(asked.comparators[0]) == title
                if is_same and unparse(key) == unparse(asked.left):
                    yield id(block[0])


def counts_up(made: gast.DictComp) -> bool:
    """Return True if the keys of a comprehension are the numbers of a range."""
    first = made.generators[0]
    is_key = dotted(made.key) == dotted(first.target) != ""
    return len(made.generators) == 1 and is_range(first.iter) and is_key


def assign_to(target: Expression, value: Expression) -> Statement:
    """Return an assignment to an element."""
    target.ctx = gast.Store()
    return gast.Assign([target], clone(value), None)

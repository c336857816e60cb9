"""Write lists of tuples as lists of their parts, which arrays can stand for.

What goes through such a list goes through those of the parts together. Where a list of tuples is
used in another way, as an argument for instance, it becomes a list of lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

import gast

from srcdiff.normalise.lookup import value_of
from srcdiff.parse import Source
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    call,
    clone,
    dotted,
    locate,
    map_blocks,
    mapped,
    name,
    number,
    tuple_of,
    walk,
    with_body,
)

TOGETHER = ("enumerate", "zip")
SIMPLE = (gast.Constant, gast.Name, gast.UnaryOp, gast.BinOp, gast.operator, gast.unaryop)


def columns(source: Source) -> Source:
    """Return the function with a list for each part of the tuples in a list.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, t):
    ...     doses = [(0, x), (2, 0.5 * x)]
    ...     doses.append((4, x * x))
    ...     for when, amount in doses:
    ...         t += amount * when
    ...     return t + doses[-1][1]
    ... ''')
    >>> source = Source(None, tree, {}, Origin("f", "f.py", 1, 0, []))
    >>> print(unparse(columns(source).tree))
    def f(x, t):
        doses·0 = [0, 2]
        doses·1 = [x, 0.5 * x]
        doses·0.append(4)
        doses·1.append(x * x)
        for when, amount in zip(doses·0, doses·1):
            t += amount * when
        return t + doses·1[-1]
    """
    tree = source.tree
    made = {title: count for title in names_of(tree) if (count := width(tree, title, source)) > 0}
    for title, count in made.items():
        parts = Parts(title, count).written(tree)
        if any(dotted(node) == title for node in gast.walk(parts)):
            parts = with_body(tree, map_blocks(tree.body, partial(in_lists, title)))
        tree = parts
    namespace = dict(source.namespace)
    free = {node.id for node in gast.walk(tree) if isinstance(node, gast.Name)} - bound(tree)
    for title in sorted(free):
        rows: Any = namespace.get(title)
        if not is_table(rows):
            continue
        parts = Parts(title, len(rows[0])).written(tree)
        if any(dotted(node) == title for node in gast.walk(parts)):
            namespace[title] = of_one_kind(rows)
            continue
        tree = parts
        for k, values in enumerate(zip(*rows, strict=True)):
            (namespace[part(title, k)],) = of_one_kind([values])
    tree = in_calls(tree, source.namespace)
    if tree is source.tree and namespace == source.namespace:
        return source
    return replace(source, tree=tree, namespace=namespace)


def part(title: str, k: int) -> str:
    """Return the name of the list of one part of the tuples in a list."""
    return f"{title}{SEPARATOR}{k}"


def is_table(rows: Any) -> bool:
    """Tell whether a value is a list of tuples of numbers, all of one length.

    >>> is_table([(1, 0.5), (2, 0.25)]), is_table([(1, 2), (3,)]), is_table([("a", 1)])
    (True, False, False)
    """
    if not isinstance(rows, list) or not rows or not all(type(row) is tuple for row in rows):
        return False
    numbers = all(type(value) in (int, float) for row in rows for value in row)
    return numbers and len({len(row) for row in rows}) == 1 and len(rows[0]) > 0


def of_one_kind(rows: Iterable[Iterable[float]]) -> list[list[float]]:
    """Return lists of integers if all numbers are, else of floating-point numbers.

    >>> of_one_kind([(1, 0.5)]), of_one_kind([(1, 2)])
    ([[1.0, 0.5]], [[1, 2]])
    """
    table = [list(row) for row in rows]
    if all(isinstance(value, int) for row in table for value in row):
        return table
    return [[float(value) for value in row] for row in table]


def in_calls(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with lists of lists, not of tuples, as arguments of functions."""

    def change(node: gast.AST) -> Any:
        node = mapped(node, change) if node._fields else node
        called = value_of(node.func, namespace) if isinstance(node, gast.Call) else None
        if isinstance(getattr(called, "py_func", called), FunctionType):
            node = clone(node)
            node.args = [of_lists(argument, namespace) for argument in node.args]
        return node

    new: gast.FunctionDef = change(tree)
    return new


def of_lists(value: Expression, namespace: Mapping[str, Any]) -> Expression:
    """Return a list of tuples that is written out as one of lists; anything else as it is."""
    rows = value.elts if isinstance(value, gast.List) else []
    tuples = rows and all(isinstance(row, gast.Tuple) for row in rows)
    if not tuples or len({len(row.elts) for row in rows}) != 1:
        return value
    if not all(has_numbers(row, namespace) for row in rows):
        return value
    lists = [locate(gast.List(row.elts, gast.Load()), row) for row in rows]
    return gast.copy_location(gast.List(lists, gast.Load()), value)


def names_of(tree: gast.FunctionDef) -> list[str]:
    """Return the names that are bound to lists that are written out."""
    found = [
        node.targets[0].id
        for node in gast.walk(tree)
        if isinstance(node, gast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], gast.Name)
        and isinstance(node.value, gast.List)
    ]
    return list(dict.fromkeys(found))


def bound(tree: gast.FunctionDef) -> set[str]:
    """Return the names that a function binds, its parameters among them."""
    every = [node for node in gast.walk(tree) if isinstance(node, gast.Name)]
    return {node.id for node in every if not isinstance(node.ctx, gast.Load)}


def width(tree: gast.FunctionDef, title: str, source: Source) -> int:
    """Return how many parts the tuples in a list have; 0 if it is not certainly one of tuples."""
    bindings = [s for s in gast.walk(tree) if isinstance(s, gast.Assign) and binds(s, title)]
    stores = [
        node
        for node in gast.walk(tree)
        if isinstance(node, gast.Name) and node.id == title and not isinstance(node.ctx, gast.Load)
    ]
    rows = [row for s in bindings if isinstance(s.value, gast.List) for row in s.value.elts]
    rows += [row for s in gast.walk(tree) if (row := appended(s, title)) is not None]
    tuples = all(isinstance(row, gast.Tuple) for row in rows)
    if len(stores) != len(bindings) or not rows or not tuples:
        return 0
    if not all(isinstance(s.value, gast.List) for s in bindings):
        return 0
    if len({len(row.elts) for row in rows}) != 1:
        return 0
    return len(rows[0].elts) if all(has_numbers(row, source.namespace) for row in rows) else 0


def has_numbers(row: gast.Tuple, namespace: Mapping[str, Any]) -> bool:
    """Tell whether the parts of a tuple may be numbers, to judge by their text."""
    binding = any(isinstance(node, gast.NamedExpr) for node in gast.walk(row))
    return not binding and all(is_number(value, namespace) for value in row.elts)


def is_number(value: Expression, namespace: Mapping[str, Any]) -> bool:
    """Tell whether a part of a tuple may be a number, to judge by its text."""
    others = (gast.Tuple, gast.List, gast.Dict, gast.Lambda, gast.Starred, gast.Constant)
    if isinstance(value, others):
        return number(value) is not None
    known = value_of(value, namespace) if isinstance(value, (gast.Name, gast.Attribute)) else None
    return not callable(known)


def binds(statement: gast.Assign, title: str) -> bool:
    """Tell whether an assignment binds just one name."""
    return len(statement.targets) == 1 and dotted(statement.targets[0]) == title


def appended(node: gast.AST, title: str) -> Expression | None:
    """Return what a statement appends to a list, None for anything else."""
    made = node.value if isinstance(node, gast.Expr) else None
    if not isinstance(made, gast.Call) or dotted(made.func) != f"{title}.append":
        return None
    return made.args[0] if len(made.args) == 1 and not made.keywords else None


def in_lists(title: str, block: Block) -> Block:
    """Return a block in which a list of tuples is one of lists."""

    def row(value: gast.Tuple) -> Expression:
        return locate(gast.List(value.elts, gast.Load()), value)

    new: Block = []
    for statement in block:
        if isinstance(statement, gast.Assign) and binds(statement, title):
            rows = locate(gast.List([*map(row, statement.value.elts)], gast.Load()), statement)
            statement = assign(title, rows, statement)
        elif (value := appended(statement, title)) is not None:
            made = call(f"{title}.append", row(value))
            statement = gast.copy_location(gast.Expr(locate(made, statement)), statement)
        new.append(statement)
    return new


class Parts:
    """Writes one list of tuples as a list for each part of them."""

    def __init__(self, title: str, count: int) -> None:
        self.title = title
        self.parts = [part(title, k) for k in range(count)]

    def written(self, tree: gast.FunctionDef) -> gast.FunctionDef:
        """Return a function in which uses of the list that are known are of its parts."""
        tree = with_body(tree, map_blocks(tree.body, self.block))
        new: gast.FunctionDef = self.change(tree)
        return new

    def block(self, block: Block) -> Block:
        """Return a block that makes the lists of the parts."""
        new: Block = []
        for statement in block:
            value = appended(statement, self.title)
            if isinstance(statement, gast.Assign) and binds(statement, self.title):
                new += self.made(statement)
            elif isinstance(value, gast.Tuple):
                new += self.longer(statement, value)
            else:
                new.append(statement)
        return new

    def made(self, statement: gast.Assign) -> Block:
        """Return the statements that make the lists of the parts."""
        before, rows = self.held(statement.value.elts, statement)
        lists = zip(*rows, strict=True) if rows else [[] for _ in self.parts]
        return before + [
            assign(title, locate(gast.List(list(values), gast.Load()), statement), statement)
            for title, values in zip(self.parts, lists, strict=True)
        ]

    def longer(self, statement: Statement, row: gast.Tuple) -> Block:
        """Return the statements that make the lists of the parts longer."""
        before, (values,) = self.held([row], statement)
        return before + [
            gast.copy_location(gast.Expr(locate(call(f"{title}.append", v), statement)), statement)
            for title, v in zip(self.parts, values, strict=True)
        ]

    def held(
        self, rows: Iterable[gast.Tuple], place: Statement
    ) -> tuple[Block, list[list[Expression]]]:
        """Return statements that hold what must be evaluated in its order, and the parts then."""
        before: Block = []
        found = []
        rows = list(rows)
        calls = any(isinstance(node, gast.Call) for row in rows for node in gast.walk(row))
        for i, row in enumerate(rows):
            found.append(list(row.elts))
            for k, value in enumerate(row.elts):
                waits = not isinstance(value, (gast.Constant, gast.Name)) and calls
                if waits or not is_simple(value) or self.title in names_in(value):
                    holder = f"{self.parts[k]}{SEPARATOR}{i}"
                    before.append(assign(holder, value, place))
                    found[-1][k] = name(holder)
        return before, found

    def change(self, node: gast.AST) -> Any:
        """Return a tree in which uses of the list are of its parts."""
        if isinstance(node, (gast.For, gast.comprehension)):
            node = clone(node)
            node.iter = self.together(node.iter)
        elif isinstance(node, gast.Call) and dotted(node.func) in TOGETHER:
            node = clone(node)
            node.args = [*map(self.together, node.args)]
        elif isinstance(node, gast.Call) and dotted(node.func) == "len" and len(node.args) == 1:
            lists = self.lists(node.args[0])
            return locate(call("len", lists[0]), node) if lists else mapped(node, self.change)
        elif isinstance(node, gast.Subscript):
            return self.row(node)
        return mapped(node, self.change) if node._fields else node

    def row(self, node: gast.Subscript) -> Expression:
        """Return what a subscript selects: a part of a tuple, or a tuple of parts."""
        whole, k = node.value, number(node.slice)
        is_part = isinstance(whole, gast.Subscript) and self.is_element(whole)
        if is_part and type(k) is int and -len(self.parts) <= k < len(self.parts):
            return self.element(self.parts[k], whole)
        if not self.is_element(node):
            new: Expression = mapped(node, self.change)
            return new
        return locate(tuple_of([self.element(title, node) for title in self.parts]), node)

    def is_element(self, node: gast.Subscript) -> bool:
        """Tell whether a subscript selects one of the tuples, and may be evaluated repeatedly."""
        read = dotted(node.value) == self.title and isinstance(node.ctx, gast.Load)
        return read and is_simple(node.slice)

    def element(self, title: str, node: gast.Subscript) -> Expression:
        """Return an element of the list of one part."""
        return gast.copy_location(gast.Subscript(name(title), node.slice, gast.Load()), node)

    def together(self, node: Expression) -> Expression:
        """Return what goes through the parts together, for what goes through the list."""
        lists = self.lists(node)
        return locate(call("zip", *lists), node) if lists else node

    def lists(self, node: Expression) -> list[Expression]:
        """Return the lists of the parts, or the same elements of them; none for anything else."""
        if dotted(node) == self.title:
            return [name(title) for title in self.parts]
        if isinstance(node, gast.Subscript) and isinstance(node.slice, gast.Slice):
            inner = self.lists(node.value)
            return [gast.Subscript(value, clone(node.slice), gast.Load()) for value in inner]
        if isinstance(node, gast.Call) and dotted(node.func) == "reversed" and len(node.args) == 1:
            return [call("reversed", value) for value in self.lists(node.args[0])]
        return []


def is_simple(value: Expression) -> bool:
    """Tell whether an expression is of numbers and names alone, and calls nothing."""
    return all(isinstance(node, (*SIMPLE, gast.expr_context)) for node in gast.walk(value))


def names_in(value: Expression) -> set[str]:
    """Return the names in an expression."""
    return {node.id for node in walk(value) if isinstance(node, gast.Name)}

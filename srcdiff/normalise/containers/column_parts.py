"""Uses of a list of tuples, written as uses of a list for each part of the tuples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from srcdiff.normalise.containers.appends import is_append
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    clone,
    dotted,
    each_block,
    locate,
    mapped,
    members,
    name,
    number,
    reads,
    rename,
    tuple_of,
)

TOGETHER = ("enumerate", "zip")
SIMPLE = (gast.Constant, gast.Name, gast.UnaryOp, gast.BinOp, gast.operator, gast.unaryop)


def binds(statement: gast.Assign, title: str) -> bool:
    """Return True if an assignment binds just one name."""
    return len(statement.targets) == 1 and dotted(statement.targets[0]) == title


def put_in(node: gast.AST, title: str) -> Expression | None:
    """Return what a statement puts into a list, None for anything else.

    >>> from srcdiff.syntax import statements, unparse
    >>> block = statements("u.append(x)\\nu.insert(0, y)\\nu[i] = z\\nu[1:] = z\\nu.pop()")
    >>> [found and unparse(found) for found in [put_in(s, "u") for s in block]]
    ['x', 'y', 'z', None, None]
    """
    if is_append(node, title):
        return node.value.args[0]
    match node:
        case gast.Expr(value=gast.Call(args=[place, value], keywords=[])):
            inserts = dotted(node.value.func) == f"{title}.insert" and is_simple(place)
            return value if inserts else None
        case gast.Assign(targets=[gast.Subscript(value=gast.Name(id=owner), slice=place)]):
            return node.value if owner == title and is_simple(place) else None
    return None


def is_own(value: Expression, title: str) -> bool:
    """Return True for one of the elements of a list, which may be taken out of it.

    >>> from srcdiff.syntax import expression
    >>> [is_own(expression(text), "u") for text in ("u[i]", "u.pop(0)", "v[i]", "u.index(x)")]
    [True, True, False, False]
    """
    if isinstance(value, gast.Subscript):
        return dotted(value.value) == title and is_simple(value.slice)
    taken = isinstance(value, gast.Call) and callee_of(value) == f"{title}.pop"
    return taken and all(map(is_simple, value.args))


class Parts:
    """Writes one list of tuples as a list for each part of them."""

    def __init__(self, title: str, parts: list[str]) -> None:
        self.title = title
        self.parts = parts

    def written(self, tree: gast.FunctionDef) -> gast.FunctionDef:
        """Return a function in which uses of the list that are known are of its parts."""
        tree = each_block(tree, self.block)
        return self.change(tree)

    def block(self, block: Block) -> Block:
        """Return a block that makes the lists of the parts."""
        new: Block = []
        for statement in block:
            value = put_in(statement, self.title)
            if isinstance(statement, gast.Assign) and binds(statement, self.title):
                new += self.made(statement)
            elif isinstance(value, gast.Tuple):
                new += self.filled(statement, value)
            elif self.exchanges(statement):
                new += [self.for_part(statement, title) for title in self.parts]
            elif self.method(getattr(statement, "value", None)) in ("pop", "clear"):
                new += self.shorter(statement)
            elif self.is_turned(statement):
                copies = [call("list", name(title)) for title in self.parts]
                new.append(clone(statement))
                new[-1].value = locate(tuple_of(copies), statement)
            else:
                new.append(statement)
        return new

    def is_turned(self, statement: Statement) -> bool:
        """Return True if a statement unpacks the parts of all tuples: `a, b = zip(*rows)`."""
        match statement:
            case gast.Assign(
                targets=[target],
                value=gast.Call(args=[gast.Starred(value=gast.Name(id=self.title))], keywords=[]),
            ):
                known = callee_of(statement.value) == "zip"
                return known and len(members(target)) == len(self.parts)
        return False

    def made(self, statement: gast.Assign) -> Block:
        """Return the statements that make the lists of the parts."""
        if isinstance(statement.value, gast.ListComp):
            return self.repeated(statement)
        before, rows = self.held(statement.value.elts, statement)
        lists = zip(*rows, strict=True) if rows else [[] for _ in self.parts]
        return before + [
            assign(title, locate(gast.List(list(values), gast.Load()), statement), statement)
            for title, values in zip(self.parts, lists, strict=True)
        ]

    def repeated(self, statement: gast.Assign) -> Block:
        """Return a comprehension for each part; all are made before the list is bound anew."""
        values = statement.value.elt.elts
        again = self.title in reads(statement.value)
        made = [f"{part}{SEPARATOR}new" if again else part for part in self.parts]
        new: Block = []
        for title, value in zip(made, values, strict=True):
            generators = [clone(generator) for generator in statement.value.generators]
            comprehension = locate(gast.ListComp(value, generators), statement)
            new.append(assign(title, comprehension, statement))
        if again:
            new += [
                assign(part, name(title), statement)
                for part, title in zip(self.parts, made, strict=True)
            ]
        return new

    def filled(self, statement: Statement, row: gast.Tuple) -> Block:
        """Return the statements that put the parts of a tuple into their lists."""
        before, (values,) = self.held([row], statement)
        return before + [
            self.for_part(statement, title, value)
            for title, value in zip(self.parts, values, strict=True)
        ]

    def for_part(self, old: Statement, title: str, value: Expression | None = None) -> Statement:
        """Return a statement that does with the list of a part what is done with the tuples."""
        new = rename(clone(old), {self.title: title})
        if isinstance(new, gast.Expr) and value is not None:
            new.value.args = [*new.value.args[:-1], locate(clone(value), old)]
        elif value is not None:
            new.value = locate(clone(value), old)
        return new

    def exchanges(self, statement: Statement) -> bool:
        """Return True if a statement puts tuples of the list at other places: `u[i] = u[j]`."""
        if not isinstance(statement, gast.Assign) or len(statement.targets) != 1:
            value = put_in(statement, self.title)
            return value is not None and is_own(value, self.title)
        targets, values = members(statement.targets[0]), members(statement.value)
        every = [*targets, *values]
        mine = all(isinstance(p, gast.Subscript) and self.is_place(p) for p in every)
        return mine and len(targets) == len(values)

    def method(self, value: Expression) -> str:
        """Return the method of the list that is called with arguments which may be repeated."""
        owner, _, method = callee_of(value).rpartition(".")
        return method if owner == self.title and all(map(is_simple, value.args)) else ""

    def shorter(self, statement: Statement) -> Block:
        """Return the statements that take tuples out of the list."""
        calls = self.called(statement.value)
        if isinstance(statement, gast.Expr):
            return [gast.copy_location(gast.Expr(made), statement) for made in calls]
        new: gast.Assign = clone(statement)
        new.value = locate(tuple_of(calls), statement)
        return [new]

    def called(self, value: gast.Call) -> list[Expression]:
        """Return calls of a method of each of the lists."""
        return [
            locate(call(f"{title}.{value.func.attr}", *map(clone, value.args)), value)
            for title in self.parts
        ]

    def tested(self, test: Expression) -> Expression:
        """Return a condition that asks for the length of the list, not for the list itself."""
        if dotted(test) == self.title:
            return locate(call("len", name(self.parts[0])), test)
        if isinstance(test, gast.UnaryOp):
            return locate(gast.UnaryOp(test.op, self.tested(test.operand)), test)
        if isinstance(test, gast.BoolOp):
            return locate(gast.BoolOp(test.op, [*map(self.tested, test.values)]), test)
        return test

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
                if waits or not is_simple(value) or self.title in reads(value):
                    holder = f"{self.parts[k]}{SEPARATOR}{i}_"
                    before.append(assign(holder, value, place))
                    found[-1][k] = name(holder)
        return before, found

    def change(self, node: gast.AST) -> Any:
        """Return a tree in which uses of the list are of its parts."""
        if isinstance(node, (gast.For, gast.comprehension)):
            node = clone(node)
            node.iter = self.together(node.iter)
        elif callee_of(node) in TOGETHER:
            node = clone(node)
            node.args = [*map(self.together, node.args)]
        elif callee_of(node) == "len" and len(node.args) == 1:
            lists = self.lists(node.args[0])
            return locate(call("len", lists[0]), node) if lists else mapped(node, self.change)
        elif isinstance(node, (gast.While, gast.If, gast.IfExp)):
            node = clone(node)
            node.test = self.tested(node.test)
        elif self.method(node) == "pop":
            return locate(tuple_of(self.called(node)), node)
        elif isinstance(node, gast.Subscript):
            return self.row(node)
        return mapped(node, self.change)

    def row(self, node: gast.Subscript) -> Expression:
        """Return what a subscript selects: a part of a tuple, or a tuple of parts."""
        whole, k = node.value, number(node.slice)
        is_part = isinstance(whole, gast.Subscript) and self.is_element(whole)
        if is_part and type(k) is int and -len(self.parts) <= k < len(self.parts):
            return self.element(self.parts[k], whole)
        if not self.is_element(node):
            return mapped(node, self.change)
        return locate(tuple_of([self.element(title, node) for title in self.parts]), node)

    def is_element(self, node: gast.Subscript) -> bool:
        """Return True if a subscript selects one of the tuples, and may be evaluated repeatedly."""
        return isinstance(node.ctx, gast.Load) and self.is_place(node)

    def is_place(self, node: gast.Subscript) -> bool:
        """Return True for the place of one of the tuples, which may be evaluated repeatedly."""
        return dotted(node.value) == self.title and is_simple(node.slice)

    def element(self, title: str, node: gast.Subscript) -> Expression:
        """Return an element of the list of one part."""
        return locate(gast.Subscript(name(title), node.slice, gast.Load()), node)

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
        if callee_of(node) == "reversed" and len(node.args) == 1:
            return [call("reversed", value) for value in self.lists(node.args[0])]
        return []


def is_simple(value: Expression) -> bool:
    """Return True if an expression is of numbers and names alone, and calls nothing."""
    return all(isinstance(node, (*SIMPLE, gast.expr_context)) for node in gast.walk(value))

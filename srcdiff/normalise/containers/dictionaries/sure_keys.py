"""Which keys a dictionary is known to have where they are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from srcdiff.normalise.functions.scopes import COMPREHENSIONS
from srcdiff.syntax import (
    ENDS,
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    ends_with,
    unparse,
    walk,
    writes,
)

PLAIN = (gast.Name, gast.Constant, gast.BinOp, gast.UnaryOp, gast.operator, gast.unaryop)
Known = dict[str, frozenset[str]]  # texts of keys, with the names in them


def sure_reads(tree: gast.FunctionDef, title: str) -> frozenset[int]:
    """Return the ids of the subscripts of a dictionary whose keys are there.

    That is so in loops over the dictionary, behind stores, and where the key was asked for, as
    long as nothing takes keys out, and the names in the key are not bound anew.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(d, k, x):
    ...     x += d[0] + (d[1] if 1 in d else 2.0)
    ...     for k in d:
    ...         x += d[k] + d[k + 1]
    ...     d[k] = d[2]
    ...     return d[k]
    ... ''')
    >>> found = sure_reads(tree, "d")
    >>> sorted(unparse(n) for n in walk(tree) if id(n) in found)
    ['d[1]', 'd[k]', 'd[k]']
    """
    reader = Reader(title)
    reader.block(tree.body, {})
    return frozenset(reader.found)


class Reader:
    """Goes over statements with the keys that are known to be there."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.found: set[int] = set()

    def block(self, block: Block, known: Known) -> Known | None:
        """Return the keys that are there behind a block, None if it does not get there."""
        for statement in block:
            known = self.statement(statement, known)
        return None if ends_with(block, ENDS) else known

    def statement(self, statement: Statement, known: Known) -> Known:
        """Return the keys that are there behind a statement."""
        bound = writes(statement)
        match statement:
            case gast.If():
                self.read(statement.test, known)
                known = without(known, writes(statement.test))
                ways = [
                    self.block(part, {**known, **self.asked(statement.test, is_true)})
                    for part, is_true in ((statement.body, True), (statement.orelse, False))
                ]
                ends = [way for way in ways if way is not None] or [{}]
                return {k: v for k, v in ends[0].items() if all(k in way for way in ends)}
            case gast.For():
                self.read(statement.iter, known)
                around = without(known, bound)
                self.block(statement.body, {**around, **self.looped(statement, statement.body)})
                self.block(statement.orelse, around)
                return around
            case gast.While():
                around = without(known, bound)
                self.read(statement.test, around)
                self.block(statement.body, {**around, **self.asked(statement.test, True)})
                self.block(statement.orelse, around)
                return around
        if any(blocks(statement)):
            for part in blocks(statement):
                self.block(part, without(known, bound))
            return without(known, bound)
        self.read(statement, known)
        return without({**known, **self.stored(statement)}, bound)

    def stored(self, statement: Statement) -> Known:
        """Return the key that a statement puts into the dictionary, if it was not there."""
        match statement:
            case gast.Assign(targets=[target]) | gast.AugAssign(target=target):
                return self.key_of(target)
            case gast.Expr(value=gast.Call(func=gast.Attribute(value=owner))):
                return self.key_of(owner)  # the method of a value
        return {}

    def key_of(self, tree: Expression) -> Known:
        """Return the key of a subscript of the dictionary."""
        is_part = isinstance(tree, gast.Subscript) and dotted(tree.value) == self.title
        return as_key(tree.slice) if is_part else {}

    def asked(self, test: Expression, is_true: bool) -> Known:
        """Return the keys that are there where a condition is true, or where it is false."""
        match test:
            case gast.Compare(left=left, ops=[gast.In() | gast.NotIn() as op], comparators=[other]):
                if dotted(other) == self.title and isinstance(op, gast.In) == is_true:
                    return as_key(left)
            case gast.UnaryOp(op=gast.Not()):
                return self.asked(test.operand, not is_true)
            case gast.BoolOp() if isinstance(test.op, gast.And) == is_true:
                return {k: v for p in test.values for k, v in self.asked(p, is_true).items()}
        return {}

    def looped(self, loop: gast.For | gast.comprehension, inside: Iterable[gast.AST]) -> Known:
        """Return the key that a loop over the dictionary binds, if nothing in it binds it anew."""
        key = loop.target
        tree = loop.iter
        if isinstance(tree, gast.Call) and dotted(tree.func) in ("sorted", "list", "reversed"):
            tree = tree.args[0] if tree.args else tree
        if isinstance(tree, gast.Call) and isinstance(tree.func, gast.Attribute):
            if tree.func.attr == "items" and isinstance(key, (gast.Tuple, gast.List)) and key.elts:
                key = key.elts[0]
            elif tree.func.attr != "keys":
                return {}
            tree = tree.func.value
        is_bound = isinstance(key, gast.Name) and key.id in writes(inside)
        is_over = dotted(tree) == self.title and isinstance(key, gast.Name)
        return as_key(key) if is_over and not is_bound else {}

    def read(self, tree: gast.AST, known: Known) -> None:
        """Enter the reads in a part of the function whose keys are there."""
        match tree:
            case gast.Subscript() if isinstance(tree.ctx, gast.Load):
                if any(key in known for key in self.key_of(tree)):
                    self.found.add(id(tree))
            case gast.IfExp():
                self.read(tree.test, known)
                self.read(tree.body, {**known, **self.asked(tree.test, True)})
                self.read(tree.orelse, {**known, **self.asked(tree.test, False)})
                return
            case gast.BoolOp():
                for part in tree.values:
                    self.read(part, known)
                    known = {**known, **self.asked(part, isinstance(tree.op, gast.And))}
                return
        if isinstance(tree, COMPREHENSIONS):
            self.comprehension(tree, known)
            return
        for part in gast.iter_child_nodes(tree):
            self.read(part, {} if isinstance(tree, gast.Lambda) else known)

    def comprehension(self, tree: Any, known: Known) -> None:
        """Enter the reads in a comprehension, whose variables are its own."""
        known = without(known, writes(tree))
        once = [
            n.id for part in tree.generators for n in walk(part.target) if isinstance(n, gast.Name)
        ]
        for part in tree.generators:
            self.read(part.iter, known)
            own = self.looped(part, ())
            known = known | {key: names for key, names in own.items() if once.count(key) == 1}
            for test in part.ifs:
                self.read(test, known)
        for part in gast.iter_child_nodes(tree):
            if not isinstance(part, gast.comprehension):
                self.read(part, known)


def as_key(tree: Expression) -> Known:
    """Return a key of names and literals with the names in it, nothing for any other."""
    parts = [*walk(tree)]
    if not all(isinstance(n, (*PLAIN, gast.expr_context)) for n in parts):
        return {}
    return {unparse(tree): frozenset(n.id for n in parts if isinstance(n, gast.Name))}


def without(known: Known, bound: set[str]) -> Known:
    """Return the keys without those in which a name is bound anew."""
    return {key: names for key, names in known.items() if not names & bound}

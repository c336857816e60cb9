"""Write one list that only grows as an array: how much room it needs, what an index means."""

from __future__ import annotations

import copy
import functools
from typing import Any

import gast

from srcdiff.normalise.containers.appends import begun, grown, grows, is_append
from srcdiff.normalise.containers.comprehension_loops import is_simple, length_of
from srcdiff.normalise.containers.list_bounds import Counters
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    assign,
    binary,
    blocks,
    call,
    constant,
    dotted,
    has_operator,
    locate,
    name,
    number,
    rebuild,
    rename,
    subscript,
    tuple_of,
    walk_statements,
    with_blocks,
    writes,
)

EXITS = (gast.Break, gast.Continue, gast.Return)
WHOLE = ("enumerate", "zip", "reversed")  # what goes over the elements


class CannotTell(Exception):
    """Raised where a list is used in a way that an array cannot stand for."""


class Growing:
    """Writes one list as an array."""

    def __init__(self, title: str, naming: Naming, counters: set[str], trims: bool) -> None:
        self.title = title
        self.trims = trims
        self.naming = naming
        self.counters = counters
        self.count: Expression = constant(0)
        self.exact = True
        self.bound: set[str] = set()
        self.least = 0  # how many elements there are from the first on
        self.known = Counters(frozenset(counters))

    def written(self, start: gast.Assign, rest: Block) -> Block:
        """Return the statements from the one that makes the list on.

        Raises CannotTell where the length, or what an index means, is not known.
        """
        values = start.value.elts
        growing = [s for s in rest if grows(s, self.title)]
        self.exact = all(is_append(s, self.title) or self.is_regular(s) for s in growing)
        room: Expression = constant(len(values))
        self.bound = {n for s in rest for n in (*writes(s), *grown(s))}
        for statement in growing:
            room = plus(room, self.most(statement))
        new = begun(self.title, room, start)
        self.count = constant(len(values))
        self.least = len(values)
        if not self.exact:
            kept = self.naming.part(self.title, "count")
            new.append(assign(kept, self.count, start))
            self.count = name(kept)
        last = growing[-1] if growing else start
        done = not growing
        for place, statement in enumerate(rest):
            new += self.statement(statement, done and self.exact)
            done = done or statement is last
            if done and not self.exact and self.trims:
                new += self.trimmed(rest[place + 1 :], start)
                break
        return [locate(statement, start) for statement in new]

    def trimmed(self, rest: Block, place: Statement) -> Block:
        """Return the statements behind the last that appends, with a list that has no more room."""
        whole = self.naming.part(self.title, "all")
        part = gast.Subscript(name(self.title), gast.Slice(None, self.count, None), gast.Load())
        return [assign(whole, part, place), *(rename(s, {self.title: whole}) for s in rest)]

    def is_regular(self, statement: Statement) -> bool:
        """Return True if a statement is a loop that appends as often in each iteration."""
        if not isinstance(statement, gast.For) or statement.orelse:
            return False
        inside = list(walk_statements(statement.body))
        appends = [s for s in inside if is_append(s, self.title)]
        plain = all(s in statement.body for s in appends)
        return plain and not any(isinstance(s, EXITS) for s in inside)

    def most(self, statement: Statement) -> Expression:
        """Return how often a statement appends at most."""
        if is_append(statement, self.title):
            return constant(1)
        if not grows(statement, self.title):
            return constant(0)
        if isinstance(statement, gast.If):
            parts = [self.most(s) for part in blocks(statement) for s in part]
            return total(parts)
        if not isinstance(statement, gast.For):
            raise CannotTell
        if all_names(statement.iter) & (self.bound | {self.title}):
            raise CannotTell
        whole = total([self.most(s) for s in statement.body])
        after = total([self.most(s) for s in statement.orelse])
        if number(whole) == 0:
            return after
        size = length_of(statement.iter, statement.target, simple)
        return plus(size if number(whole) == 1 else binary(size, gast.Mult(), whole), after)

    # --- statements behind the one that makes the list ---

    def statement(self, statement: Statement, done: bool) -> Block:
        """Rewrite a statement; `done` tells that the list does not grow any more."""
        if is_append(statement, self.title):
            (value,) = statement.value.args
            value = self.expression(value, done)
            new = [assign(subscript(self.title, self.count, store=True), value, statement)]
            if self.exact:
                self.count = plus(self.count, constant(1))
            else:
                more = binary(self.count, gast.Add(), constant(1))
                new.append(assign(dotted(self.count), more, statement))
            return new
        if self.exact and isinstance(statement, gast.For) and grows(statement, self.title):
            return self.regular(statement)
        if isinstance(statement, gast.Return):
            return [self.returned(statement, done)]
        new_statement = copy.copy(statement)
        if blocks(statement):
            own = {
                field: self.expression(getattr(statement, field), done, field == "iter")
                for field in ("test", "iter", "target")
                if hasattr(statement, field)
            }
            outside = self.known
            if isinstance(statement, gast.For):
                self.known = outside.inside(statement.target, own["iter"])
            parts = [[n for s in b for n in self.statement(s, done)] for b in blocks(statement)]
            self.known = outside
            new_statement = with_blocks(statement, parts)
            for field, part in own.items():
                setattr(new_statement, field, part)
            return [new_statement]
        return [self.expression(statement, done)]

    def returned(self, statement: gast.Return, done: bool) -> Statement:
        """Rewrite a `return`: what is returned grows no more."""
        value = statement.value
        if isinstance(value, gast.Name):
            value = self.expression(value, done, True)
        elif isinstance(value, gast.Tuple):
            parts = [self.expression(p, done, isinstance(p, gast.Name)) for p in value.elts]
            value = locate(gast.Tuple(parts, gast.Load()), value)
        else:
            return self.expression(statement, done)
        return locate(gast.Return(value), statement)

    def regular(self, loop: gast.For) -> Block:
        """Rewrite a loop that appends equally often in each iteration."""
        counter = self.naming.part("for", "i")
        times = sum(is_append(s, self.title) for s in loop.body)
        start = self.count
        done = name(counter)
        self.count = plus(start, done if times == 1 else binary(done, gast.Mult(), constant(times)))
        iteration = self.expression(loop.iter, False, True)
        outside, self.known = self.known, self.known.inside(loop.target, iteration, counter)
        body = [new for s in loop.body for new in self.statement(s, False)]
        self.known = outside
        target = gast.Name(counter, gast.Store(), None, None)
        new = gast.For(
            tuple_of([target, loop.target], store=True),
            call("enumerate", iteration),
            *(body, [], None),
        )
        trips = length_of(loop.iter, loop.target, simple)
        whole = trips if times == 1 else binary(trips, gast.Mult(), constant(times))
        self.count = plus(start, whole)
        return [locate(new, loop)]

    # --- expressions ---

    def expression(self, tree: Any, done: bool, whole: bool = False) -> Any:
        """Rewrite the uses of the list; `whole` tells that the array may be used as it is."""
        if isinstance(tree, gast.Name) and tree.id == self.title:
            if done:
                return tree
            if not whole:
                raise CannotTell
            return gast.Subscript(tree, gast.Slice(None, self.count, None), gast.Load())
        if is_method(tree, self.title):
            raise CannotTell
        if isinstance(tree, gast.Subscript) and dotted(tree.value) == self.title:
            new = copy.copy(tree)
            new.slice = self.index(self.expression(tree.slice, done), done)
            return new
        if isinstance(tree, gast.Call):
            callee = dotted(tree.func)
            if callee == "len" and len(tree.args) == 1 and dotted(tree.args[0]) == self.title:
                return tree if done else self.count
            if callee in ("sum", "max", "min") and len(tree.args) == 1 and not tree.keywords:
                argument = self.expression(tree.args[0], done, True)
                if dotted(tree.args[0]) == self.title:
                    return gast.copy_location(
                        gast.Call(tree.func, [self.generator(argument)], []), tree
                    )
            if callee in ("np.array", "np.asarray") and dotted(tree.args[0]) == self.title:
                if len(tree.args) > 1 or tree.keywords:
                    raise CannotTell
                argument = self.expression(tree.args[0], done, True)
                return gast.copy_location(call("np.copy", argument), tree)
            if callee in WHOLE:
                return rebuild(tree, lambda part: self.expression(part, done, True))
        if isinstance(tree, gast.comprehension):
            new = rebuild(tree, lambda part: self.expression(part, done, part is tree.iter))
            return new
        return rebuild(tree, lambda part: self.expression(part, done))

    def generator(self, array: Expression) -> Expression:
        """Return the generator of the elements."""
        item = self.naming.part(self.title, "item")
        target = gast.Name(item, gast.Store(), None, None)
        return gast.GeneratorExp(name(item), [gast.comprehension(target, array, [], 0)])

    def index(self, tree: Expression, done: bool) -> Expression:
        """Return a subscript of the array for one of the list.

        Raises CannotTell for what may be out of range, as the array has room for more elements.
        """
        known = number(tree)
        if isinstance(tree, (gast.Slice, gast.Tuple)) and not done:
            raise CannotTell
        if done:
            return tree
        count = self.count if self.exact else constant(self.least)
        is_counted = (known is not None and known >= 0) or self.is_counter(tree)
        if is_counted and self.known.is_there(tree, count):
            return tree
        if known is None or known >= 0 or not self.known.is_there(constant(-known - 1), count):
            raise CannotTell
        return binary(self.count, gast.Sub(), constant(int(-known)))

    def is_counter(self, tree: Expression) -> bool:
        """Return True if a subscript is never below zero."""
        if has_operator(tree, gast.Add, gast.Mult):
            return self.is_counter(tree.left) and self.is_counter(tree.right)
        if isinstance(tree, gast.Name):
            return tree.id in self.counters
        return (number(tree) or (0 if number(tree) == 0 else -1)) >= 0


def is_method(tree: gast.AST, title: str) -> bool:
    """Return True if an expression is a method of the list that no array has."""
    if not isinstance(tree, gast.Attribute) or dotted(tree.value) != title:
        return False
    return bool(tree.attr != "copy")


def simple(tree: Expression, word: str, named: bool) -> Expression:
    """Return an expression that may be evaluated early, and twice.

    Raises CannotTell for any other.
    """
    if not is_simple(tree) or (named and not isinstance(tree, gast.Name)):
        raise CannotTell
    return tree


def total(counts: list[Expression]) -> Expression:
    """Return the sum of counts."""
    return functools.reduce(plus, counts, constant(0))


def plus(left: Expression, right: Expression) -> Expression:
    """Return the sum of two counts."""
    more, less = number(right), number(left)
    if less == 0 or more == 0:
        return right if less == 0 else left
    if less is not None and more is not None:
        return constant(less + more)
    inner = number(left.right) if isinstance(left, gast.BinOp) else None
    if inner is not None and more is not None and isinstance(left.op, gast.Add):
        return binary(left.left, gast.Add(), constant(inner + more))
    return binary(left, gast.Add(), right)

"""Refuse reads of variables that `del` may have unbound: Python raises there."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Block, Statement, all_parameters, children, walk, writes

Gone = frozenset[str] | None  # variables that may be deleted; None where no path leads
FUNCTIONS = (gast.FunctionDef, gast.Lambda)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)


@needs(gast.Delete, gast.ExceptHandler)
def check_deleted(tree: gast.FunctionDef) -> None:
    """Refuse reads of variables that may be deleted by then, also by functions inside.

    The end of an `except ... as error:` deletes `error`, too. Raises UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_deleted(function('''
    ... def f(x, n):
    ...     for i in range(n):
    ...         t = x * i
    ...         x += t
    ...         del t
    ...     return x
    ... '''))
    >>> check_deleted(function('''
    ... def f(x):
    ...     y = x * x
    ...     if x > 1.0:
    ...         del y
    ...     return y
    ... '''))
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: `y` may be deleted where it is read here
      = leave the `del` out, or bind the variable again
    """
    for function in walk(tree):
        if isinstance(function, gast.FunctionDef) and deleted_in(function.body):
            Deletions(function).block(function.body, frozenset())


class Deletions:
    """The walk through a function with the variables that may be deleted so far.

    `ever` are all that it deletes anywhere: functions inside may be called after that.
    """

    def __init__(self, tree: gast.FunctionDef) -> None:
        self.ever = deleted_in(tree.body)
        self.breaks: list[list[Gone]] = []
        self.goes_on: list[list[Gone]] = []

    def block(self, block: Block, gone: Gone) -> Gone:
        """Return what may be deleted after a block."""
        for statement in block:
            if gone is None:
                return None
            gone = self.statement(statement, gone)
        return gone

    def statement(self, statement: Statement, gone: frozenset[str]) -> Gone:
        """Return what may be deleted after a statement."""
        if isinstance(statement, gast.If):
            gone = self.use(statement.test, gone)
            return joined(self.block(statement.body, gone), self.block(statement.orelse, gone))
        if isinstance(statement, (gast.For, gast.While)):
            return self.loop(statement, gone)
        if isinstance(statement, gast.Try):
            return self.attempt(statement, gone)
        if isinstance(statement, gast.With):
            for item in statement.items:
                gone = self.use(item, gone)
            return self.block(statement.body, gone)
        if isinstance(statement, (gast.Break, gast.Continue)):
            (self.breaks if isinstance(statement, gast.Break) else self.goes_on)[-1].append(gone)
            return None
        if isinstance(statement, gast.FunctionDef):
            for part in free_reads(statement):
                self.check(part, self.ever)
            return gone - {statement.name}
        if isinstance(statement, gast.Delete):
            for target in statement.targets:
                if isinstance(target, gast.Name):
                    self.check(target, gone)
                    gone |= {target.id}
                else:
                    gone = self.use(target, gone)
            return gone
        after = self.use(statement, gone)
        return None if isinstance(statement, (gast.Return, gast.Raise)) else after

    def loop(self, loop: Statement, before: frozenset[str]) -> Gone:
        """Return what may be deleted after a loop."""
        if isinstance(loop, gast.For):
            before = self.use(loop.iter, before)
        while True:
            self.breaks.append([])
            self.goes_on.append([])
            head = loop.target if isinstance(loop, gast.For) else loop.test
            start = self.use(head, before)
            end = self.block(loop.body, start)
            left = self.breaks.pop()
            again = joined(before, end, *self.goes_on.pop())
            assert again is not None
            if again == before:
                break
            before = again
        ended: Gone = before if isinstance(loop, gast.For) else start
        if isinstance(loop, gast.While) and getattr(loop.test, "value", None) in (True, 1):
            ended = None  # it only ends by `break`
        return joined(self.block(loop.orelse, ended), *left)

    def attempt(self, statement: gast.Try, gone: frozenset[str]) -> Gone:
        """Return what may be deleted after a `try`: each statement in it may be the last one."""
        caught = gone | deleted_in(statement.body)
        ends = [self.block(statement.orelse, self.block(statement.body, gone))]
        for handler in statement.handlers:
            own = {handler.name.id} if handler.name is not None else set()
            if handler.type is not None:
                self.use(handler.type, caught)
            end = self.block(handler.body, caught - own)
            ends.append(None if end is None else end | own)
        after = joined(*ends)
        if statement.finalbody and after is None:
            self.block(statement.finalbody, caught | deleted_in([statement]))
        return self.block(statement.finalbody, after)

    def use(self, tree: gast.AST, gone: frozenset[str]) -> frozenset[str]:
        """Check what is read in an expression, or a statement without blocks."""
        for part in free_reads(tree):
            self.check(part, gone)
        for function in walk(tree):
            if isinstance(function, FUNCTIONS):
                for part in free_reads(function):
                    self.check(part, self.ever)
        return gone - writes(tree)

    def check(self, part: gast.Name, gone: frozenset[str]) -> None:
        """Refuse a variable that may be deleted."""
        if part.id in gone:
            raise UnsupportedSyntax(
                f"`{part.id}` may be deleted where it is read here",
                part,
                "leave the `del` out, or bind the variable again",
            )


def joined(*ways: Gone) -> Gone:
    """Return what may be deleted where paths join."""
    return frozenset().union(*led) if (led := [w for w in ways if w is not None]) else None


def deleted_in(block: Block) -> frozenset[str]:
    """Return the variables that a block deletes, functions inside it left out."""
    found: set[str] = set()
    pending: list[gast.AST] = list(block)
    while pending:
        node = pending.pop()
        if isinstance(node, gast.Delete):
            found.update(part.id for part in node.targets if isinstance(part, gast.Name))
        if isinstance(node, gast.ExceptHandler) and node.name is not None:
            found.add(node.name.id)
        if not isinstance(node, FUNCTIONS):
            pending += children(node)
    return frozenset(found)


def free_reads(tree: gast.AST) -> list[gast.Name]:
    """Return where names are read, those left out that functions and comprehensions bind."""
    own: set[str] = set()
    if isinstance(tree, FUNCTIONS):
        own = {part.id for part in (*all_parameters(tree), tree.args.kwarg) if part is not None}
        own |= writes(tree.body) if isinstance(tree, gast.FunctionDef) else set()
    elif isinstance(tree, COMPREHENSIONS):
        own = {n for part in tree.generators for n in writes(part.target)}
    elif isinstance(tree, gast.Name):
        return [tree] if isinstance(tree.ctx, gast.Load) else []
    elif isinstance(tree, gast.AugAssign) and isinstance(tree.target, gast.Name):
        return [tree.target, *free_reads(tree.value)]
    return [part for child in children(tree) for part in free_reads(child) if part.id not in own]

"""Which arrays names certainly stand for, wherever they are read."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.flow.structure import own_reads
from srcdiff.syntax import Block, Statement, blocks, is_number, targets, writes

Facts = dict[str, str]  # name -> the name of the same array here, "" if that is not known


def originals(body: Block, given: Mapping[str, str]) -> dict[str, str]:
    """Return the names that stand for the array of one other name wherever they are read.

    `given` has the names that are bound before the body, each as a copy of itself. A path that
    leaves a name unbound, bound to a number, says nothing about it. In a loop the other paths
    include the iterations before: a name that keeps an array of one of them is not the array
    that the loop makes anew.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x):
    ...     first = 0
    ...     for k in range(2):
    ...         out = x * k
    ...         y = x
    ...         if k == 0:
    ...             first = out
    ...         last = out
    ...         print(last, first, y)
    ... ''')
    >>> originals(tree.body, {"x": "x"})
    {'last': 'out', 'y': 'x'}
    """
    walk = _Copies()
    walk.block(body, dict(given))
    found = {n: known for n, known in walk.read.items() if known not in ("", n)}
    return dict(sorted(found.items()))


class _Copies:
    """The forward walk of `originals`; `read` has what each name stands for where it is read."""

    def __init__(self) -> None:
        self.read: Facts = {}
        self.heads: dict[Statement, Facts] = {}

    def block(self, block: Block, facts: Facts) -> Facts:
        """Return what is known after a block; `facts` is updated."""
        for statement in block:
            facts = self.statement(statement, facts)
        return facts

    def statement(self, statement: Statement, facts: Facts) -> Facts:
        """Return what is known after a statement."""
        if isinstance(statement, gast.If):
            self.note(statement, facts)
            return joined(*(self.block(part, dict(facts)) for part in blocks(statement)))
        if isinstance(statement, (gast.For, gast.While)):
            return self.loop(statement, facts)
        if blocks(statement):
            return dict.fromkeys(facts.keys() | writes(statement), "")
        self.note(statement, facts)
        return bound(statement, facts)

    def loop(self, loop: Statement, facts: Facts) -> Facts:
        """Return what is known after a loop: what holds at the head of each iteration."""
        head = self.heads.get(loop, facts)  # from an earlier walk of the loop around it
        head = joined(head, facts)
        while True:
            self.note(loop, head)
            inside = dict(head)
            if isinstance(loop, gast.For):
                forget(inside, writes(loop.target))
            wider = joined(head, self.block(loop.body, inside))
            if wider == head:
                self.heads[loop] = head
                return dict(head)
            head = wider

    def note(self, statement: Statement, facts: Facts) -> None:
        """Enter what the names stand for that a statement reads itself."""
        for name in own_reads(statement):
            if name in facts:
                known = self.read.setdefault(name, facts[name])
                self.read[name] = known if known == facts[name] else ""


def bound(statement: Statement, facts: Facts) -> Facts:
    """Return what is known after a simple statement."""
    if isinstance(statement, gast.AugAssign):
        forget(facts, writes(statement))
        return facts
    names = targets(statement)
    if not names:
        return facts
    value = statement.value
    copied = value.elts if isinstance(value, gast.Tuple) else [value]
    if len(copied) != len(names):
        copied = [gast.Constant(None, None)] * len(names)
    new: dict[str, str | None] = {}
    for name, part in zip(names, copied, strict=True):
        if isinstance(part, gast.Name):
            new[name] = facts.get(part.id)
        else:
            new[name] = None if is_number(part) else name
    forget(facts, set(names))
    for name, known in new.items():
        if known is None:
            facts.pop(name, None)
        else:
            facts[name] = known if known == name or known not in new else ""
    return facts


def forget(facts: Facts, names: set[str]) -> None:
    """Note that names are bound anew: nothing else stands for what they are now."""
    for name, known in facts.items():
        if known in names:
            facts[name] = ""
    facts.update(dict.fromkeys(names, ""))


def joined(*ways: Facts) -> Facts:
    """Return what holds at the end of all ways; one that leaves a name unbound says nothing."""
    found: Facts = {}
    for way in ways:
        for name, known in way.items():
            found[name] = known if found.get(name, known) == known else ""
    return found

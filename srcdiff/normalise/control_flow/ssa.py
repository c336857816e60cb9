"""Give each value a name of its own: static single assignment, kept as Python.

`x`, `x·2`, `x·3` are the values that the variable `x` has one after the other. Where
paths join, each way ends with a copy. A value that a loop carries from one iteration to
the next has three copies: before the loop, at the end of the body, and after the loop.
Only the names that these copies bind are bound more than once.
"""

from __future__ import annotations

from collections import Counter

import gast

from srcdiff.analyse.flow.first_trip import certain_loops
from srcdiff.analyse.flow.liveness import Liveness, liveness
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    constant,
    locate,
    name,
    parameters,
    rename,
    targets,
    tuple_of,
    unpack,
    unpacks,
    with_body,
    writes,
)

UNBOUND = 0  # the value of a variable on ways where it has none, and nobody reads it

Current = dict[str, str]  # variable -> the name of its value here


def ssa(tree: gast.FunctionDef, variables: frozenset[str] | None = None) -> gast.FunctionDef:
    """Return the function with one name for each value, or for each value of some variables.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(ssa(function('''
    ... def f(x, n):
    ...     s = x
    ...     for i in range(n):
    ...         s = s * x
    ...         if s:
    ...             x = s
    ...     return s
    ... '''))))
    def f(x, n):
        s = x
        s·2 = s
        x·2 = x
        for i in range(n):
            s·3 = s·2 * x·2
            if s·3:
                x·3 = s·3
                x·4 = x·3
            else:
                x·4 = x·2
            s·2 = s·3
            x·2 = x·4
        s·4 = s·2
        return s·4
    >>> print(unparse(ssa(function('''
    ... def f(x, y):
    ...     s = x
    ...     y = 2.0 * y
    ...     s = s * y
    ...     return s
    ... '''), frozenset("s"))))
    def f(x, y):
        s = x
        y = 2.0 * y
        s·2 = s * y
        return s·2
    """
    live = liveness(tree.body, certain=certain_loops(tree.body))
    arguments = list(parameters(tree))
    versions = _Versions(live, writes(tree.body) | set(arguments), variables)
    current = {argument: versions.new(argument) for argument in arguments}
    return with_body(tree, versions.block(tree.body, current))


class _Versions:
    """The forward walk of `single`; `current` is passed along and updated."""

    def __init__(self, live: Liveness, taken: set[str], variables: frozenset[str] | None) -> None:
        self.live = live
        self.taken = taken
        self.variables = variables
        self.counts: Counter[str] = Counter()

    def is_renamed(self, variable: str) -> bool:
        """Return True if the values of a variable get names of their own."""
        return self.variables is None or variable in self.variables

    def new(self, variable: str) -> str:
        """Return a new name for the next value of a variable."""
        if not self.is_renamed(variable):
            return variable
        while True:
            self.counts[variable] += 1
            count = self.counts[variable]
            chosen = variable if count == 1 else f"{variable}{SEPARATOR}{count}"
            if count == 1 or chosen not in self.taken:
                return chosen

    def block(self, block: Block, current: Current) -> Block:
        """Rename the statements of a block."""
        return [new for statement in block for new in self.statement(statement, current)]

    def statement(self, statement: Statement, current: Current) -> Block:
        """Rename one statement."""
        if isinstance(statement, gast.If):
            return self.branches(statement, current)
        if isinstance(statement, (gast.For, gast.While)):
            return self.loop(statement, current)
        if isinstance(statement, gast.Assign) and targets(statement):
            value = rename(statement.value, current)
            names = targets(statement)
            versions = []  # of `_, x, _` the last one stays
            for variable in names:
                current[variable] = self.new(variable)
                versions.append(current[variable])
            if unpacks(statement):
                return [unpack(versions, value, statement)]
            return [assign(current[names[0]], value, statement)]
        return [rename(statement, current)]

    def branches(self, statement: gast.If, current: Current) -> Block:
        """Rename both branches of an `if`, and join what they bind."""
        test = rename(statement.test, current)  # before the branches bind its names
        ways = [dict(current), dict(current)]
        parts = [
            self.block(block, way)
            for block, way in zip((statement.body, statement.orelse), ways, strict=True)
        ]
        for variable in sorted(ways[0].keys() | ways[1].keys()):
            names = [way.get(variable) for way in ways]
            if names[0] == names[1] or variable not in self.live.after[statement]:
                continue
            if not self.is_renamed(variable):
                continue  # it has been joined before
            joined = self.new(variable)
            for part, known in zip(parts, names, strict=True):
                value = name(known) if known is not None else constant(UNBOUND)
                part.append(assign(joined, value, statement))
            current[variable] = joined
        new = gast.If(test, parts[0] or [gast.Pass()], parts[1])
        return [gast.copy_location(new, statement)]

    def loop(self, loop: Statement, current: Current) -> Block:
        """Rename a loop; what it carries is copied before, at the end, and after."""
        before: Block = []
        bound = writes(loop.body)
        if isinstance(loop, gast.For):
            bound |= writes(loop.target)
        outside = dict(current)
        bound = set(filter(self.is_renamed, bound))
        order = filter(self.is_renamed, self.order(loop, bound))
        carried = [v for v in order if self.is_carried(loop, v, outside)]
        for variable in carried:
            header = self.new(variable)
            is_read = variable in self.live.before[loop]
            known = outside.get(variable) if is_read else None
            value = name(known) if known is not None else constant(UNBOUND)
            before.append(assign(header, value, loop))
            current[variable] = header
        headers = {variable: current[variable] for variable in carried}
        new = gast.copy_location(type(loop)(**{f: getattr(loop, f) for f in loop._fields}), loop)
        if isinstance(loop, gast.For):
            new.iter = rename(loop.iter, outside)
            counter = loop.target.id
            current[counter] = self.new(counter)
            new.target = gast.Name(current[counter], gast.Store(), None, None)
            gast.copy_location(new.target, loop.target)
        else:
            new.test = rename(loop.test, current)
        body = self.block(loop.body, current)
        new.body = body + carry(headers, current, loop)
        after: Block = []
        for variable, header in headers.items():
            current[variable] = header
            if variable in self.live.after[loop]:
                current[variable] = self.new(variable)
                after.append(assign(current[variable], name(header), loop))
        for variable in bound - set(carried):
            if variable in outside:
                current[variable] = outside[variable]
            else:
                current.pop(variable, None)
        return [*before, new, *after]

    def order(self, loop: Statement, bound: set[str]) -> list[str]:
        """Return the names that a loop binds, in the order of the text."""
        found = [target for s in loop.body for target in sorted(writes(s)) if target in bound]
        if isinstance(loop, gast.For):
            found.insert(0, loop.target.id)
        return list(dict.fromkeys(found))

    def is_carried(self, loop: Statement, variable: str, outside: Current) -> bool:
        """Return True if the value of a variable passes from one iteration to the next."""
        if isinstance(loop, gast.For) and variable == loop.target.id:
            return variable in self.live.after[loop]
        return variable in self.live.header[loop]


def carry(headers: dict[str, str], current: Current, loop: Statement) -> Block:
    """Return the copies at the end of a loop's body.

    Copies that read what another one binds are done at once, as one tuple.
    """
    pairs = [(header, current[v]) for v, header in headers.items() if current[v] != header]
    sources = {source for _, source in pairs}
    if not any(header in sources for header, _ in pairs):
        return [assign(header, name(source), loop) for header, source in pairs]
    target = tuple_of([gast.Name(h, gast.Store(), None, None) for h, _ in pairs], store=True)
    value = tuple_of([name(source) for _, source in pairs])
    return [locate(gast.Assign([target], value, None), loop)]

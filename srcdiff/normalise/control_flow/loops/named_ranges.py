"""Write ranges where their names are gone through: a name of a range has no type of its own."""

from __future__ import annotations

from collections import Counter

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    dotted,
    each_statement,
    is_number,
    is_range,
    is_read,
    locate,
    name,
    parameters,
    substitute,
    walk,
    walk_statements,
)

WORDS = {1: ("stop",), 2: ("start", "stop"), 3: ("start", "stop", "step")}
READERS = ("len", "enumerate", "reversed", "zip", "sum", "list", "tuple", "map", "filter")
ITERTOOLS = ("product", "combinations")


@needs("range")
def named_ranges(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without variables that are ranges and that loops go through.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(named_ranges(function('''
    ... def f(x, n):
    ...     places = range(len(x))
    ...     rows = range(1, n)
    ...     s = sum([x[i] * x[j] for j in places for i in places])
    ...     for i in rows:
    ...         s += x[i] * len(rows)
    ...     return s
    ... '''))))
    def f(x, n):
        places·stop = len(x)
        s = sum([x[i] * x[j] for j in range(places·stop) for i in range(places·stop)])
        for i in range(1, n):
            s += x[i] * len(range(1, n))
        return s
    """
    bound = Counter(n.id for n in walk(tree) if isinstance(n, gast.Name) and not is_read(n))
    known = {
        dotted(s.targets[0]): s
        for s in walk_statements(tree.body)
        if isinstance(s, gast.Assign) and is_range(s.value) and bound[dotted(s.targets[0])] == 1
    }
    known = {n: s for n, s in known.items() if is_gone_through(tree, n)}
    if not known:
        return tree
    naming = Naming(tree)
    fixed = {title for title in parameters(tree) if bound[title] == 1}
    before: dict[Statement, Block] = {}
    written: dict[str, Expression] = {}
    for title, statement in known.items():
        before[statement], written[title] = held(statement, naming, fixed)

    return substitute(each_statement(tree, lambda s: before.get(s, [s])), written)


def is_gone_through(tree: gast.FunctionDef, title: str) -> bool:
    """Return True if a name is only read as what loops and comprehensions iterate over."""
    nodes = walk(tree)
    places = [n.iter for n in nodes if isinstance(n, (gast.For, gast.comprehension))]
    read = [n for n in nodes if isinstance(n, gast.Call) and is_reader(dotted(n.func))]
    places += [argument for node in read for argument in node.args]
    inside = {id(part) for part in places if isinstance(part, gast.Name)}
    uses = [n for n in nodes if isinstance(n, gast.Name) and n.id == title and is_read(n)]
    return bool(uses) and all(id(n) in inside for n in uses)


def is_reader(title: str) -> bool:
    """Return True if a function only goes through what it is given."""
    return title in READERS or title.split(".")[-1] in ITERTOOLS


def held(statement: Statement, naming: Naming, fixed: set[str]) -> tuple[Block, Expression]:
    """Return assignments of what may change until a range is gone through, and the range."""
    before: Block = []
    ends: list[Expression] = []
    arguments = statement.value.args
    for word, argument in zip(WORDS[len(arguments)], arguments, strict=True):
        if dotted(argument) not in fixed and not is_number(argument):
            kept = naming.part(dotted(statement.targets[0]), word)
            before.append(assign(kept, argument, statement))
            argument = locate(name(kept), argument)
        ends.append(argument)
    return before, locate(call("range", *ends), statement.value)

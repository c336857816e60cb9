"""Keep reads of variables that may have no value, where nothing but the read is left out.

`del a`, and `a` as a statement, do nothing for a derivative; but they raise where `a` is unbound.
Of tuples the parts are written out, whether the tuple has been made by then or not.
"""

from __future__ import annotations

import gast

from srcdiff.analyse.flow.definite import BOUND, MADE, Definite
from srcdiff.normalise.partial_evaluation.discarded import does_nothing
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    each_block,
    each_statement,
    name,
    targets,
    unpacks,
    walk_statements,
    writes,
)

READ = f"{SEPARATOR}read"
CONTAINERS = (gast.List, gast.ListComp, gast.Dict, gast.DictComp, gast.Lambda)


def kept_reads(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with assignments to themselves before variables are left out.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(kept_reads(function('''
    ... def f(x, n):
    ...     for i in range(n):
    ...         y = x
    ...     del y
    ...     x
    ...     return x
    ... '''))))
    def f(x, n):
        for i in range(n):
            y = x
        y = y
        del y
        x
        return x
    """
    tuples = names_of_tuples(tree)
    if not tuples and not any(map(is_left_out, walk_statements(tree.body))):
        return tree
    found, special = Definite(tree, {}, {}).reads, not_plain(tree)
    unbound: dict[Statement, list[str]] = {}
    written_out: dict[Statement, list[str]] = {}
    for (statement, title), reads in found.items():
        if title in tuples and not isinstance(statement, gast.While):
            if any(read.status != BOUND and not read.held for read in reads):
                written_out.setdefault(statement, []).append(title)
            continue
        may_raise = title not in special and any(read.status != BOUND for read in reads)
        if is_left_out(statement) and may_raise:
            unbound.setdefault(statement, []).append(title)

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            new += [assign(n, name(n), statement) for n in unbound.get(statement, [])]
            titles = written_out.get(statement, [])
            new += [assign(f"{n}{READ}", name(n), statement) for n in titles]
            new.append(statement)
        return new

    return each_block(tree, block) if unbound or written_out else tree


def without_reads(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without the names that only keep reads.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function(f"def f(x):\\n    p{READ} = p\\n    return x")
    >>> print(unparse(without_reads(tree)))
    def f(x):
        return x
    """

    def kept(statement: Statement) -> Block:
        return [] if any(n.endswith((READ, MADE)) for n in targets(statement)) else [statement]

    return each_statement(tree, kept)


def names_of_tuples(tree: gast.FunctionDef) -> set[str]:
    """Return the names of tuples that are written out: where they are read, the parts may be."""
    return {
        title
        for s in walk_statements(tree.body)
        if isinstance(s, gast.Assign) and isinstance(s.value, gast.Tuple) and not unpacks(s)
        for title in targets(s)
    }


def not_plain(tree: gast.FunctionDef) -> set[str]:
    """Return the names of lists, dictionaries, functions and modules: other passes replace them."""
    found: set[str] = set()
    for statement in walk_statements(tree.body):
        if isinstance(statement, gast.Assign) and isinstance(statement.value, CONTAINERS):
            found |= writes(statement)
        elif isinstance(statement, gast.FunctionDef):
            found.add(statement.name)
        elif isinstance(statement, (gast.Import, gast.ImportFrom)):
            found |= {alias.asname or alias.name.split(".")[0] for alias in statement.names}
    return found


def is_left_out(statement: Statement) -> bool:
    """Return True if a statement only reads, or deletes."""
    only_reads = isinstance(statement, gast.Expr) and does_nothing(statement.value)
    return isinstance(statement, gast.Delete) or only_reads

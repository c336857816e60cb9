"""Give the parts of tuples that are bound as wholes names of their own, before types are known.

Of a part it can be asked then what it is, on each path: of a tuple only what all of it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import partial

import gast

from srcdiff.core.operations import call_of, is_copy
from srcdiff.normalise.tuple_values.tuples import apart, part
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    assign,
    callee_of,
    constant,
    dotted,
    each_statement,
    fresh,
    locate,
    name,
    number,
    own_part,
    parameters,
    rebuild,
    targets,
    tuple_of,
    unpack,
    unpacks,
    walk_statements,
    with_own_parts,
)


def split_tuples(tree: gast.FunctionDef, functions: Set[str]) -> gast.FunctionDef:
    """Return a core form with names for the parts of tuples; the same tree if there are none.

    That is done for names that are bound to a tuple that is written out, at least on some paths,
    and of which only known parts are read, or all at once, also by calls of `functions`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(split_tuples(function('''
    ... def f(x, n):
    ...     t = (0.0, x)
    ...     u = t
    ...     for i in range(n):
    ...         a = u[0]
    ...         z, s = g(a, u)
    ...         u = s
    ...     return u
    ... '''), {"g"})))
    def f(x, n):
        t·0_ = 0.0
        t·1_ = x
        u·0_ = t·0_
        u·1_ = t·1_
        for i in range(n):
            a = u·0_
            z, s = g(a, (u·0_, u·1_))
            s·0__2, s·1__2 = s
            u·0_ = s·0__2
            u·1_ = s·1__2
        return (u·0_, u·1_)
    """
    while True:
        counts = counts_of(tree, functions)
        if not counts:
            return tree
        names = names_of(tree, counts)
        tree = each_statement(tree, partial(in_parts, counts=counts, names=names))


def counts_of(tree: gast.FunctionDef, functions: Set[str]) -> dict[str, int]:
    """Return of how many parts the names stand that are tuples and can be split.

    >>> from srcdiff.syntax import function
    >>> text = "def f(x, k): t = (x, k); u = t; v = (x, x); s = t[0] + v[k]; w = g(u)"
    >>> counts_of(function(text), {"g"}), counts_of(function(text), set())
    ({'t': 2, 'u': 2}, {'t': 2})
    >>> counts_of(function("def f(x): none = 0; t = (x, x); u = none; u = t"), set())
    {}
    """
    found: dict[str, set[int]] = {}
    known = None
    while known != found:
        known = {title: set(counts) for title, counts in found.items()}
        for statement in walk_statements(tree.body):
            value: Expression | None = getattr(statement, "value", None)
            bound = () if unpacks(statement) else targets(statement)
            for title in bound:
                if isinstance(value, gast.Tuple):
                    found.setdefault(title, set()).add(len(value.elts))
                elif isinstance(value, gast.Constant):  # it may stand for None
                    found.setdefault(title, set()).add(0)
                elif isinstance(value, gast.Name):
                    both = found.get(title, set()) | found.get(value.id, set())
                    if both:
                        found[title] = found[value.id] = both
    counts = {title: min(every) for title, every in found.items() if len(every) == 1}
    counts = {title: count for title, count in counts.items() if count > 0}
    for statement in walk_statements(tree.body) if counts else ():
        for title in read_otherwise(statement, counts, functions):
            counts.pop(title, None)
    return {title: count for title, count in counts.items() if title not in parameters(tree)}


def read_otherwise(
    statement: Statement, counts: Mapping[str, int], functions: Set[str]
) -> Iterator[str]:
    """Return the names of tuples that a statement reads other than by parts, or all at once."""
    made = call_of(statement)
    whole: list[gast.AST] = []
    if isinstance(statement, gast.Return) or targets(statement):
        whole = [statement.value]
        if made is not None and dotted(made.func) in functions:
            whole = [*made.args]

    def others(tree: gast.AST, is_whole: bool) -> Iterator[str]:
        if isinstance(tree, gast.Name) and isinstance(tree.ctx, gast.Load):
            if not is_whole:
                yield tree.id
        elif isinstance(tree, gast.Tuple) and is_whole:
            for item in tree.elts:
                yield from others(item, True)
        elif position(tree, counts) is None and not is_length(tree, counts):
            for item in gast.iter_child_nodes(tree):
                yield from others(item, any(item is w for w in whole))

    own = own_part(statement)
    yield from others(own, any(own is w for w in whole))


def position(tree: gast.AST, counts: Mapping[str, int]) -> int | None:
    """Return which part of a tuple an expression is, None for all others."""
    if not isinstance(tree, gast.Subscript) or dotted(tree.value) not in counts:
        return None
    count, place = counts[dotted(tree.value)], number(tree.slice)
    return place % count if isinstance(place, int) and -count <= place < count else None


def is_length(tree: gast.AST, counts: Mapping[str, int]) -> bool:
    """Return True if an expression is the number of parts of a tuple."""
    return callee_of(tree) == "len" and dotted(tree.args[0]) in counts


def names_of(tree: gast.FunctionDef, counts: Mapping[str, int]) -> dict[str, list[str]]:
    """Return the names of the parts of tuples.

    A tuple that a call returns stays, and its parts get their usual names later (tuples.py): here
    they have others.
    """
    taken = set(all_names(tree))
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        if unpacks(statement) or not isinstance(value, (gast.Name, gast.Tuple)):
            kept = [title for title in targets(statement) if title in counts]
            taken.update(part(t, place) for t in kept for place in range(counts[t]))
    return {
        title: [fresh(part(title, place), taken) for place in range(count)]
        for title, count in counts.items()
    }


def in_parts(
    statement: Statement, counts: Mapping[str, int], names: Mapping[str, list[str]]
) -> Block:
    """Return what a statement does with the parts of tuples."""

    def read(tree: gast.AST) -> Expression:
        place = position(tree, counts)
        if place is not None:
            return locate(name(names[dotted(tree.value)][place]), tree)
        if is_length(tree, counts):
            return locate(constant(counts[dotted(tree.args[0])]), tree)
        if isinstance(tree, gast.Name) and isinstance(tree.ctx, gast.Load) and tree.id in counts:
            return locate(tuple_of([name(n) for n in names[tree.id]]), tree)
        return rebuild(tree, read)

    new = with_own_parts(statement, read)
    split = [title for title in targets(statement) if title in counts]
    if split and not unpacks(new) and isinstance(new.value, gast.Tuple):
        pairs = zip(names[split[0]], new.value.elts, strict=True)
        return [assign(title, value, statement) for title, value in pairs]
    if split and is_copy(new):
        return [unpack(names[split[0]], new.value, statement)]
    return [*apart(new), *(unpack(names[t], name(t), statement) for t in split)]

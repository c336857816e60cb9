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

from srcdiff.front.callables import python_function
from srcdiff.front.parse import Source
from srcdiff.normalise.containers.column_parts import Parts, binds, is_own, put_in
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    all_names,
    assign,
    callee_of,
    clone,
    dotted,
    each_block,
    fresh,
    locate,
    mapped,
    members,
    number,
    reads,
    writes,
)
from srcdiff.syntax.contents import contents

BUILTIN = ("range", "len", "zip", "enumerate", "reversed", "float", "int", "abs", "min", "max")
MODULES = ("np.", "math.")
ORDINALS = ("first", "second", "third", "fourth", "fifth")


def split_tuple_lists(source: Source) -> Source:
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
    >>> print(unparse(split_tuple_lists(source).tree))
    def f(x, t):
        doses·when = [0, 2]
        doses·amount = [x, 0.5 * x]
        doses·when.append(4)
        doses·amount.append(x * x)
        for when, amount in zip(doses·when, doses·amount):
            t += amount * when
        return t + doses·amount[-1]
    """
    tree = source.tree
    if any(source.namespace.get(f.__name__, f) is not f for f in (enumerate, len, reversed, zip)):
        return source
    has_lists = not contents(tree).isdisjoint((gast.List, gast.ListComp))
    titles = names_of(tree) if has_lists else []
    made = {title: count for title in titles if (count := width(tree, title, source)) > 0}
    for title, count in made.items():
        words = fresh_words(tree, title, words_for(tree, title, count))
        parts = Parts(title, words).written(tree)
        if any(dotted(node) == title for node in gast.walk(parts)):
            parts = each_block(tree, partial(in_lists, title))
        tree = parts
    added: dict[str, Any] = {}
    for title in sorted(reads(tree) - writes(tree)):
        rows: Any = source.namespace.get(title)
        if not is_table(rows):
            continue
        taken = {*source.namespace, *writes(tree)}
        words = [fresh(f"{title}_{w}", taken) for w in words_for(tree, title, len(rows[0]))]
        parts = Parts(title, words).written(tree)
        if any(dotted(node) == title for node in gast.walk(parts)):
            added[title] = of_one_kind(rows)
            continue
        tree = parts
        for word, values in zip(words, zip(*rows, strict=True), strict=True):
            (added[word],) = of_one_kind([values])
    if has_lists:
        tree = in_calls(tree, source.namespace)
    if added:
        source = replace(source, namespace={**source.namespace, **added})
    return replace(source, tree=tree)


def fresh_words(tree: gast.FunctionDef, title: str, words: list[str]) -> list[str]:
    """Return names for the lists of the parts, which no part of the list that is there has."""
    taken = all_names(tree)
    return [fresh(f"{title}{SEPARATOR}{word}", taken) for word in words]


def words_for(tree: gast.FunctionDef, title: str, count: int) -> list[str]:
    """Return words for the parts of the tuples in a list: what they are unpacked into, if at all.

    >>> from srcdiff.syntax import function
    >>> loop = "def f(p):\\n  for k, (a, b) in enumerate(p): pass\\n  x, y = q[0]"
    >>> [words_for(function(loop), title, 2) for title in "pqr"]
    [['a', 'b'], ['x', 'y'], ['first', 'second']]
    """
    for node in gast.walk(tree):
        target: Any = getattr(node, "target", None)
        source: Any = getattr(node, "iter", None)
        if isinstance(node, gast.Assign):
            target, source = node.targets[0], getattr(node.value, "value", None)
        elif callee_of(source) == "enumerate" and source.args:
            target, source = members(target)[-1], source.args[0]
        if isinstance(source, gast.Subscript) and isinstance(source.slice, gast.Slice):
            source = source.value
        found = [dotted(part) for part in members(target)] if target is not None else []
        named = all(word.isidentifier() for word in found)
        if dotted(source) == title and len(set(found)) == count and named:
            return found
    return [ORDINALS[k] if count <= len(ORDINALS) else f"part{k + 1}" for k in range(count)]


def is_table(rows: Any) -> bool:
    """Return True if a value is a list of tuples of numbers, all of one length.

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
        node = mapped(node, change)
        called = value_of(node.func, namespace) if isinstance(node, gast.Call) else None
        if isinstance(python_function(called), FunctionType):
            node = clone(node)
            node.args = [of_lists(argument, namespace) for argument in node.args]
        return node

    return change(tree)


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
    """Return the names that are bound to lists that are written out, or comprehensions."""
    found = [
        node.targets[0].id
        for node in gast.walk(tree)
        if isinstance(node, gast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], gast.Name)
        and isinstance(node.value, (gast.List, gast.ListComp))
    ]
    return list(dict.fromkeys(found))


def width(tree: gast.FunctionDef, title: str, source: Source) -> int:
    """Return how many parts the tuples in a list have; 0 if it is not certainly one of tuples."""
    bindings = [s for s in gast.walk(tree) if isinstance(s, gast.Assign) and binds(s, title)]
    stores = [
        node
        for node in gast.walk(tree)
        if isinstance(node, gast.Name) and node.id == title and not isinstance(node.ctx, gast.Load)
    ]
    rows = [row for s in bindings for row in rows_of(s.value)]
    filled = [row for s in gast.walk(tree) if (row := put_in(s, title)) is not None]
    rows += [row for row in filled if not is_own(row, title)]
    tuples = all(isinstance(row, gast.Tuple) for row in rows)
    if len(stores) != len(bindings) or not rows or not tuples:
        return 0
    if not all(isinstance(s.value, gast.List) or may_repeat(s.value) for s in bindings):
        return 0
    if len({len(row.elts) for row in rows}) != 1:
        return 0
    return len(rows[0].elts) if all(has_numbers(row, source.namespace) for row in rows) else 0


def rows_of(value: Expression) -> list[Expression]:
    """Return the elements of a list, or the one expression for all those of a comprehension."""
    if isinstance(value, gast.ListComp):
        return [value.elt]
    return list(value.elts) if isinstance(value, gast.List) else []


def may_repeat(value: Expression) -> bool:
    """Return True if an expression is a comprehension that may be evaluated for each part again.

    >>> from srcdiff.syntax import expression
    >>> texts = "[(i, x[i]) for i in range(3)]", "[f(i) for i in x]"
    >>> [may_repeat(expression(text)) for text in texts]
    [True, False]
    """
    if not isinstance(value, gast.ListComp):
        return False
    calls = [dotted(node.func) for node in gast.walk(value) if isinstance(node, gast.Call)]
    known = all(c in BUILTIN or (c.startswith(MODULES) and ".random" not in c) for c in calls)
    return known and not any(isinstance(node, gast.NamedExpr) for node in gast.walk(value))


def has_numbers(row: gast.Tuple, namespace: Mapping[str, Any]) -> bool:
    """Return True if the parts of a tuple may be numbers, to judge by their text."""
    binding = any(isinstance(node, gast.NamedExpr) for node in gast.walk(row))
    return not binding and all(is_number(value, namespace) for value in row.elts)


def is_number(value: Expression, namespace: Mapping[str, Any]) -> bool:
    """Return True if a part of a tuple may be a number, to judge by its text."""
    others = (gast.Tuple, gast.List, gast.Dict, gast.Lambda, gast.Starred, gast.Constant)
    if isinstance(value, others):
        return number(value) is not None
    known = value_of(value, namespace) if isinstance(value, (gast.Name, gast.Attribute)) else None
    return not callable(known)


def in_lists(title: str, block: Block) -> Block:
    """Return a block in which a list of tuples is one of lists."""

    def row(value: gast.Tuple) -> Expression:
        return locate(gast.List(value.elts, gast.Load()), value)

    new: Block = []
    for statement in block:
        is_list = isinstance(getattr(statement, "value", None), gast.List)
        if is_list and isinstance(statement, gast.Assign) and binds(statement, title):
            rows = locate(gast.List([*map(row, statement.value.elts)], gast.Load()), statement)
            statement = assign(title, rows, statement)
        elif isinstance(value := put_in(statement, title), gast.Tuple):
            statement = clone(statement)
            if isinstance(statement, gast.Expr):
                statement.value.args = [*statement.value.args[:-1], row(value)]
            else:
                statement.value = row(value)
        new.append(statement)
    return new

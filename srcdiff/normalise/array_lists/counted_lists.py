"""Count what is appended to a list, where elements are counted from its end: `rows[-1]`."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.normalise.containers.appends import is_append
from srcdiff.normalise.containers.list_realloc import gone_through, is_reader
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    binary,
    constant,
    dotted,
    each_statement,
    has_star,
    name,
    number,
    subscript,
    walk,
    whole_target,
    with_own_expressions,
)


def counted_lists(
    tree: gast.FunctionDef, of_arrays: frozenset[str] = frozenset(), keeps: bool = True
) -> gast.FunctionDef:
    """Return the function with elements of lists counted from the front, for reverse mode.

    What is appended later does not change these, so that the backward part finds them in the list.
    Only of lists `of_arrays` that are bound once, and only get longer.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     rows = [x]
    ...     for k in range(n):
    ...         rows.append(rows[-1] * x)
    ...     return rows[-1]
    ... ''')
    >>> print(unparse(counted_lists(tree, frozenset(["rows"]))))
    def f(x, n):
        rows = [x]
        rows·length = 1
        for k in range(n):
            rows.append(rows[rows·length - 1] * x)
            rows·length = rows·length + 1
        return rows[rows·length - 1]
    """
    for title in sorted(of_arrays) if keeps else ():
        tree = counted(title, tree)
    return tree


def counted(title: str, tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with a count of the elements of one list, where that is of use."""
    made = [s for s in walk(tree) if isinstance(s, gast.Assign) and whole_target(s) == title]
    if len(made) != 1 or not isinstance(made[0].value, gast.List) or has_star(made[0].value.elts):
        return tree
    least = max(len(made[0].value.elts), 1)  # of no element Python raises IndexError all the same
    last = [n for n in walk(tree) if is_from_end(n, title, least)]
    if not last or not only_grows(title, tree):
        return tree
    count = Naming(tree).part(title, "length")

    def change(statement: Statement) -> Block:
        new = with_own_expressions(statement, from_front)
        if statement is made[0]:
            begin = constant(len(made[0].value.elts))
            return [new, assign(count, begin, statement)]
        if is_append(statement, title):
            longer = binary(name(count), gast.Add(), constant(1))
            return [new, assign(count, longer, statement)]
        return [new]

    def from_front(node: Any) -> Any:
        if not is_from_end(node, title, least):
            return node
        back = constant(-int(number(node.slice) or 0))
        return subscript(title, binary(name(count), gast.Sub(), back))

    return each_statement(tree, change)


def is_from_end(node: gast.AST, title: str, least: int) -> bool:
    """Return True if a node reads an element of a list that is counted from its end."""
    if not isinstance(node, gast.Subscript) or dotted(node.value) != title:
        return False
    place = number(node.slice)
    return isinstance(node.ctx, gast.Load) and isinstance(place, int) and -least <= place < 0


def only_grows(title: str, tree: gast.FunctionDef) -> bool:
    """Return True if a list is appended to, and nothing else changes it or gives it a name."""
    known: set[int] = set()
    for node in walk(tree):
        if is_append(node, title):
            known.add(id(node.value.func.value))
        elif isinstance(node, gast.Subscript):
            known.add(id(node.value))
        elif isinstance(node, (gast.For, gast.comprehension)):
            known |= set(map(id, gone_through(node.iter)))
        elif isinstance(node, gast.Call) and is_reader(node.func):
            known |= set(map(id, node.args))
    used = [n for n in walk(tree) if isinstance(n, gast.Name) and n.id == title]
    return all(id(n) in known or not isinstance(n.ctx, gast.Load) for n in used)

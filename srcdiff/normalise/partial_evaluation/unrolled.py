"""Write loops out whose variable selects an array of a tuple."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import cast

import gast

from srcdiff.normalise.tuple_values.tuples import CountOf
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    callee_of,
    clone,
    dotted,
    each_block,
    has_operator,
    locate,
    number,
    parameters,
    reads,
    rebuild,
    signed,
    targets,
    walk,
    walk_statements,
)

Numbers = Mapping[str, int]  # the values of names
LIMIT = 2000  # statements, at most, in the place of a loop
ARITHMETIC: dict[type, Callable[[int, int], int]] = {
    gast.Add: lambda a, b: a + b,
    gast.Sub: lambda a, b: a - b,
    gast.Mult: lambda a, b: a * b,
    gast.Mod: lambda a, b: a % b,
    gast.FloorDiv: lambda a, b: a // b,
}
CHOICES: dict[str, Callable[[list[int]], int]] = {"min": min, "max": max}


def unrolled(
    tree: gast.FunctionDef, count_of: CountOf, has_arrays: Callable[[str], bool]
) -> gast.FunctionDef:
    """Return the function with numbers for the subscripts of tuples of arrays.

    `count_of` tells of how many parts a name stands for, 0 for what is no tuple, and
    `has_arrays` whether arrays are among them: only a constant tells which of them is meant,
    so that it can be written and the others stay what they are.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(unrolled(function('''
    ... def f(p, y):
    ...     for k in range(len(p)):
    ...         a = p[1 - k]
    ...         a[0] = y * k
    ... '''), lambda name: 2 if name == "p" else 0, lambda name: name == "p")))
    def f(p, y):
        a = p[1]
        a[0] = y * 0
        a = p[0]
        a[0] = y * 1
    """
    known = numbers_bound_once(tree, count_of)
    read = Counter(node.id for node in walk(tree) if isinstance(node, gast.Name))

    def folded(node: gast.AST) -> gast.AST:
        node = rebuild(node, folded)
        if is_selection(node, has_arrays):
            value = integer(node.slice, known, count_of)
            if value is not None:
                node.slice = locate(signed(value), node.slice)
        return node

    def written_out(block: Block) -> Block:
        new: Block = []
        for statement in block:
            values = values_of(statement, known, count_of)
            if values is None or not selects(statement, has_arrays):
                new.append(statement)
                continue
            title = statement.target.id
            copies = [at(title, value, inner) for value in values for inner in statement.body]
            new += decided(copies, lambda tree: integer(tree, known, count_of))
            inside = sum(isinstance(n, gast.Name) and n.id == title for n in walk(statement))
            if values and inside < read[title]:
                new.append(assign(title, signed(values[-1]), statement))
        return new

    tree = each_block(tree, written_out)
    return cast(gast.FunctionDef, rebuild(tree, folded))


def decided(block: Block, value_of: Callable[[Expression], int | None]) -> Block:
    """Return a block without branches whose conditions compare numbers that are known.

    They tell what a written out loop takes of a tuple at each position.
    """
    truths: dict[str, bool] = {}
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.If) and dotted(statement.test) in truths:
            way = statement.body if truths[dotted(statement.test)] else statement.orelse
            new += decided(way, value_of)
            continue
        for inner in walk_statements([statement]):
            for name in bound_in(inner):
                truths.pop(name, None)
        for target in targets(statement):
            truth = compared(statement.value, value_of)
            if truth is not None:
                truths[target] = truth
        new.append(statement)
    return new


def compared(tree: Expression, value_of: Callable[[Expression], int | None]) -> bool | None:
    """Return whether two numbers are equal, None where that is not asked, or not known."""
    if not isinstance(tree, gast.Compare) or not isinstance(tree.ops[0], gast.Eq):
        return None
    sides = [value_of(side) for side in (tree.left, *tree.comparators)]
    return None if None in sides or len(sides) != 2 else sides[0] == sides[1]


def numbers_bound_once(tree: gast.FunctionDef, count_of: CountOf) -> Numbers:
    """Return the integers that names stand for that are bound once."""
    every = list(walk_statements(tree.body))
    times = Counter(name for s in every for name in bound_in(s))
    times.update(parameters(tree))
    found: dict[str, int] = {}
    for statement in every:
        bound = targets(statement)
        if len(bound) == 1 and times[bound[0]] == 1:
            value = integer(statement.value, found, count_of)
            if value is not None:
                found[bound[0]] = value
    return found


def values_of(statement: Statement, known: Numbers, count_of: CountOf) -> range | None:
    """Return the numbers that a loop goes through, None where its text does not tell them."""
    if not isinstance(statement, gast.For) or statement.orelse:
        return None
    if any(statement.target.id in bound_in(inner) for inner in walk_statements(statement.body)):
        return None
    limits = [integer(limit, known, count_of) for limit in statement.iter.args]
    if None in limits or (len(limits) == 3 and limits[2] == 0):
        return None
    values = range(*cast(list[int], limits))
    length = len(values) * len(list(walk_statements(statement.body)))
    return values if length <= LIMIT else None


def bound_in(statement: Statement) -> tuple[str, ...]:
    """Return the names that a statement binds itself."""
    return (statement.target.id,) if isinstance(statement, gast.For) else targets(statement)


def selects(loop: gast.For, has_arrays: Callable[[str], bool]) -> bool:
    """Return True if the variable of a loop selects an array of a tuple."""
    return any(
        is_selection(node, has_arrays) and loop.target.id in reads(node.slice)
        for statement in loop.body
        for node in walk(statement)
    )


def is_selection(node: gast.AST, has_arrays: Callable[[str], bool]) -> bool:
    """Return True if a node is one element of a tuple of arrays."""
    plain = isinstance(node, gast.Subscript) and not isinstance(node.slice, gast.Slice)
    return plain and has_arrays(dotted(node.value))


def integer(tree: Expression, known: Numbers, count_of: CountOf) -> int | None:
    """Return the value of an integer expression, None where its text does not tell it."""
    value = number(tree)
    if value is not None:
        return value if type(value) is int else None
    if isinstance(tree, gast.Name):
        return known.get(tree.id)
    if callee_of(tree) == "len":
        return count_of(dotted(tree.args[0])) or None
    if callee_of(tree) in CHOICES:
        parts = [integer(part, known, count_of) for part in tree.args]
        return None if None in parts else CHOICES[dotted(tree.func)](cast(list[int], parts))
    if has_operator(tree, gast.USub):
        inner = integer(tree.operand, known, count_of)
        return None if inner is None else -inner
    if isinstance(tree, gast.BinOp) and type(tree.op) in ARITHMETIC:
        left = integer(tree.left, known, count_of)
        right = integer(tree.right, known, count_of)
        divides = isinstance(tree.op, (gast.Mod, gast.FloorDiv))
        if left is None or right is None or (divides and right == 0):
            return None
        return ARITHMETIC[type(tree.op)](left, right)
    return None


def at(title: str, value: int, statement: Statement) -> Statement:
    """Return a copy of a statement with a number in the place of a name."""

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Name) and node.id == title:
            return locate(signed(value), node)
        return rebuild(node, change)

    return cast(Statement, change(clone(statement)))

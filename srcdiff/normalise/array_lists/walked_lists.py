"""Walk over lists that change on the way as Python does: by counting."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import CHANGING, LENGTHS
from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.array_lists.list_elements import same_lists
from srcdiff.normalise.array_lists.names_of_lists import perhaps_same
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    call,
    callee_of,
    constant,
    dotted,
    each_statement,
    locate,
    name,
    subscript,
    walk,
)


@needs(gast.For)
def walked_lists(
    tree: gast.FunctionDef, of_arrays: frozenset[str] = frozenset()
) -> gast.FunctionDef:
    """Return the function with a counter for each loop over a list that may change in it.

    `of_arrays` are names of lists of arrays.

    Raises UnsupportedSyntax where such a list is walked over beside another one, or backward.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     rows = [x]
    ...     for k, row in enumerate(rows):
    ...         if k < 3:
    ...             rows.append(row * x)
    ...     return rows[3]
    ... ''')
    >>> print(unparse(walked_lists(tree, frozenset(["rows"]))))
    def f(x):
        rows = [x]
        for·place = 0
        while for·place < len(rows):
            k = for·place
            row = rows[for·place]
            for·place += 1
            if k < 3:
                rows.append(row * x)
        return rows[3]
    """
    lists = of_arrays.union(changing(tree))
    if not lists:
        return tree
    naming, same = Naming(tree), same_lists(tree, lists)

    def changed(statement: Statement) -> Block:
        walked = next((w for w in lists_of(statement, same) if is_changed(w, statement)), "")
        if not walked:
            return [statement]
        over, target = statement.iter, statement.target
        is_counted = callee_of(over) == "enumerate" and len(over.args) == 1 and not over.keywords
        whole = over.args[0] if is_counted else over
        if not isinstance(whole, gast.Name) or (is_counted and not isinstance(target, gast.Tuple)):
            raise UnsupportedSyntax(
                f"`{walked}` may change while it is walked over, which is not differentiated yet",
                statement,
                "walk over a copy, `rows[:]`, or change it behind the loop",
            )
        place = naming.part("for", "place")
        begin = [assign(target.elts[0], name(place), statement)] if is_counted else []
        element = subscript(whole.id, name(place))
        begin.append(assign(target.elts[1] if is_counted else target, element, statement))
        begin.append(augmented(place, gast.Add(), constant(1), statement))
        test = gast.Compare(name(place), [gast.Lt()], [call("len", whole)])
        loop = gast.While(test, [*begin, *statement.body], statement.orelse)
        return [assign(place, constant(0), statement), locate(loop, statement)]

    def is_changed(walked: str, loop: gast.For) -> bool:
        return may_change(loop.body, perhaps_same(tree, walked, same))

    return each_statement(tree, changed)


def changing(tree: gast.FunctionDef) -> Iterator[str]:
    """Yield the names of lists that get longer or shorter by a method."""
    for node in walk(tree):
        match node:
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr=method)):
                if method in CHANGING - {"reverse"}:
                    yield title


def lists_of(statement: Statement, lists: set[str]) -> list[str]:
    """Return the lists that a loop walks over."""
    if not isinstance(statement, gast.For):
        return []
    over: Expression = statement.iter
    walked = (dotted(part) for part in (over.args if callee_of(over) else [over]))
    return [title for title in walked if title in lists]


def may_change(block: Block, lists: set[str]) -> bool:
    """Return True if a list may get longer or shorter in a block."""
    readers = (*LENGTHS, "enumerate", "zip", "reversed", "range")
    for node in (node for statement in block for node in walk(statement)):
        match node:
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr=method)):
                if title in lists and method in CHANGING - {"reverse"}:
                    return True
            case gast.Call(args=given) if callee_of(node) not in readers:
                if any(dotted(argument) in lists for argument in given):
                    return True
    return False

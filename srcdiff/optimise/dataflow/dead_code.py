"""Leave out what nobody reads."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

import gast
import numpy as np

from srcdiff.analyse.flow.liveness import Liveness, liveness
from srcdiff.analyse.flow.structure import own_reads
from srcdiff.core.operations import ALLOCATORS, called
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    is_comment,
    is_tape,
    reads,
    same_statements,
    targets,
    walk_statements,
    with_body,
    with_changed,
)

IsArray = Callable[[str], bool]


def dead_code(
    tree: gast.FunctionDef,
    is_pure: Callable[[Statement], bool],
    is_array: IsArray = lambda name: False,
) -> gast.FunctionDef:
    """Return the function without assignments to names that are not read afterwards.

    `is_pure` returns True if an assignment may be left out. Arrays that are only written
    to go as well, with all writes to them.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(dead_code(function('''
    ... def f(x):
    ...     a = x * 2.0
    ...     b = a * a
    ...     for i in range(3):
    ...         c = b
    ...     d = np.zeros(3)
    ...     d[0] = b
    ...     return a
    ... '''), lambda statement: True)))
    def f(x):
        a = x * 2.0
        return a
    >>> print(unparse(dead_code(function('''
    ... def f(x):
    ...     x[0] = 2.0
    ...     return
    ... '''), lambda statement: True)))
    def f(x):
        x[0] = 2.0

    So do lists of saved arrays that are got back in vain.
    """
    if len(tree.body) > 1 and isinstance(tree.body[-1], gast.Return) and not tree.body[-1].value:
        tree = with_body(tree, tree.body[:-1])
    while True:
        live = liveness(tree.body)
        read = element_reads(tree.body, is_array)
        unread = unread_lists(tree.body, live, is_array)

        def is_needless(
            statement: Statement,
            live: Liveness = live,
            read: set[str] = read,
            unread: set[str] = unread,
        ) -> bool:
            if list_moved(statement) in unread:
                return True
            array = stored(statement, is_array)
            return array not in read if array else is_dead(statement, live, is_pure)

        body = alive(tree.body, is_needless)
        if same_statements(body, tree.body):
            return tree
        new = with_body(tree, body)
        if sum(1 for _ in walk_statements(new.body)) == sum(1 for _ in walk_statements(tree.body)):
            return new
        tree = new


def alive(block: Block, is_needless: Callable[[Statement], bool]) -> Block:
    """Return the statements of a block that somebody needs."""
    new: Block = []
    for position, statement in enumerate(block):
        if is_comment(statement) and explains_nothing(block[position + 1 :], is_needless):
            continue
        if blocks(statement):
            parts = [alive(part, is_needless) for part in blocks(statement)]
            if any(not is_comment(s) and not isinstance(s, gast.Pass) for p in parts for s in p):
                parts[0] = parts[0] or [gast.Pass()]
                new.append(with_changed(statement, parts))
        elif not is_needless(statement):
            new.append(statement)
    return new


def explains_nothing(below: Block, is_needless: Callable[[Statement], bool]) -> bool:
    """Return True if a comment says why values are saved that nobody needs."""
    makes = list(takewhile(lambda s: any(map(is_tape, targets(s))), below))
    return bool(makes) and all(map(is_needless, makes))


def stored(statement: Statement, is_array: IsArray) -> str:
    """Return the array that a statement changes in place, or ""."""
    if isinstance(statement, gast.AugAssign):
        target = statement.target
        if isinstance(target, gast.Name):
            return target.id if is_array(target.id) else ""
    elif isinstance(statement, gast.Assign):
        target = statement.targets[0]
    else:
        return ""
    return dotted(target.value) if isinstance(target, gast.Subscript) else ""


def is_dead(statement: Statement, live: Liveness, is_pure: Callable[[Statement], bool]) -> bool:
    """Return True if nobody needs a simple statement."""
    if isinstance(statement, gast.Pass):
        return True
    bound = targets(statement)
    if isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Call):
        return is_pure(statement)
    if not isinstance(statement, (gast.Assign, gast.AugAssign)) or not bound:
        return False
    if isinstance(statement, gast.Assign) and dotted(statement.value) == bound[0]:
        return True
    return not set(bound) & live.after[statement] and is_pure(statement)


def unread_lists(body: Block, live: Liveness, is_array: IsArray = lambda name: False) -> set[str]:
    """Return the lists of saved arrays of which nobody reads what they give back.

    What an array is changed by is read: another name may stand for it.

    >>> from srcdiff.syntax import TAPE, rename, statements
    >>> body = statements("s = [t][:0]\\ns.append(x)\\ny = s.pop()\\nz = y")
    >>> added = statements("y += s.pop()")
    >>> for tree in (body, body[:-1], body[:-2] + added):
    ...     tree = [rename(statement, {"s": "x" + TAPE}) for statement in tree]
    ...     print(len(unread_lists(tree, liveness(tree), lambda name: name == "y")))
    0
    1
    0
    """
    found: set[str] = set()
    used: set[str] = set()
    for statement in walk_statements(body):
        moved = list_moved(statement)
        if not moved:
            used |= own_reads(statement)
            continue
        found.add(moved)
        used |= reads(statement.value.args)
        if stored(statement, is_array) or set(targets(statement)) & live.after[statement]:
            used.add(moved)
    return found - used


def list_moved(statement: Statement) -> str:
    """Return the list of saved arrays that a statement puts one on, or takes one from, or ""."""
    value = getattr(statement, "value", None)
    if not isinstance(value, gast.Call) or not isinstance(value.func, gast.Attribute):
        return ""
    owner = dotted(value.func.value)
    return owner if value.func.attr in ("append", "pop") and is_tape(owner) else ""


def element_reads(body: Block, is_array: IsArray) -> set[str]:
    """Return the arrays that are used in any way but by changing them in place.

    An array that has, or gets, another name anywhere counts as used.
    """
    found: set[str] = set()
    made: set[str] = set()
    others: set[str] = set()
    for statement in walk_statements(body):
        if stored(statement, is_array):
            store = statement.targets[0] if isinstance(statement, gast.Assign) else statement.target
            found |= reads(statement.value) | reads(getattr(store, "slice", []))
        else:
            found |= own_reads(statement)
        if isinstance(statement, gast.Assign):
            (made if makes_array(statement.value) else others).update(targets(statement))
    # only an array that is made here, wherever its name is bound, may lose its contents unseen:
    # others are the caller's, or have another name
    return found | {n for n in reads(body) if n not in made - others}


def makes_array(value: Expression) -> bool:
    """Return True if an expression is a new array, which no other name can stand for."""
    if not isinstance(value, gast.Call):
        return False
    function = called(value).function
    return function in ALLOCATORS or function is np.copy

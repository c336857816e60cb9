"""Take arrays out of lists by moving the others: `rows.pop(0)`.

`pop` with an index damages memory in compiled code, for lists of arrays (Numba 0.68).
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import is_list_of_arrays, method_called
from srcdiff.analyse.types.types import Types
from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    beside,
    binary,
    call,
    constant,
    each_statement,
    fresh,
    locate,
    name,
    number,
    subscript,
    targets,
    writes,
)

NewName = Callable[[str, str], str]


@needs(".pop")
def list_pops(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with `pop` of lists of arrays without an index.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> kinds = {"rows": numba_types.List(numba_types.float64[:]), "a": numba_types.float64[:]}
    >>> tree = function("def f(rows):\\n    a = rows.pop(0)\\n    b = rows.pop(-1)")
    >>> print(unparse(list_pops(tree, Types(kinds, kinds["a"]))))
    def f(rows):
        a = rows[0]
        for rows··k in range(1, len(rows)):
            rows··next = rows[rows··k]
            rows[rows··k - 1] = rows··next
        rows.pop()
        b = rows.pop()
    """

    used = writes(tree.body)

    def new_name(owner: str, word: str) -> str:
        used.add(title := fresh(beside(owner, word), used))  # lists may lose several elements
        return title

    def changed(statement: Statement) -> Block:
        owner, method = method_called(statement)
        if method != "pop" or not is_list_of_arrays(types[owner]) or not statement.value.args:
            return [statement]
        place = number(statement.value.args[0])
        last = locate(call(f"{owner}.pop"), statement.value)
        if place == -1:
            bound = targets(statement)
            return [assign(bound[0], last, statement) if bound else locate(gast.Expr(last), None)]
        if isinstance(place, int):
            moved = taken(owner, place, statement, new_name)
        else:
            moved = taken_somewhere(owner, statement, new_name)
        return [*moved, locate(gast.Expr(last), statement)]

    return each_statement(tree, changed)


def taken(owner: str, place: int, statement: Statement, new_name: NewName) -> Block:
    """Return what binds the array at a place of a list, and moves those behind it forward."""
    length = call("len", name(owner))
    where: Expression = constant(place)
    if place < 0:
        where = binary(length, gast.Sub(), constant(-place))
    behind = constant(place + 1) if place >= 0 else binary(length, gast.Sub(), constant(-place - 1))
    bound = [assign(t, subscript(owner, where), statement) for t in targets(statement)]
    return [*bound, moved_forward(owner, behind, statement, new_name)]


def taken_somewhere(owner: str, statement: Statement, new_name: NewName) -> Block:
    """Return what binds the array at a place that varies, and moves those behind it forward.

    >>> from srcdiff.syntax import statements, unparse
    >>> for new in taken_somewhere("u", statements("a = u.pop(i)")[0], beside):
    ...     print(unparse(new))
    a = u[i]
    u··place = i % len(u)
    u··behind = u··place + 1
    for u··k in range(u··behind, len(u)):
        u··next = u[u··k]
        u[u··k - 1] = u··next
    """
    index = statement.value.args[0]
    place, behind = new_name(owner, "place"), new_name(owner, "behind")
    from_front = binary(index, gast.Mod(), call("len", name(owner)))
    bound = [assign(t, subscript(owner, index), statement) for t in targets(statement)]
    return [
        *bound,
        assign(place, from_front, statement),
        assign(behind, binary(name(place), gast.Add(), constant(1)), statement),
        moved_forward(owner, name(behind), statement, new_name),
    ]


def moved_forward(
    owner: str, behind: Expression, statement: Statement, new_name: NewName
) -> Statement:
    """Return the loop that moves the arrays from a place of a list on forward by one."""
    step, following = new_name(owner, "k"), new_name(owner, "next")
    before: Expression = binary(name(step), gast.Sub(), constant(1))
    body = [
        assign(following, subscript(owner, name(step)), statement),
        assign(subscript(owner, before, store=True), name(following), statement),
    ]
    over = gast.Name(step, gast.Store(), None, None)
    others = call("range", behind, call("len", name(owner)))
    return locate(gast.For(over, others, body, [], None), statement)

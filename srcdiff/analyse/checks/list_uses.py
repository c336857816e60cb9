"""Refuse uses of lists of arrays that nothing follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.lists_of_arrays import (
    LENGTHS,
    changed_list,
    has_adjoints,
    holds_lists,
)
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import is_copy, is_load, is_store, store_target
from srcdiff.errors import SrcdiffError, UnsupportedSyntax
from srcdiff.syntax import (
    Statement,
    base,
    dotted,
    number,
    own_nodes,
    targets,
    walk_statements,
)

IN_PLACE = "an array in a list is changed in place, which is not differentiated yet"


def check_list_uses(core: Core, types: Types, memory: Effects) -> None:
    """Refuse what reads lists of arrays in a way in which their adjoints would be lost.

    Their elements, their length, their methods and new lists of them are followed. Raises
    UnsupportedSyntax.
    """
    check_nested(core, types)
    check_steps(core, types)
    lists = {n for n in memory.lists if has_adjoints(types[n])}
    for statement in walk_statements(core.tree.body) if lists else ():
        makes = any(target in lists for target in targets(statement))
        called = getattr(statement, "value", None)
        plain = makes and not (
            isinstance(called, gast.Call) and dotted(called.func) in core.functions
        )
        if plain or is_copy(statement) or isinstance(statement, gast.Return):
            continue
        if changed_list(statement, lists.__contains__):
            if not puts_back(statement, core):
                check_in_place(core, statement)
            continue
        for node in whole_lists(statement):
            if dotted(node) in lists:
                raise UnsupportedSyntax(
                    f"`{base(dotted(node))}`, a list of arrays, is used as a whole, which is not "
                    "differentiated yet",
                    statement,
                    "use its elements, one by one",
                )


def check_nested(core: Core, types: Types) -> None:
    """Refuse to make lists, or tuples, that hold lists of arrays: nothing follows what these hold.

    Raises UnsupportedSyntax.
    """
    for statement in walk_statements(core.tree.body):
        for target in targets(statement):
            several = len(targets(statement)) > 1 and has_adjoints(types[target])
            if several and not isinstance(statement.value, gast.Tuple):
                raise UnsupportedSyntax(
                    f"`{base(target)}` is a list of arrays beside other results, which is not "
                    "differentiated yet",
                    statement,
                    "return the list alone",
                )
            if holds_lists(types[target]):
                raise UnsupportedSyntax(
                    f"`{base(target)}` holds lists of arrays, which is not differentiated yet",
                    statement,
                    "use lists of arrays, or arrays of more dimensions",
                )


def check_steps(core: Core, types: Types) -> None:
    """Refuse `rows[::2] = others`: Numba does not compile it, or loses arrays if both are one list.

    Raises UnsupportedSyntax.
    """
    for statement in walk_statements(core.tree.body):
        if not is_store(statement):
            continue
        target = store_target(statement)
        step = getattr(target.slice, "step", None)
        is_list = isinstance(types[dotted(target.value)], numba_types.List)
        if is_list and step is not None and number(step) != 1:
            raise UnsupportedSyntax(
                "elements of a list of arrays are replaced with a step, which is not "
                "differentiated yet",
                statement,
                "replace them one by one, or take another list: `rows = others[::-1]`",
            )


def puts_back(statement: Statement, core: Core) -> bool:
    """Return True if a statement changes no element of a list, or puts back what was one."""
    if not is_store(statement):
        return True
    value = dotted(statement.value)
    made = [s for s in walk_statements(core.tree.body) if value in targets(s)]
    return isinstance(statement, gast.Assign) and any(map(is_load, made))


def check_in_place(core: Core, statement: Statement) -> None:
    """Refuse `rows[0] *= y`, which changes the array in place, where it has become a store.

    Raises UnsupportedSyntax.
    """
    place = getattr(statement, "lineno", 0), getattr(statement, "col_offset", 0)
    for node in gast.walk(core.written):
        is_changed = isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Subscript)
        if is_changed and (node.lineno, node.col_offset) == place:
            raise UnsupportedSyntax(
                IN_PLACE,
                statement,
                "give it a name first: `row = rows[0]`, then `row *= 2.0`",
            )


def list_in_place(error: SrcdiffError) -> str:
    """Return the name of the list of which an error says that an array is changed in place."""
    told = error.reason == IN_PLACE and error.node is not None and is_store(error.node)
    return base(dotted(store_target(error.node).value)) if told else ""


def shrinking_list(error: SrcdiffError) -> str:
    """Return the list of numbers of which an error says that a method, or a store, changes it."""
    if re.search(r"a list of \w+\d+, is written to", error.reason) and is_store(error.node):
        return dotted(store_target(error.node).value)
    told = re.search(r"a method of a list of \w+\d+,|^`\.\w+` is called on a list", error.reason)
    owner = getattr(getattr(error.node, "func", None), "value", None) if told else None
    return dotted(owner) if owner is not None else ""


def whole_lists(statement: Statement) -> Iterator[gast.Name]:
    """Yield the names that a statement reads other than for an element or a length.

    >>> from srcdiff.syntax import statements
    >>> [n.id for n in whole_lists(statements("y = a[0] + len(b) * f(c)")[0])]
    ['c']
    """
    known: set[int] = set()
    for node in own_nodes(statement):
        if isinstance(node, gast.Subscript):
            known.add(id(node.value))
        if isinstance(node, gast.Call):
            known.add(id(node.func))
            known |= {id(part) for part in node.args if dotted(node.func) in LENGTHS}
            if isinstance(node.func, gast.Attribute):
                known.add(id(node.func.value))
    for node in own_nodes(statement):
        if (
            isinstance(node, gast.Name)
            and isinstance(node.ctx, gast.Load)
            and id(node) not in known
        ):
            yield node

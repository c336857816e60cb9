"""What lists hold arrays, and what statements do to these lists.

Lists that may be one list share what they hold. Which list a name stands for is told apart by where
it was made, as with arrays; a list's root is not that of any array in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import gast

from srcdiff.analyse.types.types import Type, is_array, is_differentiable_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_store, store_target
from srcdiff.syntax import Statement, dotted, reads

LENGTHS = ("len", "runtime.length")  # of what never changes, and of a list at this place
CHANGING = {"append", "clear", "extend", "insert", "pop", "reverse"}


def is_list_of_arrays(kind: Type) -> bool:
    """Return True if a type is of a list of arrays.

    >>> vectors = numba_types.List(numba_types.float64[:])
    >>> is_list_of_arrays(vectors), is_list_of_arrays(numba_types.List(numba_types.float64))
    (True, False)
    """
    return isinstance(kind, numba_types.List) and is_array(kind.dtype)


def has_adjoints(kind: Type) -> bool:
    """Return True if a type is of a list of arrays that can have adjoints."""
    return is_list_of_arrays(kind) and is_differentiable_array(kind.dtype)


def holds_lists(kind: Type) -> bool:
    """Return True if a type is of a list, or a tuple, with lists of arrays in it.

    >>> rows = numba_types.List(numba_types.float64[:])
    >>> kinds = rows, numba_types.List(rows), numba_types.UniTuple(rows, 2)
    >>> [holds_lists(kind) for kind in kinds]
    [False, True, True]
    """
    parts = [kind.dtype] if isinstance(kind, numba_types.List) else []
    parts = list(kind) if isinstance(kind, numba_types.BaseTuple) else parts
    return any(has_adjoints(part) or holds_lists(part) for part in parts)


def moves_lists(given: Iterable[Type], returned: Type) -> bool:
    """Return True if a function takes lists of arrays, or returns them, also beside others.

    >>> rows = numba_types.List(numba_types.float64[:])
    >>> moves_lists([rows], numba_types.none), moves_lists([], rows), moves_lists([], rows.dtype)
    (True, True, False)
    """
    parts = returned if isinstance(returned, numba_types.BaseTuple) else (returned,)
    return any(map(has_adjoints, (*given, *parts)))


def method_called(statement: Statement) -> tuple[str, str]:
    """Return the name of the list whose method a statement calls, and of the method; or "".

    >>> from srcdiff.syntax import statements
    >>> [method_called(s) for s in statements("a.append(x); y = a.pop(); y = f(a)")]
    [('a', 'append'), ('a', 'pop'), ('', '')]
    """
    made = getattr(statement, "value", None)
    if not isinstance(made, gast.Call) or not isinstance(made.func, gast.Attribute):
        return "", ""
    owner = dotted(made.func.value)
    return (owner, made.func.attr) if owner and "." not in owner else ("", "")


def changed_list(statement: Statement, is_list: Callable[[str], bool]) -> str:
    """Return the list that a statement changes, or "".

    >>> from srcdiff.syntax import statements
    >>> body = statements("a.append(x); y = a.pop(); a[0] = y; y = a[1]; y[0] = 1.0")
    >>> [changed_list(s, lambda name: name == "a") for s in body]
    ['a', 'a', 'a', '', '']
    """
    owner, method = method_called(statement)
    if is_store(statement):
        owner, method = dotted(store_target(statement).value), "insert"
    return owner if method in CHANGING and is_list(owner) else ""


def put_in(statement: Statement) -> set[str]:
    """Return the names that a statement puts into the list that it changes.

    >>> from srcdiff.syntax import statements
    >>> [sorted(put_in(s)) for s in statements("a.append(x); a[k] = y; y = a.pop(); a.extend(b)")]
    [['x'], ['y'], [], ['b']]
    """
    if is_store(statement):
        return reads(statement.value)
    return reads(statement.value.args)

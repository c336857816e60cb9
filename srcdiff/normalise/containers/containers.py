"""What can be read of the tuples, lists, dictionaries and sets around a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast
import numpy as np

from srcdiff.core.values import NUMBERS
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, constant, expression, locate, number, tuple_of

GROUPS = (tuple, list, set, frozenset, dict)
VIEWS: Mapping[str, Callable[[dict[Any, Any]], tuple[Any, ...]]] = {
    "keys": tuple,
    "values": lambda table: tuple(table.values()),
    "items": lambda table: tuple(table.items()),
}


def is_member(value: Any) -> bool:
    """Return True if a value can be written out where something is compared with it."""
    return value is None or isinstance(value, (bool, int, float, str))


def members(group: Any) -> Expression | None:
    """Return the tuple of what is in a container, None where it cannot be written out.

    >>> from srcdiff.syntax import unparse
    >>> unparse(members({"a", "b"})), unparse(members({1: "x", 2: "y"})), members([[1.0]])
    ("('a', 'b')", '(1, 2)', None)
    """
    if not isinstance(group, GROUPS) or not all(map(is_member, group)):
        return None
    # sets have no order, and two runs write the same text
    ordered = sorted(group, key=repr) if isinstance(group, (set, frozenset)) else list(group)
    return tuple_of([written(value) for value in ordered])


def written(value: Any) -> Expression:
    """Return a number, a string or None as source."""
    plain = isinstance(value, (int, float)) and value - value == 0
    return expression(repr(value)) if plain else constant(value)


def is_table(value: Any) -> bool:
    """Return True if a value is a container that compiled code cannot be given."""
    return isinstance(value, GROUPS) and type(value) is not tuple


def numbers_in(value: Any) -> list[Any] | None:
    """Return a list of numbers of one type, or a list of such lists, None for anything else.

    >>> numbers_in([0, 0.5]), numbers_in([[1, 2], [3, 4]]), numbers_in([[1], [2, 3]])
    ([0.0, 0.5], [[1, 2], [3, 4]], None)
    """
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(item, list) for item in value):
        if len({len(item) for item in value}) != 1:
            return None
    elif not all(isinstance(item, NUMBERS) for item in value):
        return None
    try:
        array = np.array(value)
    except ValueError:  # lists of different lengths
        return None
    found: list[Any] = array.tolist()
    return found if array.dtype.kind in "bifc" and array.size else None


def item(whole: Any, index: Expression, place: gast.AST) -> tuple[bool, Any]:
    """Return whether a part of a container is chosen by a constant, and which.

    Raises UnsupportedSyntax for a part that is not there.
    """
    if not isinstance(whole, (tuple, list, dict)):
        return False, None
    key: Any = index.value if isinstance(index, gast.Constant) else number(index)
    known = isinstance(index, gast.Constant) or key is not None
    if not known or (not isinstance(whole, dict) and type(key) is not int):
        return False, None
    try:
        return True, whole[key]
    except LookupError:
        raise UnsupportedSyntax(
            f"there is no {key!r} in this {type(whole).__name__}", place, "check the spelling"
        ) from None


def as_tuple(node: gast.Compare, group: Any) -> gast.Compare:
    """Return a test of membership in a tuple that is written out, where that can be."""
    found = members(group)
    if found is None:
        return node
    return gast.copy_location(gast.Compare(node.left, node.ops, [locate(found, node)]), node)


def arguments_of(node: gast.Call, cls: Any, defaults: Mapping[str, Expression]) -> list[Expression]:
    """Return the fields in a call of a class of named tuples, by position.

    Raises TypeError for a call that does not fit.
    """
    given = dict(zip(cls._fields, node.args, strict=False))
    words = {str(word.arg): word.value for word in node.keywords}
    if len(node.args) > len(cls._fields) or words.keys() & given.keys():
        raise TypeError("too many values")
    found = {**defaults, **given, **words}
    if found.keys() != set(cls._fields):
        raise TypeError("fields are missing, or not known")
    return [found[field] for field in cls._fields]


def is_class(value: Any) -> bool:
    """Return True if a value is a class of named tuples, which has no function of its own.

    >>> from collections import namedtuple
    >>> Pair = namedtuple("Pair", "a b")
    >>> class Sorted(Pair):
    ...     def __new__(cls, a, b): return super().__new__(cls, min(a, b), max(a, b))
    >>> is_class(Pair), is_class(Sorted)
    (True, False)
    """
    if not (isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")):
        return False
    return "_fields" in vars(next(cls for cls in value.__mro__ if "__new__" in vars(cls)))

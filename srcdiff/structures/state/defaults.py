"""Dictionaries with a value for keys that they do not have."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, ClassVar

from srcdiff.structures.state.values import Known, Leaf, Value
from srcdiff.syntax import constant

ZEROS: dict[Any, Any] = {float: 0.0, int: 0, complex: 0j, bool: False}


class MadeDefaults(defaultdict[Any, Any]):
    """The class of what `defaultdict` makes inside a function: one for each factory."""

    factory: ClassVar[Value]


def zero_of(cls: type) -> Leaf | None:
    """Return the number that dictionaries of a class have for keys that are not there, if any.

    >>> from collections import OrderedDict
    >>> zero_of(Counter).known, zero_of(OrderedDict)
    (0, None)
    """
    if issubclass(cls, Counter):
        return Leaf(constant(0), 0)
    factory = cls.factory if issubclass(cls, MadeDefaults) else None
    if not isinstance(factory, Known) or factory.value not in ZEROS:
        return None
    return Leaf(constant(ZEROS[factory.value]), ZEROS[factory.value])


def shown_class(cls: type) -> type:
    """Return the class of an object as the function sees it."""
    return defaultdict if issubclass(cls, MadeDefaults) else cls

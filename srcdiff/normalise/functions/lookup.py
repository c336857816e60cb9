"""Find out what the free names of a function, and their parts, stand for."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from enum import Enum
from typing import Any

import gast
import numpy as np

from srcdiff.core.values import NUMBERS
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.array_kinds import is_plain_array
from srcdiff.normalise.containers.containers import VIEWS, item, numbers_in
from srcdiff.syntax import Expression, dotted, number


def is_constant(value: Any) -> bool:
    """Return True if a value of the surroundings can be part of the generated source."""
    if isinstance(value, list):
        return numbers_in(value) is not None
    if isinstance(value, np.ndarray):
        return is_plain_array(value) and value.dtype.kind in "biufc"
    if isinstance(value, type) and issubclass(value, BaseException):
        return is_importable(value)
    return is_plain(value)


def is_plain(value: Any) -> bool:
    """Return True if a value is a number, or a tuple of numbers and of such tuples."""
    if isinstance(value, tuple):
        return type(value) is tuple and all(is_plain(item) for item in value)
    return isinstance(value, NUMBERS)


def without_name(value: Any) -> Any:
    """Return the number or the text that a member of an enumeration is; anything else as it is.

    >>> from enum import IntEnum
    >>> without_name(IntEnum("Side", ["LEFT"]).LEFT), without_name(2.0)
    (1, 2.0)
    """
    is_number = isinstance(value, Enum) and isinstance(value, (int, float, str))
    return value.value if is_number else value


def is_importable(value: type) -> bool:
    """Return True if a class can be imported by its name."""
    return getattr(sys.modules.get(value.__module__), value.__name__, None) is value


def lookup(node: gast.AST, namespace: Mapping[str, Any], local: set[str]) -> tuple[bool, Any, str]:
    """Return whether a name or attribute is free, what it stands for, and its last part."""
    if isinstance(node, gast.Name):
        if node.id in local or not isinstance(node.ctx, gast.Load):
            return False, None, ""
        if node.id not in namespace:
            raise UnsupportedSyntax(
                f"`{node.id}` is not defined", node, "define it before the derivative is called"
            )
        return True, namespace[node.id], node.id
    if isinstance(node, gast.Attribute):
        found, value, _ = lookup(node.value, namespace, local)
        if not found or isinstance(value, np.ndarray):
            return False, None, ""
        if not hasattr(value, node.attr):
            raise UnsupportedSyntax(
                f"`{dotted(node.value)}` has no attribute `{node.attr}`", node, "check the spelling"
            )
        return True, getattr(value, node.attr), node.attr
    if isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Load):
        found, value, wanted = lookup(node.value, namespace, local)
        if not found or is_constant(value):
            return False, None, ""
        known, part = item(value, node.slice, node)
        return known, part, f"{wanted}_{word(node.slice)}"
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute) and not node.args:
        found, value, wanted = lookup(node.func.value, namespace, local)
        if found and isinstance(value, dict) and node.func.attr in VIEWS:
            return True, VIEWS[node.func.attr](value), f"{wanted}_{node.func.attr}"
    return False, None, ""


def value_of(tree: Expression, namespace: Mapping[str, Any]) -> Any:
    """Return what a name with attributes stands for, None if it stands for nothing.

    >>> import math
    >>> value_of(gast.parse("math.pi", mode="eval").body, {"math": math})
    3.141592653589793
    """
    return value_at(dotted(tree), namespace)


def value_at(title: str, namespace: Mapping[str, Any]) -> Any:
    """Return what a name with dots stands for, None if it stands for nothing."""
    first, *rest = title.split(".")
    value = namespace.get(first)
    for attribute in rest:
        value = getattr(value, attribute, None)
    return value


def word(index: Expression) -> str:
    """Return a constant subscript as a part of a name."""
    text = str(getattr(index, "value", number(index)))
    return re.sub(r"\W+", "_", text)

"""Objects that are in the arguments twice."""

from __future__ import annotations

from types import MethodType
from typing import Any

from srcdiff.errors import AliasedArguments
from srcdiff.structures.layouts import is_fixed, is_leaf, parts_of
from srcdiff.structures.root import Flat


def check_apart(parameters: tuple[str, ...], values: tuple[Any, ...], function: Flat) -> None:
    """Refuse one object as two arguments, or as one that is read by its global name, too.

    Raises AliasedArguments, for functions that change their arguments.
    """
    known = {id(value): "a global object" for value in function.objects}
    for parameter, value in zip(parameters, values, strict=True):
        own: dict[int, Any] = {}
        collect_objects(value, own)
        for identity in own:
            if identity in known:
                raise AliasedArguments(
                    f"`{parameter}` and {known[identity]} are, or have, the same object, and "
                    "objects are changed",
                    advice="pass a copy of one of them",
                )
        known |= dict.fromkeys(own, f"`{parameter}`")


def collect_objects(value: Any, found: dict[int, Any]) -> None:
    """Collect the objects that a value consists of, but for tuples, by their identity."""
    if isinstance(value, MethodType):
        value = value.__self__
    parts = None if is_leaf(value) or is_fixed(value) else parts_of(value)
    if parts is None or id(value) in found:
        return
    if not isinstance(value, tuple):
        found[id(value)] = value
    for part in parts.values():
        collect_objects(part, found)

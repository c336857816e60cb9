"""Functions that were taken apart for what their arguments consist of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.results import Result
from srcdiff.structures.state.values import Identity
from srcdiff.syntax import SEPARATOR

Input: TypeAlias = str | tuple[Identity, Any]  # a parameter, or a part of an object


@dataclass
class Unit:
    """A function that was taken apart for what its arguments consist of.

    `inputs` says for each parameter of `made` what it is. One that `is_plain` has nothing in it
    that needed it.
    """

    made: Any = None
    inputs: tuple[Input, ...] = ()
    result: Result | None = None
    is_plain: bool = False
    is_done: bool = False
    title: str = ""
    number: int = 0
    is_root: bool = False  # what it changes is not given back
    changes: bool = False  # parts of its arguments
    may_be_none: bool = False  # what comes back may be None
    has_context: bool = False  # a `with` of an object, in it or in what it calls
    calls_itself: bool = False  # and takes objects
    awaiting: list[dict[str, Any]] = field(default_factory=list)  # namespaces of what calls it then
    grows: bool = False  # it makes lists of its caller grow, or gives it some


def check_calls_itself(unit: Unit, place: gast.FunctionDef) -> None:
    """Have a function that calls itself known where it does.

    Raises UnsupportedSyntax where more than a number or an array comes back, or global objects
    are read.
    """
    assert unit.result is not None
    if any(not isinstance(what, str) and what[0][0] == "global" for what in unit.inputs):
        raise UnsupportedSyntax(
            f"`{place.name}` calls itself, and reads objects that are defined outside of functions",
            place,
            "pass them as arguments",
        )
    if not unit.result.is_leaf or unit.changes:
        raise UnsupportedSyntax(
            f"`{place.name}` calls itself, and returns objects, or changes what it is given",
            place,
            "return numbers, or write it as a loop",
        )
    for namespace in unit.awaiting:
        namespace[own_name(unit)] = unit.made


def own_name(unit: Unit) -> str:
    """Return the name of a function that was taken apart, where it is called."""
    return f"{unit.title}{SEPARATOR}{unit.number}"

"""What lists that are arguments can be, and what a function must not do with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.words import text
from srcdiff.differentiate.request import Form, Request, is_list
from srcdiff.errors import WrongCall
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.unit_words import parameter_node
from srcdiff.syntax import base


def check_nested(unit: Unit, request: Request, written: Iterable[str]) -> None:
    """Refuse to write to lists where lists of lists are passed: several may be the same one."""
    nested = [name for name in request.lists if unit.types.ndim(name) > 1]
    for name in written:
        if nested and name in request.lists:
            owner = name if name in nested else nested[0]
            raise WrongCall(
                f"`{unit.core.tree.name}` writes to the list `{base(name)}`, and one list may be "
                f"several times in `{base(owner)}`, a list of lists",
                parameter_node(unit, name),
                f"pass `np.array({base(owner)})`",
            )


def check_written(unit: Unit, forms: Mapping[str, Form], name: str) -> None:
    """Refuse to compile a function that writes to a list, for which a copy stands."""
    if is_list(forms, name):
        raise WrongCall(
            f"`{unit.core.tree.name}` writes to the list `{base(name)}`, which only Python can do",
            parameter_node(unit, name),
            "pass an array, or call the function itself",
        )


def nested_list(unit: Unit, name: str, kind: Type) -> WrongCall:
    """Return the error for an argument that is a list of lists of lists."""
    return WrongCall(
        f"`{base(name)}` is {text(kind)}: only lists of numbers, and lists of these, can be "
        "arguments",
        parameter_node(unit, name),
        f"pass `np.array({base(name)})`",
    )

"""Default values that Python keeps between calls: arrays and lists that a function writes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import gast

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.checks.written_defaults import is_kept, written_default
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.differentiate.request import Form, leaves_of
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import own_signature
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.units import Units
from srcdiff.syntax import walk_statements


def left_out(function: object, kinds: Iterable[Type]) -> list[str]:
    """Return the parameters that are left out in a call, and whose default values are kept."""
    omitted = numba_types.Omitted
    pairs = zip(own_signature(function).parameters, kinds, strict=False)
    return [word for word, kind in pairs if isinstance(kind, omitted) and is_kept(kind.value)]


def check_kept(
    units: Units,
    unit: Unit,
    forms: Mapping[str, Form],
    words: Iterable[str],
    refusal: Callable[[str, gast.AST], UnsupportedSyntax] = written_default,
) -> None:
    """Refuse to write to the default values of some parameters, also by what is called.

    Raises UnsupportedSyntax, which `refusal` makes.
    """
    owners = {leaf: word for word in words for leaf in leaves_of(forms[word])}
    if not owners:
        return
    memory = effects(unit.core, unit.types, units.summary_of(unit))
    for statement in walk_statements(unit.core.tree.body):
        for root in sorted(memory.writes[statement] & owners.keys()):
            raise refusal(owners[root], statement)

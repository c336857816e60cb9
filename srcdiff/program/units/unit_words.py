"""What messages say of a function: its parameters as they are written, and what it returns."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.words import text
from srcdiff.core.results import result_names
from srcdiff.program.units.unit import Unit
from srcdiff.syntax import all_parameters, base


def described(unit: Unit) -> str:
    """Return what a function returns, in words."""
    return text(unit.types.returned) if result_names(unit.core.tree) else "nothing"


def written_names(unit: Unit) -> list[str]:
    """Return the names of the parameters as the author wrote them."""
    return [node.id for node in all_parameters(unit.core.written)]


def parameter_node(unit: Unit, name: str) -> gast.AST:
    """Return where a parameter stands in the text of its function."""
    found = [node for node in all_parameters(unit.core.written) if node.id in (name, base(name))]
    return found[0] if found else unit.core.tree

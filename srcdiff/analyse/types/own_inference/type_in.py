"""The type of one expression, where those of all names are known."""

from __future__ import annotations

from srcdiff.analyse.types.declarations import refresh_declarations
from srcdiff.analyse.types.own_inference.constant_tests import Constants
from srcdiff.analyse.types.own_inference.expression_types import Expressions, Untyped
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.types import Type, Types
from srcdiff.core.operations import MODULES
from srcdiff.syntax import Expression


def type_in(tree: Expression, found: Types) -> Type | None:
    """Return the type of an expression, from those of all names; None where it is not known.

    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import expression
    >>> found = Types({"x": types.Array(types.float32, 1, "C"), "n": types.int64}, types.none)
    >>> type_in(expression("x * n"), found), type_in(expression("g(x)"), found)
    (Array(float32, 1, 'C', False, aligned=True), None)
    """
    names = {**found.constants, **found.names}
    refresh_declarations()
    try:
        return Expressions(names, names, names, {}, MODULES, Constants({}, names, {})).type_of(tree)
    except (Untyped, Undecided):
        return None

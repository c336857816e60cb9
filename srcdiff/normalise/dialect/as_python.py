"""Raise, and compute with integers, as Python and NumPy do, not as compiled code does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.normalise.dialect.array_conditions import array_conditions
from srcdiff.normalise.dialect.integers.integer_reductions import integer_reductions
from srcdiff.normalise.dialect.integers.narrow_integers import narrow_integers
from srcdiff.normalise.dialect.integers.negative_powers import negative_powers
from srcdiff.normalise.dialect.integers.zero_divisors import zero_divisors
from srcdiff.syntax import key


def as_python(
    core: Core, types: Types, types_of: Callable[[Core], Types], is_python: bool = True
) -> tuple[Core, Types]:
    """Compute and raise as Python and NumPy do, not as compiled code does.

    Without `is_python` nothing changes.
    """
    if not is_python:
        return core, types
    outside, functions = types.constants.keys(), frozenset(core.functions)
    tree = array_conditions(core.tree, types, core.written)  # conditions that are arrays raise
    tree = zero_divisors(tree, types, outside)  # divisors checked
    core = replace(core, tree=negative_powers(tree, types, outside))  # and exponents
    tree = integer_reductions(core.tree, types)  # reductions of small integers in 64 bits
    if key(tree) != key(core.tree):
        core = replace(core, tree=tree)
        types = types_of(core)
    while True:  # arrays of narrow integers
        tree = narrow_integers(core.tree, types, functions, outside, of_arrays=True)
        if key(tree) == key(core.tree):
            break
        core = replace(core, tree=tree)
        types = types_of(core)
    tree = narrow_integers(core.tree, types, functions, outside)  # and numbers
    core = replace(core, tree=tree)
    return core, types_of(core) if types.has_gaps(core) else types

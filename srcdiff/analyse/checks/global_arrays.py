"""Which statements write to global arrays, which compiled code cannot do."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from srcdiff.analyse.aliasing.effects import spread
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, SummaryOf, Walk, memory_written
from srcdiff.analyse.flow.written import quoted, value_of
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import is_store, store_target
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, dotted, walk_statements

GLOBAL: Roots = frozenset({"global"})


def global_arrays(core: Core, types: Types, summary_of: SummaryOf) -> Walk:
    """Return which names of a core form may stand for global arrays, or for parts of them."""
    held = (np.ndarray, tuple, list, Mapping)
    begin = {n: GLOBAL for n, value in core.constants.items() if isinstance(value, held)}
    walk = Walk(types, summary_of, begin, shared=GLOBAL)
    while spread(core.tree.body, walk):
        pass
    return walk


def fixed_results(walk: Walk, results: tuple[Expression, ...]) -> frozenset[int]:
    """Return the positions of the results of a function that may be global arrays."""
    names = map(dotted, results)
    return frozenset(k for k, name in enumerate(names) if walk.roots.get(name, NONE) & GLOBAL)


def check_global_arrays(core: Core, types: Types, summary_of: SummaryOf) -> None:
    """Refuse writes to global arrays through other names, and by functions.

    Raises UnsupportedSyntax.
    """
    walk = global_arrays(core, types, summary_of)
    for statement in walk_statements(core.tree.body):
        if not GLOBAL & memory_written(statement, walk):
            continue
        what = f"{quoted(core, value_of(statement))} writes to a global array"
        if is_store(statement):
            what = f"{quoted(core, store_target(statement).value)} is a global array"
        raise UnsupportedSyntax(
            f"{what}, and compiled code cannot write to it",
            statement,
            "copy the array first, or pass it as an argument",
        )

"""Whether booleans may be among the values of names of other types."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.types.types import Type, classes
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_store, store_target
from srcdiff.syntax import Expression, dotted, reads, walk, walk_statements, writes
from srcdiff.syntax.contents import contents


def truths_may_be_numbers(tree: gast.FunctionDef, kinds: Mapping[str, Type]) -> bool:
    """Return True if a name that is no boolean is bound to what is made of one, or may be one.

    >>> from srcdiff.syntax import function
    >>> kinds = {"t": numba_types.boolean, "n": numba_types.int64}
    >>> texts = "t = n < 2", "n = t", "n = True", "n = 2 * n"
    >>> [truths_may_be_numbers(function(f"def f(t, n): {text}"), kinds) for text in texts]
    [False, True, True, False]
    """
    truths = {n for n, kind in kinds.items() if numba_types.Boolean in classes((kind,))}
    has_constants = bool in contents(tree)
    for statement in walk_statements(tree.body):
        value = getattr(statement, "iter", getattr(statement, "value", None))
        if value is None or isinstance(statement, (gast.Return, gast.Expr)):
            continue
        bound = writes(statement.target if isinstance(statement, gast.For) else statement)
        bound |= {dotted(store_target(statement).value)} if is_store(statement) else set()
        if not bound <= truths and (
            not truths.isdisjoint(reads(value)) or (has_constants and has_truth(value))
        ):
            return True
    return False


def has_truth(tree: Expression) -> bool:
    """Return True if True or False is written out in an expression."""
    return any(isinstance(n, gast.Constant) and isinstance(n.value, bool) for n in walk(tree))

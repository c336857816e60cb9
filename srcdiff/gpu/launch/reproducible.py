"""Refuse adjoints that are not the same, bit for bit, in each launch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.gpu.gather.extremes import Extreme
from srcdiff.gpu.gather.totals import ADD
from srcdiff.gpu.gather.writes import Update
from srcdiff.syntax import dotted, primal, walk_statements

ADVICE = "leave out `deterministic=True`, or write the sum as a loop of one thread"


def check_reproducible(
    tree: gast.FunctionDef, updates: Mapping[str, Update], kernel: gast.AST
) -> None:
    """Refuse additions whose order differs from launch to launch.

    `kernel` is the text to point at where an addition belongs to no statement of it, as those in
    the `tree` of a device function. Raises UnsupportedSyntax.
    """
    for statement in walk_statements(tree.body):
        made = statement.value if isinstance(statement, gast.Expr) else None
        if not isinstance(made, gast.Call):
            continue
        called = dotted(made.func)
        if called != ADD and not called.endswith(".atomic.add"):
            continue
        array = primal(dotted(made.args[0]))
        order = "in an order that is not fixed"
        if called == ADD:
            told = f"all threads read `{array}`, and add to its adjoint {order}"
        elif array in updates:
            told = f"the adjoint of `{array}` is added to {order}: {updates[array].why}"
        else:
            told = f"a device function adds to an adjoint {order}: other threads may do so"
        is_placed = array in updates and getattr(statement, "lineno", 0) > 0
        raise UnsupportedSyntax(told, statement if is_placed else kernel, ADVICE)


def check_decided(found: Sequence[Extreme], kernel: gast.FunctionDef) -> None:
    """Refuse atomic maxima and minima: several threads may have the value that is left.

    Raises UnsupportedSyntax.
    """
    for extreme in found:
        raise UnsupportedSyntax(
            f"which thread an element of `{extreme.array}` comes from, if several have its value, "
            "is not fixed",
            kernel,
            "leave out `deterministic=True`",
        )

"""Refuse arguments and results that share memory which is written to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import Roots, is_noisy
from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.written import binding, quoted, subject, value_of
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core import Core
from srcdiff.core.operations import call_of, operation
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Statement, base, dotted, targets, walk_statements

MayShare = Callable[[Statement, frozenset[int]], bool]


def check_shared(core: Core, statement: Statement, memory: Effects, may_share: MayShare) -> None:
    """Refuse a call that passes an array twice to a function which writes to it.

    `may_share` tells of calls whether the arguments at some positions may share memory.
    """
    call = statement.value
    for place, argument in enumerate(call.args):
        roots = memory.of(argument) & memory.writes[statement]
        others = [k for k, other in enumerate(call.args[:place]) if memory.of(other) & roots]
        if not others or may_share(statement, frozenset({*others, place})):
            continue
        text, callee = quoted(core, argument), quoted(core, call.func)
        if text in [quoted(core, other) for other in call.args[:place]]:
            told = f"{text} is passed twice to {callee}, which writes to it"
            raise UnsupportedSyntax(told, argument, "pass a copy")
        raise UnsupportedSyntax(
            f"{text} may share memory with another argument of {callee}, which writes to it",
            argument,
            f"write what {callee} does here, or pass a copy where it only reads",
        )


def check_shared_results(
    core: Core, memory: Effects, active: Activity, adjoint: Mapping[Statement, tuple[int, ...]]
) -> None:
    """Refuse active results of a call that share memory, as each would have its own adjoint.

    `adjoint` has the calls that are differentiated, with the positions of the results whose
    adjoints or tangents these share memory as the results do. Raises UnsupportedSyntax.
    """
    for statement in walk_statements(core.tree.body):
        found = operation(call_of(statement))
        if found is None or found.name not in core.functions:
            continue
        call = statement.value
        done = adjoint.get(statement, ())
        seen: Roots = frozenset()
        own: Roots = frozenset()  # of the results whose adjoints the caller makes
        for position, target in enumerate(targets(statement)):
            roots = memory.roots.get(target, frozenset()) if target in active else frozenset()
            if roots & own or (position not in done and roots & seen):
                raise UnsupportedSyntax(
                    f"two results of {quoted(core, call)} may share memory, and are written to",
                    call,
                    f"return a copy of one of them in `{base(dotted(call.func))}`",
                )
            seen |= roots
            own |= frozenset() if position in done else roots


def check_repeated(core: Core, recursive: str) -> None:
    """Refuse what may happen only once in a function that is run twice.

    The backward function of a recursive function runs it forward again.
    """
    for statement in walk_statements(core.tree.body):
        if is_noisy(statement):
            value = value_of(statement)
            raise UnsupportedSyntax(
                f"{quoted(core, value)} would happen twice, as `{recursive}` calls itself",
                value,
                "do it outside, and pass its results as arguments",
            )


def check_references(
    core: Core, types: Types, active: Activity, arrays: Arrays, owners: frozenset[str]
) -> None:
    """Refuse names that stand for different active arrays at different times.

    `owners` are names that arrays of one shape are handed over to: they are allowed. Raises
    UnsupportedSyntax.
    """
    bound: dict[str, int] = {}
    for statement in walk_statements(core.tree.body):
        for target in targets(statement):
            bound[target] = bound.get(target, 0) + 1
    for statement in walk_statements(core.tree.body):
        for target in targets(statement):
            rebound = bound[target] > 1 and target not in arrays.values | owners
            if rebound and target in active and is_array(types[target]):
                raise UnsupportedSyntax(
                    f"{subject(core, target, statement)} stands for different arrays at different "
                    "times",
                    binding(core, target, statement),
                    "copy the elements in a loop instead of giving the array another name",
                )

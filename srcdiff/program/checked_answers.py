"""Hold answers to questions about types against the classes of numbers that functions get."""

from __future__ import annotations

import builtins
from typing import Any

import gast

from srcdiff.analyse.types.types import is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import source_of
from srcdiff.normalise.partial_evaluation.answers import (
    Answers,
    about,
    answer,
    differing,
    is_question,
    named,
    several,
)
from srcdiff.normalise.partial_evaluation.number_classes import TRUTHS
from srcdiff.normalise.partial_evaluation.partial_eval import decide
from srcdiff.normalise.partial_evaluation.possible_numbers import PossibleNumbers
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.program.argument_classes import pair_of
from srcdiff.program.units.unit import Unit
from srcdiff.syntax import base, dotted, walk


def is_truth(node: gast.AST) -> bool:
    """Return True if an expression is `a is True` or the like."""
    if not isinstance(node, gast.Compare) or not isinstance(node.ops[0], (gast.Is, gast.IsNot)):
        return False
    return isinstance(getattr(node.comparators[0], "value", None), bool)


def check_parameters(unit: Unit, answers: Answers) -> None:
    """Refuse questions about parameters and copies of them, which were answered by their types.

    Raises UnsupportedSyntax.
    """
    space = {**vars(builtins), **source_of(unit.function).namespace}
    nodes = [node for node in walk(unit.core.written) if is_question(node) or is_truth(node)]
    for title in [*answers.given, *answers.numbers.bound]:
        kind = numba_types.unliteral(answers.kinds.get(title))
        about_it = [node for node in nodes if subject(node) == base(title)]
        if pair_of(kind) is None or is_array(kind) or not about_it:
            continue
        if not is_copy(title, answers.numbers, frozenset()):
            continue
        possible = answers.classes(title)
        scope = Scope(frozenset([base(title)]), {base(title): kind}, space)
        for node in about_it:
            if is_question(node):
                check_answer(node, title, possible, decide(node, scope), scope)
            elif TRUTHS & {*possible} and possible != [bool]:
                raise several(title, possible, node)


def subject(node: Any) -> str:
    """Return the variable that a question, or a comparison with True or False, is about."""
    return dotted(about(node) if is_question(node) else node.left)


def is_copy(title: str, numbers: PossibleNumbers, seen: frozenset[str]) -> bool:
    """Return True if a variable may be a parameter, or a part of one, as it is."""
    if title in numbers.given:
        return True
    values = () if title in seen else numbers.bound.get(title, ())
    names = [dotted(value) for value in values if isinstance(value, gast.Name)]
    for value in values:
        owner = dotted(value.value) if isinstance(value, gast.Subscript) else ""
        if isinstance(numbers.kinds.get(owner), numba_types.BaseTuple):
            names.append(owner)
    return any(is_copy(name, numbers, seen | {title}) for name in names)


def check_answer(node: Any, title: str, possible: Any, value: Any, scope: Scope) -> None:
    """Refuse a question that has been answered, if some class of numbers has another answer.

    Raises UnsupportedSyntax.
    """
    if value is UNKNOWN:
        return
    found = {answer(node, one, scope) for one in possible}
    if len(found) > 1:
        raise differing(node, title, possible, scope)
    if found and found != {value}:
        names = " or ".join(sorted(one.__name__ for one in possible))
        raise UnsupportedSyntax(
            f"{named(title)} is of type {names} here, for which this has another answer than for a "
            "number of Python",
            node,
            "pass a number of Python, as in `float(k)`, or ask for what holds for both",
        )

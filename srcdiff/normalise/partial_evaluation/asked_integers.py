"""Refuse calls with a number that is an integer at times, of what asks for its type.

Questions about parameters are answered from the types of the arguments, and those of what is
computed from them, too; compiled code has one type for integers and floats on several paths.
"""

from __future__ import annotations

import builtins

import gast
import numpy as np

from srcdiff.analyse.checks.integer_truncation import Numbers
from srcdiff.analyse.types.least_types import LeastOf, least_types
from srcdiff.analyse.types.types import Type
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.partial_evaluation.partial_eval import UNKNOWN, Scope, decide
from srcdiff.normalise.partial_evaluation.type_questions import about, is_question, is_type
from srcdiff.syntax import base, reads, walk


def check_asked_integers(numbers: Numbers, least_of: LeastOf, given: tuple[Type, ...]) -> None:
    """Refuse a function that asks for types which are others where its arguments are integers.

    `given` are the types of its arguments then. Raises UnsupportedSyntax.
    """
    core, kinds = numbers.core, numbers.kinds
    questions = [node for node in walk(core.written) if is_question(node)]
    compared = [node.left for node in questions if isinstance(node, gast.Compare)]
    questions += [n for n in walk(core.written) if is_type(n) and not any(n is c for c in compared)]
    if not questions:
        return
    changed: dict[str, list[str]] = {}
    least = least_types(core, kinds, given, least_of, numbers.collects)
    for title, kind in least.items():
        if kind != kinds[title]:
            changed.setdefault(base(title), []).append(title)
    for node in questions:
        for title in reads(about(node)) & changed.keys():
            pairs = [(kinds[one], least[one]) for one in changed[title]]
            if any(differs(node, title, *pair) for pair in pairs):
                raise UnsupportedSyntax(
                    f"`{title}` is an integer for some calls and a float for others, "
                    "which differ in this",
                    node,
                    "pass one of them, as in `float(k)`, or ask for what holds for both",
                )


def differs(node: gast.AST, title: str, *kinds: Type) -> bool:
    """Return True if the answer to a question may depend on which type a variable has.

    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import expression
    >>> texts = ("isinstance(v, int)", "isinstance(v, (int, float))", "type(v) is not float")
    >>> [differs(expression(text), "v", types.float64, types.int64) for text in texts]
    [True, False, True]
    """
    space = {**vars(builtins), "np": np}
    scopes = [Scope(frozenset([title]), {title: kind}, space) for kind in kinds]
    found = [decide(node, scope) for scope in scopes]
    return UNKNOWN in found or found[0] is not found[1]

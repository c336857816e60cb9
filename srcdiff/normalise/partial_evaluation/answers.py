"""What can be told of the classes of the variables of a function, where it asks for them."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Number
from typing import Any

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.partial_evaluation.class_questions import CLASSES, WIDEST, classes
from srcdiff.normalise.partial_evaluation.number_classes import is_narrow
from srcdiff.normalise.partial_evaluation.possible_numbers import (
    PossibleNumbers,
    ResultsOf,
    unknown_results,
)
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.syntax import Expression, base, callee_of, dotted, is_part, parameters

SAME = {gast.Is: True, gast.Eq: True, gast.In: True}
SAME |= {gast.IsNot: False, gast.NotEq: False, gast.NotIn: False}
ABOUT = {"hasattr", "isinstance", "callable", "np.isscalar"}
PYTHONS = (bool, int, float, complex)
ALIKE = ((bool, np.bool_), (int, np.int64), (float, np.float64), (complex, np.complex128))


def is_question(node: gast.AST) -> bool:
    """Return True if an expression asks for the type of a variable.

    >>> from srcdiff.syntax import expression
    >>> texts = ("isinstance(y, int)", "type(y) is int", "y < 2")
    >>> [is_question(expression(text)) for text in texts]
    [True, True, False]
    """
    asked = node.left if isinstance(node, gast.Compare) else node
    wanted = {"type"} if asked is not node else ABOUT
    return callee_of(asked) in wanted and bool(asked.args)


def is_type(node: gast.AST) -> bool:
    """Return True if an expression is the type of something, as in `type(y)(2)`."""
    return callee_of(node) == "type"


def about(node: Any) -> Expression:
    """Return the expression that a question is about."""
    asked = node.left if isinstance(node, gast.Compare) else node
    return asked.args[0]


@dataclass(frozen=True)
class Asked:
    """A core form in which questions have been answered; `answers` are those that were given.

    `types_of` infers its types.
    """

    core: Core
    types_of: Callable[[Core], Types]
    answers: tuple[tuple[Any, Any], ...] = ()


class Answers:
    """What a function can tell of the classes of its variables.

    `passed` and `results_of` are as for PossibleNumbers.
    """

    def __init__(
        self,
        core: Core,
        kinds: Mapping[str, Type],
        least: Mapping[str, Type],
        passed: Mapping[str, set[type]] | None = None,
        results_of: ResultsOf = unknown_results,
    ) -> None:
        self.kinds = kinds
        self.numbers = PossibleNumbers(core.tree, kinds, least, passed, results_of, core.functions)
        self.given = set(parameters(core.tree))
        surroundings = {**vars(builtins), "np": np, **core.constants}
        self.scope = Scope(frozenset(self.numbers.bound) | self.given, kinds, surroundings)

    def of(self, node: Any) -> Any:
        """Return the answer to a question, or UNKNOWN; raise where there are two."""
        title = dotted(about(node))
        if not title:
            raise UnsupportedSyntax(
                "what is asked for its type here has no name", node, "give it a name first"
            )
        possible = self.classes(title)
        found = {answer(node, one, self.scope) for one in possible}
        if len(found) < 2:
            return found.pop() if found else UNKNOWN
        raise differing(node, title, possible, self.scope)

    def check_one_type(self, node: Any) -> None:
        """Refuse the type of a variable as a value where its numbers have several."""
        title = dotted(about(node))
        possible = self.classes(title)
        if are_several(possible):
            raise several(title, possible, node)

    def classes(self, title: str) -> list[type]:
        """Return the classes that the value of a variable may have, none for what is not known."""
        kind = self.kinds.get(title)
        own = next((own for family, own in CLASSES if isinstance(kind, family)), None)
        if own is None or isinstance(kind, numba_types.BaseTuple):
            return [] if own is None else [getattr(kind, "instance_class", own)]
        if not isinstance(kind, (numba_types.Number, numba_types.Boolean)):
            return [own]
        wide = as_dtype(kind).type
        if title in self.given and title not in self.numbers.passed:
            return [own, wide] if wide in WIDEST else [wide]  # Python has no others
        return self.numbers.classes(title)


def answer(node: Any, own: type, scope: Scope) -> Any:
    """Return the answer to a question for a value of a class, or UNKNOWN."""
    if isinstance(node, gast.Compare):
        wanted = classes(node.comparators[0], scope)
        if wanted is None or type(node.ops[0]) not in SAME:
            return UNKNOWN
        return (own in wanted) is SAME[type(node.ops[0])]
    match callee_of(node).rpartition(".")[2]:
        case "hasattr" if isinstance(node.args[1], gast.Constant):
            return hasattr(own, node.args[1].value)
        case "isinstance":
            wanted = classes(node.args[1], scope)
            return UNKNOWN if wanted is None else issubclass(own, wanted)
        case "callable":
            return False
        case "isscalar":
            return issubclass(own, (np.generic, Number, str))
    return UNKNOWN


def are_several(possible: Iterable[type]) -> bool:
    """Return True if numbers of some classes are of several types, as their types convert others.

    >>> are_several([float, np.float64]), are_several([bool, int])
    (False, True)
    """
    kinds = {next((k for k, one in enumerate(ALIKE) if issubclass(o, one)), o) for o in possible}
    return len(kinds) > 1


def differing(
    node: gast.AST, title: str, possible: Iterable[type], scope: Scope
) -> UnsupportedSyntax:
    """Return the refusal of a question with several answers."""
    every = list(possible)
    own: list[type] = [one for one in every if one in PYTHONS]
    narrow = any(map(is_narrow, every))
    if narrow or len({answer(node, one, scope) for one in own}) > 1:
        return several(title, every if narrow else own, node)
    return UnsupportedSyntax(
        f"{named(title)} may be a number of Python or one of NumPy, which differ in this",
        node,
        "ask for both, as in `isinstance(k, (int, np.integer))`",
    )


def several(title: str, possible: list[type], node: gast.AST) -> UnsupportedSyntax:
    """Return the refusal of what depends on which type a variable has."""
    names = " or ".join(one.__name__ for one in possible)
    return UnsupportedSyntax(
        f"{named(title)} may be of type {names}, which differ in this",
        node,
        "make it one of them, as in `float(k)`, or ask for what holds for both",
    )


def named(title: str) -> str:
    """Return how a message calls a variable that a question is about.

    >>> named("x·2"), named("if·condition·asked")
    ('`x`', 'what is asked for its type')
    """
    return "what is asked for its type" if is_part(title) else f"`{base(title)}`"

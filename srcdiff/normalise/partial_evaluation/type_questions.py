"""Answer questions about the types of variables as Python does: Numba's answers may differ.

Those about parameters are answered before (prune.py). What is computed has its type now. It may be
a number of Python or one of NumPy, of which the first is an `int`, the second has a `shape`.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import replace
from numbers import Number
from typing import Any

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.bindings import bindings_in
from srcdiff.analyse.types.least_types import Kinds, LeastOf, least_types
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.errors import UnsupportedSyntax, UnsupportedType
from srcdiff.normalise.containers.collected import TypesOf, first_elements, of_doubles
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.partial_evaluation.partial_eval import (
    CLASSES,
    UNKNOWN,
    WIDEST,
    Scope,
    classes,
)
from srcdiff.normalise.partial_evaluation.possible_numbers import PossibleNumbers, is_narrow
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    base,
    bottom_up,
    callee_of,
    constant,
    dotted,
    each_statement,
    expression,
    is_part,
    locate,
    name,
    parameters,
    targets,
    walk,
    with_own_expressions,
)

SAME = {gast.Is: True, gast.Eq: True, gast.In: True}
SAME |= {gast.IsNot: False, gast.NotEq: False, gast.NotIn: False}
OPEN = "np.isfinite(0.0)"  # what stands for a question without an answer
ABOUT = {"hasattr", "isinstance", "callable", "np.isscalar"}
PYTHONS = (bool, int, float, complex)
ALIKE = ((bool, np.bool_), (int, np.int64), (float, np.float64), (complex, np.complex128))


def type_questions(core: Core, types_of: TypesOf, least_of: LeastOf) -> Core:
    """Return a core form with True and False for questions about types of what is computed.

    Raises UnsupportedSyntax where the answer is another one for a number of Python than for one of
    NumPy, or for an integer than for a float, and nothing tells which it is.
    """
    if not any(is_question(node) or is_type(node) for node in walk(core.tree)):
        return core
    core = replace(core, tree=with_names(core.tree))
    kinds = types_before(core, types_of)
    least = least_types(core, kinds, None, least_of, first_elements(core.tree))
    answers = Answers(core, kinds, least)

    def change(node: gast.AST) -> gast.AST:
        value = answers.of(node) if is_question(node) else UNKNOWN
        return node if value is UNKNOWN else locate(constant(value), node)

    tree = bottom_up(core.tree, change)
    for node in walk(tree):
        if is_type(node):
            answers.check_one_type(node)
    return replace(core, tree=tree)


def with_names(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with names for what questions are about.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(with_names(function("def f(x): c = hasattr(x * 2, 'shape')"))))
    def f(x):
        c·asked = x * 2
        c = hasattr(c·asked, 'shape')
    """
    naming = Naming(tree)

    def change(statement: Statement) -> Block:
        before: Block = []

        def named(node: gast.AST) -> gast.AST:
            if not is_question(node) or isinstance(about(node), gast.Name):
                return node
            title = naming.part((*targets(statement), "element")[0], "asked")
            before.append(assign(title, about(node), statement))
            old = about(node)
            return bottom_up(node, lambda part: locate(name(title), part) if part is old else part)

        if not isinstance(statement, gast.Assign):
            return [statement]
        new = with_own_expressions(statement, named)
        return [*before, new]

    return each_statement(tree, change)


def types_before(core: Core, types_of: TypesOf) -> Mapping[str, Type]:
    """Return the types of all names, with both branches behind each question if these have types.

    Where they have none, Numba answers them.
    """

    def change(node: gast.AST) -> gast.AST:
        return locate(expression(OPEN), node) if is_question(node) else node

    undecided = replace(core, tree=bottom_up(core.tree, change))
    try:
        return types_of(of_doubles(undecided)).names
    except UnsupportedType:
        return types_of(of_doubles(core)).names


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


class Answers:
    """What a function can tell of the classes of its variables."""

    def __init__(self, core: Core, kinds: Kinds, least: Kinds) -> None:
        self.kinds = kinds
        self.bound = bindings_in(core.tree.body)
        self.given = set(parameters(core.tree))
        surroundings = {**vars(builtins), "np": np, **core.constants}
        self.scope = Scope(frozenset(self.bound) | self.given, kinds, surroundings)
        self.numbers = PossibleNumbers(core.tree, kinds, least)

    def of(self, node: Any) -> Any:
        """Return the answer to a question, or UNKNOWN; raise where there are two."""
        title = dotted(about(node))
        if not title:
            raise UnsupportedSyntax(
                "what is asked for its type here has no name", node, "give it a name first"
            )
        possible = self.classes(title)
        found = {self.answer(node, one) for one in possible}
        if len(found) < 2:
            return found.pop() if found else UNKNOWN
        own: list[type] = [one for one in possible if one in PYTHONS]
        narrow = any(map(is_narrow, possible))
        if narrow or len({self.answer(node, one) for one in own}) > 1:
            raise several(title, possible if narrow else own, node)
        raise UnsupportedSyntax(
            f"{named(title)} may be a number of Python or one of NumPy, which differ in this",
            node,
            "ask for both, as in `isinstance(k, (int, np.integer))`",
        )

    def check_one_type(self, node: Any) -> None:
        """Refuse the type of a variable as a value where its numbers have several."""
        title = dotted(about(node))
        possible = self.classes(title)
        alike = {
            next((k for k, one in enumerate(ALIKE) if issubclass(o, one)), o) for o in possible
        }
        if len(alike) > 1:
            raise several(title, possible, node)

    def answer(self, node: Any, own: type) -> Any:
        """Return the answer for a value of a class, or UNKNOWN."""
        if isinstance(node, gast.Compare):
            wanted = classes(node.comparators[0], self.scope)
            if wanted is None or type(node.ops[0]) not in SAME:
                return UNKNOWN
            return (own in wanted) is SAME[type(node.ops[0])]
        match callee_of(node):
            case "hasattr" if isinstance(node.args[1], gast.Constant):
                return hasattr(own, node.args[1].value)
            case "isinstance":
                wanted = classes(node.args[1], self.scope)
                return UNKNOWN if wanted is None else issubclass(own, wanted)
            case "callable":
                return False
            case "np.isscalar":
                return issubclass(own, (np.generic, Number, str))
        return UNKNOWN

    def classes(self, title: str) -> list[type]:
        """Return the classes that the value of a variable may have, none for what is not known."""
        kind = self.kinds.get(title)
        own = next((own for family, own in CLASSES if isinstance(kind, family)), None)
        if own is None or isinstance(kind, numba_types.BaseTuple):
            return [] if own is None else [getattr(kind, "instance_class", own)]
        if not isinstance(kind, (numba_types.Number, numba_types.Boolean)):
            return [own]
        wide = as_dtype(kind).type
        if title in self.given:
            return [own, wide] if wide in WIDEST else [wide]  # Python has no others
        return self.numbers.classes(title)


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

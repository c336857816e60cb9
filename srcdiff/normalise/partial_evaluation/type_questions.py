"""Answer questions about the types of variables as Python does: Numba's answers may differ.

Those about parameters are answered before (prune.py). What is computed has its type now. It may be
a number of Python or one of NumPy, of which the first is an `int`, the second has a `shape`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

import gast

from srcdiff.analyse.types.least_types import LeastOf, least_types
from srcdiff.analyse.types.types import Type
from srcdiff.core import Core
from srcdiff.errors import UnsupportedSyntax, UnsupportedType
from srcdiff.normalise.containers.collected import TypesOf, first_elements, of_doubles
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.partial_evaluation.answers import Answers, Asked, about, is_question, is_type
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN
from srcdiff.normalise.partial_evaluation.without_dimensions import MARKED
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    bottom_up,
    callee_of,
    constant,
    each_statement,
    expression,
    locate,
    name,
    targets,
    walk,
    with_own_expressions,
)
from srcdiff.syntax.contents import contents

OPEN = "np.isfinite(0.0)"  # what stands for a question without an answer


def type_questions(core: Core, types_of: TypesOf, least_of: LeastOf) -> tuple[Core, Asked]:
    """Return a core form with True and False for questions about types of what is computed.

    Those about what functions return, or what parameters get, are looked at again when all of it is
    known (program/passed_classes.py). Raises UnsupportedSyntax where the answer is another one for
    a number of Python than for one of NumPy, or for an integer than for a float, and nothing tells
    which it is.
    """
    if not any(is_question(node) or is_type(node) for node in walk(core.tree)):
        return without_marks(core), Asked(core, types_of)
    core = replace(core, tree=with_names(core.tree))
    kinds = types_before(core, types_of)
    least = least_types(core, kinds, None, least_of, first_elements(core.tree))
    answers = Answers(core, kinds, least)
    given: list[tuple[gast.AST, object]] = []

    def change(node: gast.AST) -> gast.AST:
        value = answers.of(node) if is_question(node) else UNKNOWN
        if value is UNKNOWN and callee_of(node) == "isinstance":
            check_named(node, answers.scope.local)
        if value is UNKNOWN:
            return node
        given.append((node, value))
        return locate(constant(value), node)

    tree = bottom_up(core.tree, change)
    for node in walk(tree):
        if is_type(node):
            answers.check_one_type(node)
    core = replace(core, tree=tree)
    return without_marks(core), Asked(core, types_of, tuple(given))


def check_named(node: gast.AST, local: Container[str]) -> None:
    """Refuse `isinstance(a, type(b))`: numbers have other classes in compiled code.

    What is `local` is a variable.

    Raises UnsupportedSyntax.
    """
    asked: list[gast.AST] = getattr(node, "args", [])[1:]
    parts = [part for tree in asked for part in walk(tree)]
    if any(is_type(part) or getattr(part, "id", "") in local for part in parts):
        raise UnsupportedSyntax(
            "`isinstance` asks for the class of a value",
            node,
            "name the class: `isinstance(x, int)`",
        )


def without_marks(core: Core) -> Core:
    """Return a core form in which numbers stand for arrays without dimensions.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x): return runtime.without_dimensions(x)")
    >>> print(unparse(unmarked(tree)))
    def f(x):
        return x
    """
    return replace(core, tree=unmarked(core.tree)) if MARKED in contents(core.tree) else core


def unmarked(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function with the numbers themselves where they are marked to be such arrays."""
    new: gast.FunctionDef = bottom_up(
        tree, lambda node: node.args[0] if callee_of(node) == MARKED else node
    )
    return new


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

"""A core form as a function that runs, whose lines are numbered by its statements."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import gast

from srcdiff.analyse.types import templates  # noqa: F401 -- Numba finds them there
from srcdiff.core import Core
from srcdiff.core.operations import MODULES
from srcdiff.syntax import Statement, clone, walk_statements, with_body


def runnable(core: Core, surroundings: Mapping[str, Any]) -> FunctionType:
    """Return a core form as a Python function that runs."""
    module = ast.fix_missing_locations(gast.gast_to_ast(gast.Module([core.tree], [])))
    space: dict[str, Any] = {**MODULES, **surroundings}
    exec(compile(module, f"<core form of {core.tree.name}>", "exec"), space)
    function: FunctionType = space[core.tree.name]
    # a function that calls itself calls what stands for it, and one called `math` no module
    space.update({**MODULES, **surroundings})
    return function


def numbered(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function with each statement on a line of its own, from line 2 on."""
    new: gast.FunctionDef = clone(tree)
    for line, statement in enumerate(walk_statements(new.body), start=2):
        for node in gast.walk(statement):
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
    return new


def with_one_exit(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function whose `return` no Python copies into the branches before it.

    Some compile a short `return` once for each branch that ends there, and Numba then
    speaks of several results where it should speak of a variable with several types.
    """
    *body, last = tree.body
    if not isinstance(last, gast.Return) or last.value is None:
        return tree
    reads = [gast.copy_location(gast.Expr(clone(last.value)), last) for _ in range(2)]
    return with_body(tree, [*body, *reads, last])


def statement_at(core: Core, place: Any) -> Statement:
    """Return the statement that `numbered` put where Numba found a mistake."""
    statements = list(walk_statements(core.tree.body))
    position = getattr(place, "line", 1) - 2
    return statements[position] if 0 <= position < len(statements) else core.tree

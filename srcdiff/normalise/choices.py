"""Write `np.where(c, a, b)` of numbers as a branch: its result is a number, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.analyse.types import Type, Types
from srcdiff.analyse.types import types as numba_types
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    call,
    dotted,
    locate,
    map_blocks,
    name,
    number,
    targets,
    walk_statements,
    with_body,
)

NUMBERS = (numba_types.Float, numba_types.Integer, numba_types.Complex, numba_types.Boolean)
LIMITS = ("np.nan", "np.inf", "math.nan", "math.inf")


def choices(tree: gast.FunctionDef, types: Types, constants: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with branches for choices between numbers; itself without any.

    `constants` are the values of globals.
    NumPy returns an array without dimensions, which does the same as a number; here it is one.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(c, x):
    ...     y = np.where(c, x, 1)
    ...     return y
    ... ''')
    >>> known = {
    ...     "c": numba_types.boolean,
    ...     "x": numba_types.float64,
    ...     "y": numba_types.float64,
    ... }
    >>> print(unparse(choices(tree, Types(known, numba_types.none), {})))
    def f(c, x):
        y·else = np.float64(1)
        if c:
            y = x
        else:
            y = y·else
        return y
    """

    numbers = {n for n, kind in types.names.items() if isinstance(kind, NUMBERS)}
    numbers |= {n for n, value in constants.items() if isinstance(value, (int, float, complex))}
    if not any(is_choice(s, numbers) for s in walk_statements(tree.body)):
        return tree

    def change(block: Block) -> Block:
        return [new for s in block for new in (branch(s, types) if is_choice(s, numbers) else [s])]

    new: gast.FunctionDef = with_body(tree, map_blocks(tree.body, change))
    return new


def is_choice(statement: Statement, numbers: set[str]) -> bool:
    """Tell whether a statement chooses one of two numbers."""
    value = getattr(statement, "value", None)
    if not isinstance(statement, gast.Assign) or not isinstance(value, gast.Call):
        return False
    if dotted(value.func) != "np.where" or value.keywords or len(value.args) != 3:
        return False
    return len(targets(statement)) == 1 and all(
        dotted(part) in (*numbers, *LIMITS) or number(part) is not None for part in value.args
    )


def title(kind: Type) -> str:
    """Return the name of a type of numbers in NumPy."""
    return "bool_" if isinstance(kind, numba_types.Boolean) else str(kind)


def branch(statement: gast.Assign, types: Types) -> Block:
    """Return the branch that stands for a choice."""
    (bound,) = targets(statement)
    kind = types[bound]
    test, *values = statement.value.args
    new: Block = []
    ways: list[list[Statement]] = []
    for value, word in zip(values, ("then", "else"), strict=True):
        if types.names.get(dotted(value)) != kind:
            own = f"{bound}{SEPARATOR}{word}"
            new.append(assign(own, call(f"np.{title(kind)}", value), statement))
            value = name(own)
        ways.append([assign(bound, value, statement)])
    return [*new, locate(gast.If(test, *ways), statement)]

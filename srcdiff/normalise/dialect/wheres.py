"""Write `np.where` of numbers as branches: only the value that is taken is computed.

So a derivative has no part of the other value, which may not exist where it is not taken, as that
of `np.where(x > 0.0, np.sqrt(x), 0.0)` below zero.
"""

from __future__ import annotations

from collections import Counter

import gast
import numpy as np

from srcdiff.analyse.types.types import Type, Types, typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.operations import draws, operation
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.rules.registry import rule_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    dotted,
    locate,
    map_blocks,
    name,
    number,
    reads,
    signed,
    targets,
    walk,
    with_body,
    writes,
)

WHOLE = (numba_types.Integer, numba_types.Boolean)


@needs(".where")
def wheres(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with branches instead of `np.where` of numbers.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     c = x > 0.0
    ...     s = np.sqrt(x)
    ...     d = 2.0 * s
    ...     y = np.where(c, d, 1.0)
    ...     return y
    ... ''')
    >>> known = {**dict.fromkeys("xsdy", numba_types.float64), "c": numba_types.boolean}
    >>> print(unparse(wheres(tree, Types(known, numba_types.none))))
    def f(x):
        c = x > 0.0
        if c:
            s = np.sqrt(x)
            d = 2.0 * s
            y = d
        else:
            y·taken = 1.0
            y = y·taken
        return y
    """
    if not any(is_where(s, types) for s in walk(tree)):
        return tree
    nodes = [node for node in walk(tree) if isinstance(node, gast.Name)]
    used = Counter(node.id for node in nodes if isinstance(node.ctx, gast.Load))

    naming = Naming(tree)

    def way(target: str, value: Expression, place: Statement) -> Block:
        value = of_kind(value, types[target], types)
        if isinstance(value, gast.Name):
            return [assign(target, value, place)]
        # where paths join, names are copied: a number would stand for a variable without value
        own = naming.part(target, "taken")
        return [assign(own, value, place), assign(target, name(own), place)]

    def change(block: Block) -> Block:
        found = [k for k, statement in enumerate(block) if is_where(statement, types)]
        if not found:
            return block
        before, statement, after = block[: found[-1]], block[found[-1]], block[found[-1] + 1 :]
        condition, *values = statement.value.args
        (target,) = targets(statement)
        ways = [way(target, value, statement) for value in values]
        kept: Block = []
        for earlier in reversed(before):
            own = [w for w in ways if is_needed_only(earlier, w, used)]
            if own and is_plain(earlier, types) and not reads(earlier) & writes(kept):
                own[0].insert(0, earlier)
            else:
                kept.insert(0, earlier)
        branch = locate(gast.If(condition, change(ways[0]), change(ways[1])), statement)
        return [*change(kept), branch, *after]

    return with_body(tree, map_blocks(tree.body, change))


def of_kind(value: Expression, kind: Type, types: Types) -> Expression:
    """Return one of the two numbers as one of the kind that NumPy finds from both."""
    literal = value.value if isinstance(value, gast.Constant) else number(value)
    own = types.names.get(dotted(value)) if literal is None else typeof(literal)
    if own is None or own == kind:
        return value
    if kind == numba_types.float64 and isinstance(own, WHOLE):
        return call("float", value) if literal is None else signed(float(literal))
    if kind == numba_types.complex128 and not isinstance(own, numba_types.Complex):
        return call("np.complex128", value)
    return value


def is_where(statement: gast.AST, types: Types) -> bool:
    """Return True if a statement gets one of two numbers from `np.where`."""
    if not isinstance(statement, gast.Assign) or len(targets(statement)) != 1:
        return False
    found = operation(statement.value)
    is_call = found is not None and found.function is np.where and len(found.operands) == 3
    return is_call and is_number(types[targets(statement)[0]])


def is_plain(statement: Statement, types: Types) -> bool:
    """Return True if a statement computes a number from numbers, without effects."""
    if not isinstance(statement, gast.Assign) or len(targets(statement)) != 1:
        return False
    found = operation(statement.value)
    names = {*targets(statement), *(reads(list(found.operands)) if found is not None else ())}
    if found is None or found.is_user or draws(found.name):
        return False
    return rule_of(found.function) is not None and all(is_number(types[n]) for n in names)


def is_number(kind: Type) -> bool:
    """Return True if values of a type are numbers, or true or false."""
    return isinstance(kind, (numba_types.Number, numba_types.Boolean))


def is_needed_only(statement: Statement, way: Block, used: Counter[str]) -> bool:
    """Return True if nothing but the statements of a branch reads what a statement computes."""
    nodes = [n for part in way for n in walk(part) if isinstance(n, gast.Name)]
    own = Counter(n.id for n in nodes if isinstance(n.ctx, gast.Load))
    bound = targets(statement)
    return bool(bound) and all(0 < own[t] == used[t] for t in bound)

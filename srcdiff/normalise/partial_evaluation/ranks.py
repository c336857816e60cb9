"""Numbers of dimensions, and what is None, are known from the types: no conditions about them."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.unbound import still_unbound
from srcdiff.syntax import (
    Block,
    Expression,
    dotted,
    ends_with,
    is_none,
    map_blocks,
    number,
    reads,
    values_bound,
    whole_target,
    with_body,
)

VALUES = numba_types.Number, numba_types.Boolean, numba_types.Array, numba_types.BaseTuple


@needs(".ndim", numba_types.NoneType, gast.Is, gast.IsNot)
def ranks(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with the branches that arrays of their types take, and no others.

    >>> from srcdiff.analyse.types.types import types as kinds
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     wrong = x.ndim != 2
    ...     if wrong:
    ...         raise ValueError("wrong number of values to unpack")
    ...     n = x.shape[0]
    ...     return n
    ... ''')
    >>> known = Types({"x": kinds.Array(kinds.float64, 2, "C")}, kinds.int64)
    >>> print(unparse(ranks(tree, known)))
    def f(x):
        n = x.shape[0]
        return n
    """
    bound = values_bound(tree.body).items()
    answers = {n: answer(values[0], types) for n, values in bound if len(values) == 1}
    known = {n: truth for n, truth in answers.items() if truth is not None}
    if not known:
        return tree

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            asked = dotted(statement.test) if isinstance(statement, gast.If) else ""
            if asked in known and not (known[asked] and ends_with(statement.body, (gast.Raise,))):
                new += statement.body if known[asked] else statement.orelse
            else:
                new.append(statement)
        return new

    body = map_blocks(tree.body, block)
    used = reads(body)

    def used_only(old: Block) -> Block:
        return [s for s in old if whole_target(s) not in known or whole_target(s) in used]

    return still_unbound(with_body(tree, map_blocks(body, used_only)), tree)


def answer(value: Expression | None, types: Types) -> bool | None:
    """Return whether a comparison of the number of dimensions, or of None with None, is true.

    None stands for other comparisons.
    """
    match value:
        case gast.Compare(left=gast.Name(id=title), ops=[gast.Is() | gast.IsNot() as operator]):
            is_same = isinstance(operator, gast.Is)
            if is_none(value.comparators[0]) and types[title] == numba_types.none:
                return is_same
            if is_none(value.comparators[0]) and isinstance(types.names.get(title), VALUES):
                return not is_same
        case gast.Compare(left=gast.Attribute(value=array, attr="ndim"), ops=[operator]):
            right = number(value.comparators[0])
            if right is None or not types.is_array(dotted(array)):
                return None
            if isinstance(operator, (gast.Eq, gast.NotEq)):
                return (types.ndim(dotted(array)) == right) is isinstance(operator, gast.Eq)
    return None

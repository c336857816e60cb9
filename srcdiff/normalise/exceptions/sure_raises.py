"""Leave out what stands behind a check that always raises, now that each value has its name."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.unbound import still_unbound
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    dotted,
    ends_with,
    values_bound,
    walk_statements,
    with_blocks,
    with_body,
)


@needs(gast.Raise)
def sure_raises(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without what follows a read that no path has bound the variable for.

    It would read a name that is bound further down.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(sure_raises(function('''
    ... def f(x, c):
    ...     y·bound = False
    ...     if c:
    ...         if·condition = not y·bound
    ...         if if·condition:
    ...             raise UnboundLocalError("y")
    ...         z = y
    ...         w = z
    ...     else:
    ...         y = x
    ...         y·bound·2 = True
    ...         w = y
    ...     return w
    ... '''))))
    def f(x, c):
        y·bound = False
        if c:
            if·condition = not y·bound
            raise UnboundLocalError('y')
        else:
            y = x
            y·bound·2 = True
            w = y
        return w
    """
    values = values_bound(tree.body)
    once = {n: found[0] for n, found in values.items() if len(found) == 1}
    truth: dict[str, bool] = {}
    for n, value in once.items():
        if isinstance(value, gast.Constant) and isinstance(value.value, bool):
            truth[n] = value.value
        elif isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.Not):
            known = truth.get(dotted(value.operand))
            truth |= {} if known is None else {n: not known}

    def raises(statement: Statement) -> bool:
        asked = isinstance(statement, gast.If) and truth.get(dotted(statement.test), False)
        return asked and ends_with(statement.body, (gast.Raise,))

    def branch(block: Block) -> Block:
        for position, statement in enumerate(block):
            if raises(statement):
                return [*map(inside, block[:position]), *statement.body]
        return [inside(statement) for statement in block]

    def inside(statement: Statement) -> Statement:
        parts = blocks(statement)
        return with_blocks(statement, [branch(part) for part in parts]) if parts else statement

    if not any(raises(statement) for statement in walk_statements(tree.body)):
        return tree
    return still_unbound(with_body(tree, list(map(inside, tree.body))), tree)

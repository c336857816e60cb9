"""Save arrays without a copy in between: what is saved is copied in any case."""

from __future__ import annotations

import gast

from srcdiff.syntax import Block, Statement, dotted, each_block, is_tape


def stores(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without copies of arrays whose elements are saved at once.

    >>> from srcdiff.syntax import TAPE, function, rename, unparse
    >>> tree = function("def f(x, tape, i):\\n    tape[i] = x.copy()\\n    x[i] = x.copy()")
    >>> print(unparse(rename(stores(rename(tree, {"tape": "x" + TAPE})), {"x" + TAPE: "tape"})))
    def f(x, tape, i):
        tape[i] = x
        x[i] = x.copy()
    """

    def block(old: Block) -> Block:
        return [saved_at_once(statement) for statement in old]

    return each_block(tree, block)


def saved_at_once(statement: Statement) -> Statement:
    """Return a statement without a copy of what it saves."""
    match statement:
        case gast.Assign(
            targets=[gast.Subscript(value=tape) as target],
            value=gast.Call(func=gast.Attribute(value=array, attr="copy"), args=[]),
        ) if is_tape(dotted(tape)):
            return gast.copy_location(gast.Assign([target], array, None), statement)
    return statement

"""Write the function for code that the user places in the backward pass."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    Block,
    assign,
    dotted,
    fresh,
    name,
    reads,
    rebuild,
    walk_statements,
    with_body,
    writes,
)


def block_of(
    tree: gast.FunctionDef, title: str, takes: list[str], array: bool, is_active: bool
) -> gast.FunctionDef:
    """Return the function that takes what a block reads, and the adjoint, and runs the block.

    It returns the adjoint of a number, and writes to that of an array.

    >>> from srcdiff.syntax import function, unparse
    >>> block = function("def f(x, k, d_x):\\n    d_x = np.minimum(d_x, k)\\n    return d_x")
    >>> print(unparse(block_of(block, "g", ["k"], False, True)))
    def g(k, d_x):
        d_x = np.minimum(d_x, k)
        return d_x
    >>> print(unparse(block_of(block, "g", ["k"], True, True)))
    def g(k, d_x):
        d_x_given = d_x
        d_x = np.minimum(d_x, k)
        d_x_given[:] = d_x
    """
    alias = tree.args.args[-1].id
    *body, last = tree.body
    if array and is_active:
        body = in_place(body, alias)
    elif is_active:
        body = [*body, last]
    else:
        body, takes = [gast.Pass()], []
    own = [*takes, alias] if is_active or not array else []
    new = rebuild(with_body(tree, body), lambda node: node)
    new.name = title
    new.args = gast.arguments(
        [gast.Name(n, gast.Param(), None, None) for n in own], [], None, [], [], None, []
    )
    return new


def in_place(body: Block, alias: str) -> Block:
    """Return a block that leaves the adjoint of an array in its memory."""
    if alias not in writes(body):
        return body
    given = fresh(f"{alias}_given", reads(body) | writes(body))
    whole = gast.Subscript(name(given), gast.Slice(None, None, None), gast.Store())
    return [assign(given, name(alias), body[0]), *body, assign(whole, name(alias), body[-1])]


def called_in_block(block: gast.FunctionDef, called: str) -> UnsupportedSyntax:
    """Return the error for code in the backward pass that calls a function of the user."""
    place = next(
        (n for s in walk_statements(block.body) for n in gast.walk(s) if dotted(n) == called),
        block,
    )
    return UnsupportedSyntax(
        f"code in the backward pass calls `{called}`, a function of your own",
        place,
        "write what it does into the block",
    )

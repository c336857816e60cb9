"""Real and imaginary parts of elements: not by way of views of whole arrays."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Expression,
    Statement,
    binary,
    call,
    clone,
    locate,
    map_blocks,
    rebuild,
    walk,
    with_body,
)

PARTS = ("real", "imag")


@needs(".real", ".imag")
def parts(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with parts of elements where it had elements of parts.

    A view of the real parts of an array cannot be followed, elements of the array can.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(parts(function('''
    ... def f(z, i):
    ...     z.real[i] = z.imag[i + 1]
    ...     z.imag[0] += z[:2].real[1]
    ...     return z.real.copy()
    ... '''))))
    def f(z, i):
        z[i] = complex(z[i + 1].imag, z[i].imag)
        z[0] = complex(z[0].real, z[0].imag + z[:2][1].real)
        return np.copy(z.real)
    """
    body = map_blocks(tree.body, lambda block: [stored(statement) for statement in block])
    return with_body(tree, [rebuild(statement, read) for statement in body])


def is_part(tree: Expression) -> bool:
    """Return True if an expression is the real or the imaginary part of something."""
    return isinstance(tree, gast.Attribute) and tree.attr in PARTS


def read(tree: Expression) -> Expression:
    """Return an expression with the parts of what is read last."""
    if tree._fields:
        tree = rebuild(tree, read)
    if isinstance(tree, gast.Subscript) and isinstance(tree.ctx, gast.Load) and is_part(tree.value):
        element = locate(gast.Subscript(tree.value.value, tree.slice, gast.Load()), tree)
        return locate(gast.Attribute(element, tree.value.attr, gast.Load()), tree)
    if isinstance(tree, gast.Call) and isinstance(tree.func, gast.Attribute):
        copied = tree.func.attr == "copy" and not tree.args and not tree.keywords
        if copied and is_part(tree.func.value):
            return locate(call("np.copy", tree.func.value), tree)
    return tree


def stored(statement: Statement) -> Statement:
    """Return a write to a part of an element as a write to the element."""
    target = getattr(statement, "target", None)
    if isinstance(statement, gast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    writes = isinstance(statement, (gast.Assign, gast.AugAssign))
    if not writes or not isinstance(target, gast.Subscript) or not is_part(target.value):
        return statement
    if not is_plain(target.slice):
        return statement
    element = gast.Subscript(target.value.value, target.slice, gast.Load())
    old = {part: gast.Attribute(clone(element), part, gast.Load()) for part in PARTS}
    new = statement.value
    if isinstance(statement, gast.AugAssign):
        new = binary(old[target.value.attr], statement.op, new)
    old[target.value.attr] = new
    place = gast.Subscript(clone(target.value.value), clone(target.slice), gast.Store())
    value = call("complex", old["real"], old["imag"])
    return locate(gast.Assign([place], value, None), statement)


def is_plain(index: Expression) -> bool:
    """Return True if a subscript is of one element, and can be evaluated twice."""
    return not any(isinstance(node, (gast.Slice, gast.Call)) for node in walk(index))

"""Give each assignment one target, and write out what `x op= y` stands for."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.core.operators import BINARY
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.guards import wrong_rank
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    dotted,
    each_block,
    element,
    has_star,
    locate,
    name,
    owner,
    reads,
    tuple_of,
    walk,
    writes,
)

LISTS = (gast.Tuple, gast.List)
KEPT = (gast.Add, gast.Sub)  # `a[i] += x` and `a[i] -= x` have an adjoint of their own


def assignments(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with one target in each assignment, as far as possible.

    A call with several results keeps a tuple of names as its target.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(assignments(function('''
    ... def f(x, y):
    ...     a = b = x * y
    ...     x, y = y, x
    ...     n, m = y.shape
    ...     x[0] *= a + b
    ...     (p, *q), r = (x, y, m), g(x)
    ...     return x
    ... '''))))
    def f(x, y):
        b·all = x * y
        a = b·all
        b = b·all
        x·new = y
        y·new = x
        x = x·new
        y = y·new
        if y.ndim != 2:
            raise ValueError('wrong number of values to unpack (expected 2)')
        n = y.shape[0]
        m = y.shape[1]
        x·factor = x[0]
        x[0] = x·factor * (a + b)
        p = x
        q = (y, m)
        r = g(x)
        return x
    """
    return each_block(tree, assign_block)


def assign_block(block: Block) -> Block:
    """Simplify the assignments of a block."""
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.Assign):
            new += chained(statement)
        elif isinstance(statement, gast.AugAssign):
            new += augmented(statement)
        else:
            new.append(statement)
    return new


def chained(statement: gast.Assign) -> Block:
    """Split `a = b = value`."""
    if len(statement.targets) == 1:
        return single(statement.targets[0], statement.value, statement)
    shared = f"{owner(statement.targets[-1])}{SEPARATOR}all"
    new: Block = [assign(shared, statement.value, statement)]
    for target in statement.targets:
        new += single(target, name(shared), statement)
    return new


def single(target: Expression, value: Expression, place: Statement, depth: int = 0) -> Block:
    """Assign a value to one target: a name, an element, or a tuple of targets, so deep in others.

    >>> from srcdiff.syntax import statements, unparse
    >>> (nested,) = statements("(a, b), c = f(x)")
    >>> for new in single(nested.targets[0], nested.value, nested)[::2]:
    ...     print(unparse(new))
    value·parts = f(x)
    value·parts1 = value·parts[0]
    a = value·parts1[0]
    c = value·parts[1]
    """
    if isinstance(target, gast.Attribute):
        raise not_assignable(target)
    if not isinstance(target, LISTS):
        return [assign(target, value, place)]
    if isinstance(value, LISTS):
        return elementwise(*unstarred(target, value), place)
    if has_star(target.elts):
        raise UnsupportedSyntax(
            "starred assignment of this is not supported", target, "unpack the parts one by one"
        )
    if isinstance(value, gast.Call) and all(isinstance(p, gast.Name) for p in target.elts):
        return [assign(tuple_of(target.elts, store=True), value, place)]
    if dotted(value):
        new = [wrong_rank(value, len(target.elts), place)]
        for position, part in enumerate(target.elts):
            new += single(part, element(value, position), place, depth + 1)
        return new
    whole = f"value{SEPARATOR}parts{depth or ''}"
    return [assign(whole, value, place), *single(target, name(whole), place, depth)]


def unstarred(target: Expression, value: Expression) -> tuple[Expression, Expression]:
    """Return target and value of an unpacking; a starred part gets the tuple of what is left."""
    stars = [k for k, part in enumerate(target.elts) if isinstance(part, gast.Starred)]
    more = len(value.elts) - len(target.elts) + 1
    if not stars or more < 0:
        return target, value
    (star,) = stars
    rest = locate(tuple_of(value.elts[star : star + more]), value)
    values = [*value.elts[:star], rest, *value.elts[star + more :]]
    parts = [*target.elts]
    parts[star] = parts[star].value
    return locate(tuple_of(parts, store=True), target), locate(tuple_of(values), value)


def elementwise(target: Expression, value: Expression, place: Statement) -> Block:
    """Assign the parts of a tuple to the parts of a target, all values being read first.

    >>> from srcdiff.syntax import statements, unparse
    >>> (nested,) = statements("(v[0], a), b = (x, v[1]), v[0]")
    >>> for new in elementwise(nested.targets[0], nested.value, nested):
    ...     print(unparse(new))
    v·new0 = x
    a·new = v[1]
    b·new = v[0]
    v[0] = v·new0
    a = a·new
    b = b·new
    """
    new: Block = []
    late: Block = []
    pairs = list(paired(target, value, place))
    for position, (part, item) in enumerate(pairs):
        later = reads([other for _, other in pairs[position + 1 :]])
        last = position == len(pairs) - 1
        stores = any(isinstance(node, gast.Subscript) for node in walk(part))
        harmless = not stores and not (writes(part) & later)
        if not late and (harmless or last):
            new += single(part, item, place)
        else:
            held = f"{owner(part)}{SEPARATOR}new"
            if not isinstance(part, gast.Name) or held in writes(new):
                held += str(position)
            new.append(assign(held, item, place))
            late += single(part, name(held), place)
    return new + late


def paired(
    target: Expression, value: Expression, place: Statement
) -> Iterator[tuple[Expression, Expression]]:
    """Yield the parts of a target with the parts of a tuple, and of tuples written out in it.

    Raises UnsupportedSyntax where they are not as many.
    """
    if len(target.elts) != len(value.elts):
        raise UnsupportedSyntax(
            f"{len(value.elts)} values are assigned to {len(target.elts)} targets",
            place,
            "give each value a target",
        )
    for part, item in zip(target.elts, value.elts, strict=True):
        if isinstance(part, LISTS) and isinstance(item, LISTS):
            yield from paired(*unstarred(part, item), place)
        else:
            yield part, item


def augmented(statement: gast.AugAssign) -> Block:
    """Write out `target op= value` as an assignment of a binary operation."""
    target, value = statement.target, statement.value
    if isinstance(target, gast.Subscript):
        simple = not any(isinstance(node, gast.Call) for node in walk(value))
        if isinstance(statement.op, KEPT) and simple:
            return [statement]
        held = f"{owner(target.value)}{SEPARATOR}factor"
        load = gast.Subscript(target.value, target.slice, gast.Load())
        return [
            assign(held, locate(load, statement), statement),
            assign(target, binary(name(held), statement.op, value), statement),
        ]
    if not isinstance(target, gast.Name):
        raise not_assignable(target)
    operator = f"operator.i{BINARY[type(statement.op)][0]}"
    return [assign(target.id, call(operator, name(target.id), value), statement)]


def not_assignable(target: Expression) -> UnsupportedSyntax:
    """Return the error for a target that is no name and no element."""
    return UnsupportedSyntax(
        "only names and elements of arrays can be assigned to", target, "use a local name"
    )

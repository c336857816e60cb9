"""Write the bounds of slices where they are used, as in `a[i:j]` for `s = slice(i, j); a[s]`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import gast

from srcdiff.analyse.types.own_inference.bindings import bindings
from srcdiff.core.needs import needs
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    constant,
    dotted,
    each_block,
    has_star,
    is_none,
    is_read,
    mapped,
    name,
    number,
    targets,
    walk,
    with_body,
)

BOUNDS = ("lower", "upper", "step")
Bounds = tuple[Expression | None, ...]


@needs("slice", "np.newaxis", type(None), type(...), gast.Tuple)
def slices(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with subscripts that have the bounds of slices, not their names.

    A bound that is not a number has a name of its own, which is bound where the slice was made.
    A name stays that may stand for something else than slices with the same bounds left out. Names
    of `None`, which makes a dimension, and of `...` are replaced as well. Of a tuple of one part
    the part is left: `a[i:j]` for `a[i:j,]`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(slices(function('''
    ... def f(a, n, p):
    ...     s = slice(1, None)
    ...     for k in range(n):
    ...         t = slice(k, k + 2)
    ...         a[s, 0] = a[s, 1] * a[t, slice(None)]
    ...         a[(s,)] += 1.0
    ...     return g(a[p], t)
    ... '''))))
    def f(a, n, p):
        for k in range(n):
            t·lower = k
            t·upper = k + 2
            t = slice(t·lower, t·upper)
            a[1:, 0] = a[1:, 1] * a[t·lower:t·upper, :]
            a[1:] += 1.0
        return g(a[p], t)
    """
    made = bindings(tree)
    found = known(made)
    fixed = {n: v for n, (v, *more) in made.items() if not more and is_of_dimensions(v)}

    def change(node: gast.AST) -> gast.AST:
        if not node._fields:
            return node
        node = mapped(node, change)
        return in_subscript(node, found, fixed) if isinstance(node, gast.Subscript) else node

    tree = with_body(tree, [change(statement) for statement in tree.body])
    read = Counter(n.id for n in walk(tree) if isinstance(n, gast.Name) and is_read(n))

    def block(old: Block) -> Block:
        new = [made for s in old for made in with_bounds(s, found, read)]
        return new or old

    return each_block(tree, block)


def is_of_dimensions(value: Expression | None) -> bool:
    """Return True if an expression is None or `...`, which stand for dimensions in subscripts."""
    written_out = isinstance(value, gast.Constant) and value.value in (None, ...)
    return written_out or dotted(value) == "np.newaxis"


def known(made: Mapping[str, list[Expression | None]]) -> dict[str, Bounds]:
    """Return the bounds of each name that only stands for slices alike."""
    found: dict[str, Bounds] = {}
    for title, values in made.items():
        several = list(map(bounds, values))
        alike = [given for given in several if given is not None]
        left_out = {tuple(part is None for part in given) for given in alike}
        if len(alike) == len(several) and len(left_out) == 1:
            parts = zip(BOUNDS, alike[0], strict=True)
            found[title] = tuple(held(title, w, p, len(alike) == 1) for w, p in parts)
    return found


def held(title: str, word: str, bound: Expression | None, once: bool) -> Expression | None:
    """Return what stands for a bound of a slice: a number, or a name."""
    if bound is None or (once and number(bound) is not None):
        return bound
    return name(f"{title}{SEPARATOR}{word}")


def bounds(value: gast.AST | None) -> Bounds | None:
    """Return the lower and the upper bound and the step of a slice, None for anything else.

    >>> from srcdiff.syntax import expression, unparse
    >>> [p and unparse(p) for p in bounds(expression("slice(n)"))]
    [None, 'n', None]
    """
    if value is None or callee_of(value) != "slice" or value.keywords:
        return None
    if not 1 <= len(value.args) <= 3 or has_star(value.args):
        return None
    given = [None if is_none(part) else part for part in value.args]
    if len(given) == 1:
        return (None, given[0], None)
    return (*given, *[None] * (3 - len(given)))


def in_subscript(
    node: gast.Subscript, found: Mapping[str, Bounds], fixed: Mapping[str, Expression]
) -> gast.Subscript:
    """Return a subscript with the bounds of its slices."""
    index = only(node.slice)
    if isinstance(index, gast.Tuple):
        new = gast.Tuple([written(part, found, fixed) for part in index.elts], index.ctx)
    else:
        new = written(index, found, fixed)
    return gast.copy_location(gast.Subscript(node.value, new, node.ctx), node)


def only(index: Expression) -> Expression:
    """Return the one part of a tuple that has one, any other subscript as it is."""
    parts = index.elts if isinstance(index, gast.Tuple) else []
    single = len(parts) == 1 and not isinstance(parts[0], gast.Starred)
    return parts[0] if single else index


def written(
    part: Expression, found: Mapping[str, Bounds], fixed: Mapping[str, Expression]
) -> Expression:
    """Return a part of a subscript as it is without its name; a slice with its bounds."""
    if isinstance(part, gast.Name) and part.id in fixed:
        return fixed[part.id]
    given = found.get(part.id) if isinstance(part, gast.Name) else bounds(part)
    return part if given is None else gast.copy_location(gast.Slice(*given), part)


def with_bounds(
    statement: Statement, found: Mapping[str, Bounds], read: Mapping[str, int]
) -> Block:
    """Return the statements that bind the bounds of a slice, and the slice if it is still read."""
    (title,) = targets(statement) if len(targets(statement)) == 1 else ("",)
    made = bounds(getattr(statement, "value", None))
    if title not in found or made is None:
        return [statement]
    new: Block = []
    for holder, bound in zip(found[title], made, strict=True):
        if isinstance(holder, gast.Name):
            new.append(assign(holder.id, bound, statement))
    if read.get(title):
        parts = [constant(None) if part is None else part for part in found[title]]
        short = parts[:2] if found[title][2] is None else parts
        new.append(assign(title, call("slice", *short), statement))
    return new

"""What follows from conditions: comparisons that hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

import gast

from srcdiff.core.operations import is_shape
from srcdiff.core.operators import MIRRORED, NEGATED, ORDER
from srcdiff.syntax import Expression, callee_of, dotted, has_operator, number

IsWhole = Callable[[str], bool]  # whether a variable is an integer


@dataclass(frozen=True)
class Comparison:
    """A comparison of two expressions that holds, of a kind such as `Lt`."""

    left: Expression
    kind: type[gast.AST]
    right: Expression


def comparisons(
    test: Expression,
    values: Mapping[str, Expression],
    true: bool = True,
    wanted: Collection[type] = ORDER,
) -> Iterator[Comparison]:
    """Yield the comparisons that hold where a condition is true, or false.

    `values` are those of names that have one only. Comparisons of other kinds than those `wanted`
    are left out.

    >>> from srcdiff.syntax import expression, unparse
    >>> found = comparisons(expression("not (i < 1 or out)"), {"out": expression("i >= n - 1")})
    >>> [(unparse(c.left), c.kind.__name__, unparse(c.right)) for c in found]
    [('i', 'GtE', '1'), ('i', 'Lt', 'n - 1')]
    """
    match test:
        case gast.Name(id=title) if title in values:
            yield from comparisons(values[title], values, true, wanted)
        case gast.UnaryOp(op=gast.Not(), operand=inner):
            yield from comparisons(inner, values, not true, wanted)
        case gast.BoolOp(op=op, values=parts) if isinstance(op, gast.And) == true:
            for part in parts:
                yield from comparisons(part, values, true, wanted)
        case gast.Compare(left=first, ops=kinds, comparators=others) if true or len(kinds) == 1:
            for left, kind, right in zip([first, *others], map(type, kinds), others, strict=False):
                if kind in wanted:
                    yield Comparison(left, kind if true else NEGATED[kind], right)


def limits_of(found: Comparison) -> tuple[str, Expression] | None:
    """Return the name that a comparison limits from above, and by what."""
    for left, kind, right in sides(found):
        if isinstance(left, gast.Name) and kind is gast.Lt:
            return left.id, right
    return None


def only_limit(test: Expression) -> tuple[str, Expression] | None:
    """Return the name that a condition limits from above, and by what, if it does nothing else.

    >>> from srcdiff.syntax import expression, unparse
    >>> tests = [expression(text) for text in ("n > i", "0 <= i < n", "i <= n")]
    >>> [found and (found[0], unparse(found[1])) for found in map(only_limit, tests)]
    [('i', 'n'), None, None]
    """
    is_single = isinstance(test, gast.Compare) and len(test.ops) == 1
    found = next(comparisons(test, {}), None) if is_single else None
    return None if found is None else limits_of(found)


def is_at_least(found: Comparison, name: str, least: int) -> bool:
    """Return True if a comparison says that an integer variable is not less than a number.

    >>> from srcdiff.syntax import expression
    >>> [is_at_least(*comparisons(expression(t), {}), "i", 1) for t in ("i > 0", "-1 < i", "n > i")]
    [True, False, False]
    """
    for left, kind, right in sides(found):
        bound = number(right)
        if dotted(left) == name and isinstance(bound, int):
            return (kind is gast.Gt and bound >= least - 1) or (kind is gast.GtE and bound >= least)
    return False


def sides(found: Comparison) -> Iterator[tuple[Expression, type[gast.AST], Expression]]:
    """Yield a comparison, and the same one seen from the other side."""
    yield found.left, found.kind, found.right
    yield found.right, MIRRORED[found.kind], found.left


def is_whole_number(tree: Expression, is_whole: IsWhole) -> bool:
    """Return True if an expression certainly is an integer.

    >>> from srcdiff.syntax import expression
    >>> texts = ("n - 1", "min(n, x.shape[0] // 2)", "0.5 * n", "v")
    >>> [is_whole_number(expression(text), lambda name: name == "n") for text in texts]
    [True, True, False, False]
    """
    if has_operator(tree, gast.Add, gast.Sub, gast.Mult, gast.FloorDiv):
        return is_whole_number(tree.left, is_whole) and is_whole_number(tree.right, is_whole)
    if isinstance(tree, gast.Name):
        return is_whole(tree.id)
    if callee_of(tree) in ("abs", "max", "min"):
        return all(is_whole_number(part, is_whole) for part in tree.args)
    return is_shape(tree) or type(number(tree)) is int

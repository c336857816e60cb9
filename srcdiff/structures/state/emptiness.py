"""Lists that are empty at first: what they hold is only known from what fills them."""

from __future__ import annotations

from collections.abc import Set

import gast

from srcdiff.syntax import Expression, is_empty_list


def is_untyped(tree: Expression, untyped: Set[str]) -> bool:
    """Return True for a list without elements, or a variable of one.

    >>> from srcdiff.syntax import expression
    >>> [is_untyped(expression(text), {"a"}) for text in ("[]", "a", "[x]", "b", "()")]
    [True, True, False, False, False]
    """
    if isinstance(tree, gast.Name):
        return tree.id in untyped
    return is_empty_list(tree)


def bound_untyped(target: Expression, value: Expression, untyped: Set[str]) -> set[str]:
    """Return the variables that are bound to lists that are empty at first.

    >>> from srcdiff.syntax import expression
    >>> sorted(bound_untyped(expression("(c, d, e)"), expression("(a, [], x)"), {"a"}))
    ['c', 'd']
    """
    if isinstance(target, gast.Name):
        return {target.id} if is_untyped(value, untyped) else set()
    parts = getattr(target, "elts", ())
    own = getattr(value, "elts", ())
    found: set[str] = set()
    for part, inner in zip(parts, own, strict=False):
        found |= bound_untyped(part, inner, untyped)
    return found

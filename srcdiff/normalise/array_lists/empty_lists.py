"""Lists that begin empty and are bound several times: with the type of their elements."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    each_statement,
    expression,
    is_empty_list,
    whole_target,
)


def empty_lists(
    tree: gast.FunctionDef, filled: Mapping[str, str], boxed: frozenset[str] = frozenset()
) -> gast.FunctionDef:
    """Return the function with no elements of a known type in lists that are empty.

    `filled` has such an element, as text, for each of these lists; those of numbers that are
    `boxed` hold arrays.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     u = []
    ...     for k in range(n):
    ...         u.append(x * k)
    ...         if len(u) > 2:
    ...             u = []
    ...     return len(u)
    ... ''')
    >>> print(unparse(empty_lists(tree, {"u": "0.0"}, frozenset(["u"]))))
    def f(x, n):
        u = [np.full(1, 0.0)][:0]
        for k in range(n):
            u.append(x * k)
            if len(u) > 2:
                u = [np.full(1, 0.0)][:0]
        return len(u)
    """

    def change(statement: Statement) -> Block:
        title = whole_target(statement)
        if title not in filled or not is_empty_list(statement.value):
            return [statement]
        in_box = title in boxed and not filled[title].startswith("np.empty")
        element = f"np.full(1, {filled[title]})" if in_box else filled[title]
        return [assign(title, expression(f"[{element}][:0]"), statement)]

    return each_statement(tree, change) if filled else tree

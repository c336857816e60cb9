"""Give a list one name: `w = u` of a list that is bound once."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import Statement, dotted, rename, times_bound, whole_target, with_body


@needs(gast.List, gast.ListComp)
def one_list_name(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without second names of lists that are bound once, as is the list.

    Both are bound outside of branches and loops.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(one_list_name(function('''
    ... def f(x, y):
    ...     u = [x]
    ...     w = u
    ...     w.append(y)
    ...     return u[-1]
    ... '''))))
    def f(x, y):
        u = [x]
        u.append(y)
        return u[-1]
    """
    bound = times_bound(tree)
    lists: dict[str, str] = {}  # by all their names, the first one
    left: list[Statement] = []
    for statement in tree.body:
        title = whole_target(statement)
        if not title or bound[title] != 1:
            left.append(statement)
            continue
        if isinstance(statement.value, (gast.List, gast.ListComp)):
            lists[title] = title
        if dotted(statement.value) in lists:
            lists[title] = lists[dotted(statement.value)]
        else:
            left.append(statement)
    others = {title: first for title, first in lists.items() if title != first}
    return rename(with_body(tree, left), others) if others else tree

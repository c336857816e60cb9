"""Lists of lists that get longer or differ in length: as one list, and the places in it."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.normalise.array_lists.equal_rows import with_tuples
from srcdiff.normalise.array_lists.inner_lists import InnerLists, NotNested, is_row
from srcdiff.normalise.containers.appends import is_append
from srcdiff.syntax import Expression, has_operator, walk, walk_statements, whole_target


def nested_lists(tree: gast.FunctionDef, nested: frozenset[str] = frozenset()) -> gast.FunctionDef:
    """Return the function with two lists for each list of lists; `nested` are the names of these.

    One has all elements of the inner lists, as they came, the other an array of their places for
    each inner list; inner lists that are equally long and never change become tuples. A list that
    is put in must not change from then on. Functions with other uses of a list stay as they are.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(nested_lists(function('''
    ... def f(x, n):
    ...     u = [[x], []]
    ...     for k in range(n):
    ...         u[k % 2].append(u[0][-1] * k)
    ...     return sum(u[1]) + len(u[0])
    ... '''), frozenset("u"))))
    def f(x, n):
        u·all = []
        u·places = []
        u·start = len(u·all)
        u·all.append(x)
        u·places.append(np.arange(u·start, len(u·all)))
        u·start = len(u·all)
        u·places.append(np.arange(u·start, len(u·all)))
        for k in range(n):
            u·all.append(u·all[u·places[0][-1]] * k)
            u·places[k % 2] = np.append(u·places[k % 2], len(u·all) - 1)
        return sum([u·all[u·place] for u·place in u·places[1]]) + len(u·places[0])
    """
    for title in sorted(nested & set(lists_of_lists(tree))) if nested else ():
        try:
            tree = with_tuples(title, tree) or InnerLists(title, tree).written()
        except NotNested:
            continue
    return tree


def lists_of_lists(tree: gast.FunctionDef) -> Iterator[str]:
    """Yield the names that stand for nothing but lists of lists.

    >>> from srcdiff.syntax import function
    >>> text = "def f(x):\\n  a = [[x]]\\n  b = []\\n  b.append([x])\\n  c = [x]\\n  d = [c, c]"
    >>> sorted(lists_of_lists(function(text)))
    ['a', 'b', 'd']
    """
    made: dict[str, list[Expression]] = {}
    for statement in walk_statements(tree.body):
        if whole_target(statement):
            made.setdefault(whole_target(statement), []).append(statement.value)
    stores = [n.id for n in walk(tree) if isinstance(n, gast.Name) and type(n.ctx) is gast.Store]
    lists = {
        title
        for title, values in made.items()
        if all(map(is_row, values)) and stores.count(title) == len(values)
    }
    for title in lists:
        rows = [row for value in made[title] for row in rows_in(value)]
        rows += [s.value.args[0] for s in walk_statements(tree.body) if is_append(s, title)]
        if rows and all(is_row(row) or getattr(row, "id", "") in lists for row in rows):
            yield title


def rows_in(value: Expression) -> list[Expression]:
    """Return the elements that a list is written with."""
    if isinstance(value, gast.ListComp):
        return [value.elt]
    if has_operator(value, gast.Mult):
        return rows_in(value.left)
    return list(value.elts)

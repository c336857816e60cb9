"""The elements at the places of threads, to which they add what they have gathered."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from srcdiff.gpu.gather.distances import Site
from srcdiff.gpu.thread.limits import Limits
from srcdiff.syntax import (
    Expression,
    Statement,
    augmented,
    beside,
    constant,
    expression,
    joined_by,
    locate,
    name,
    of_members,
    primal,
    same,
)

Key = tuple[str, tuple[str | int, ...]]  # an array, and the subscripts of an element


def sum_of(key: Key) -> str:
    """Return the name of what is added to an element."""
    words = ["sum", *(str(part) for part in key[1] if isinstance(part, int))]
    return beside(key[0], "_".join(words))


def added(key: Key, total: str, place: gast.AST) -> Statement:
    """Return the statement that adds a sum to an element, at the place of a node.

    >>> from srcdiff.syntax import unparse
    >>> print(unparse(added(("d_x", ("i", 0)), "total", name("x"))))
    d_x[i, 0] += total
    """
    parts = [name(p) if isinstance(p, str) else constant(p) for p in key[1]]
    index = of_members(parts)
    target = gast.Subscript(name(key[0]), index, gast.Store())
    return augmented(target, gast.Add(), name(total), place)


def guarded(key: Key, statement: Statement) -> Statement:
    """Return a statement for the threads that have an element.

    >>> from srcdiff.syntax import rename, unparse
    >>> key = "d_·x", ("i", 0)
    >>> print(unparse(guarded(key, added(key, "total", name("x")))).replace("·", ""))
    if i < x.shape[0]:
        d_x[i, 0] += total
    """
    inside = [
        gast.Compare(name(p), [gast.Lt()], [expression(f"{primal(key[0])}.shape[{k}]")])
        for k, p in enumerate(key[1])
        if isinstance(p, str)
    ]
    test = joined_by(gast.And(), inside)
    return locate(gast.If(test, [statement], []), statement)


def lengths(key: Key, place: str) -> list[Expression]:
    """Return how the number of elements along a place may be written.

    >>> from srcdiff.syntax import unparse
    >>> [unparse(found).replace("·", "") for found in lengths(("d_·x", ("i",)), "i")]
    ['x.shape[0]', 'x.size', 'len(x)']
    """
    array = primal(key[0])
    found = [f"{array}.shape[{key[1].index(place)}]"]
    if len(key[1]) == 1:
        found += [f"{array}.size", f"len({array})"]
    return [expression(text) for text in found]


def fits(key: Key, loop: gast.For, place: str, sites: Sequence[Site], limits: Limits) -> bool:
    """Return True if all threads that have an element are those with a loop turned round.

    That is so where the loop runs as far as the array is long; or where it alone adds to the
    array, in each iteration, and there is a thread that runs it if it has iterations.
    """
    bound, end = limits.known.resolved(loop.iter.args[0]), limits.end(loop, place)
    if bound is None or end is None:
        return False
    if any(same(bound, length) for length in lengths(key, place)):
        return True
    ways = limits.layout.path
    always = all(site.loop is loop and ways[site.statement][-1][0] is loop for site in sites)
    only = all(
        isinstance(around, gast.If) and limits.is_end(around.test, way == 0, (place, end))
        for around, way in ways[loop]
    )
    return always and only and same(bound, end)

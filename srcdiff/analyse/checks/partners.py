"""What goes beside a list of arrays that are differentiated: the list of their partners."""

from __future__ import annotations

from collections.abc import Mapping

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints, put_in
from srcdiff.analyse.types.types import Types
from srcdiff.core.operations import is_store
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Statement, base, call, name, reads, rename, substitute, targets

Partners = Mapping[str, str]  # of active arrays, and lists of them: their adjoints or tangents


def beside_list(statement: Statement, partners: Partners, types: Types) -> Statement:
    """Return what happens to the partner of a list, where a statement makes or changes the list.

    An array that has no partner gets one of zeros. Raises UnsupportedSyntax for lists that have
    none, such as those that are arguments: there would be no list of zeros for them.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import statements, unparse
    >>> vector = numba_types.float64[:]
    >>> types = Types({"x": vector, "c": vector, "a": numba_types.List(vector)}, vector)
    >>> body = statements("a = [x, c]; a.append(c); a[k] = c; y = a.pop(); a[len(c)] = x")
    >>> for new in (beside_list(s, {"a": "d_a", "x": "d_x", "y": "d_y"}, types) for s in body):
    ...     print(unparse(new))
    d_a = [d_x, np.zeros_like(c)]
    d_a.append(np.zeros_like(c))
    d_a[k] = np.zeros_like(c)
    d_y = d_a.pop()
    d_a[len(c)] = d_x
    """
    new = rename(statement, dict(partners))
    plain = targets(statement) and not is_store(statement)
    given = reads(statement.value) if plain else put_in(statement)
    alone = {n for n in given if n not in partners}
    for title in sorted(alone):
        if has_adjoints(types[title]):
            raise UnsupportedSyntax(
                f"`{base(title)}`, a list of arrays without derivatives, becomes part of one of "
                "arrays with derivatives, which is not differentiated yet",
                statement,
                f"copy the arrays: `[a.copy() for a in {base(title)}]`",
            )
    zeros = {n: call("np.zeros_like", name(n)) for n in alone if types.is_array(n)}
    if not zeros:
        return new
    new.value = substitute(new.value, zeros)
    return new

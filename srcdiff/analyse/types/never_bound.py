"""Types of variables that nothing binds on any way that is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.analyse.types.types import Type
from srcdiff.core.operations import is_copy
from srcdiff.syntax import Block, targets, walk_statements


def with_types_of_copies(
    body: Block, names: Mapping[str, Type], has_none: Callable[[Type], bool]
) -> dict[str, Type]:
    """Return the types of all names: one without a type has that of what it is copied to.

    `has_none` tells the type that stands for none. Where paths join, such a variable has
    to begin with a value that does not change the type of what the other ways bind.

    >>> from srcdiff.syntax import function
    >>> body = function('''
    ... def f(n):
    ...     i = 0
    ...     i·2 = i
    ...     for i·3 in range(n):
    ...         i·2 = i·3
    ...     return i·2
    ... ''').body
    >>> with_types_of_copies(body, {"i": "none", "i·2": "int64"}, lambda kind: kind == "none")
    {'i': 'int64', 'i·2': 'int64'}
    """
    without = {name for name, kind in names.items() if has_none(kind)}
    if not without:
        return dict(names)
    copies: dict[str, list[str]] = {}
    for statement in walk_statements(body):
        if is_copy(statement):
            assert isinstance(statement, gast.Assign)
            copies.setdefault(statement.value.id, []).extend(targets(statement))
    found = dict(names)
    for name in without:
        reached = [name]
        for copied in reached:  # grows while it is read
            reached += [c for c in copies.get(copied, ()) if c not in reached]
        # Numba has no type for what is never used
        typed = (names[c] for c in reached if c in names and c not in without)
        found[name] = next(typed, names[name])
    return found

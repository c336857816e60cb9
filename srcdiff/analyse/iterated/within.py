"""Is an element certainly there, wherever a statement stands: is no subscript out of range?"""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.iterated.inequalities import Conditions
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.analyse.iterated.linear import added
from srcdiff.analyse.iterated.terms import is_plain, length
from srcdiff.syntax import Expression, Statement, callee_of, dotted, members

MADE = ("np.empty", "np.full", "np.ones", "np.zeros")
LIKE = ("np.empty_like", "np.full_like", "np.ones_like", "np.zeros_like")


def is_within(part: gast.Subscript, place: Statement, facts: Iterations) -> bool:
    """Return True if an element has subscripts from 0 on that are in range, where a statement is.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import expression, statements
    >>> body = statements("y = np.zeros(n)\\nfor i in range(n):\\n  s = y[i]")
    >>> kinds = {"y": types.float64[:]}
    >>> facts = Iterations(structure(body), lambda name: kinds.get(name, types.int64))
    >>> [is_within(expression(text), body[1].body[0], facts) for text in ("y[i]", "y[i + 1]")]
    [True, False]
    """
    array = dotted(part.value)
    if not facts.has_length(array):
        return False
    for axis, index in enumerate(parts_of(part.slice)):
        found = facts.subscript(index, place)
        if found is None:
            return False
        known = facts.told(found) + sum(equal_lengths(array, axis, facts), Conditions())
        below = Conditions(natural=(added({"": -1}, found, -1),))
        above = Conditions(natural=(added(found, {length(array, axis): 1}, -1),))
        for outside in (below, above):
            if not all((case + known + outside).is_impossible for case in facts.cases(place)):
                return False
    return True


def equal_lengths(array: str, axis: int, facts: Iterations) -> Iterator[Conditions]:
    """Yield what is known of the length of an array from how it is made."""
    seen: set[str] = set()
    while facts.has_length(array) and array not in seen:  # each may be made like the other
        seen.add(array)
        (made, *_) = (*facts.layout.definitions.get(array, ()), None)
        if made is None or not is_plain(made):
            return
        value = made.value
        own = {length(array, axis): 1}
        if callee_of(value) in MADE:
            parts = members(value.args[0])
            count = facts.value(parts[axis], made) if axis < len(parts) else None
            if count is not None:
                yield Conditions(zero=(added(own, count, -1),))
            return
        array = model_of(value)
        if not facts.has_length(array):
            return
        yield Conditions(zero=(added(own, {length(array, axis): 1}, -1),))


def model_of(value: Expression) -> str:
    """Return the array of whose shape an array is made, "" if that is not known.

    >>> from srcdiff.syntax import expression
    >>> model_of(expression("x.copy()")), model_of(expression("np.zeros_like(x)"))
    ('x', 'x')
    """
    if callee_of(value) in LIKE:
        return dotted(value.args[0])
    is_method = isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute)
    return dotted(value.func.value) if is_method and value.func.attr == "copy" else ""

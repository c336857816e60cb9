"""What subscripts are: of elements or regions, the same or apart, an iteration's own.

Only what can be proved counts. A negative subscript counts from the end, so a proof also needs to
know that subscripts are not negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import gast

from srcdiff.analyse.arrays.affine import Counter, affine, is_positive
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_load, is_shape, is_store, store_target
from srcdiff.syntax import Expression, Statement, children, dotted, key, members, reads


def parts_of(index: Expression) -> list[Expression]:
    """Return the subscripts for the dimensions of an array.

    >>> from srcdiff.syntax import expression
    >>> len(parts_of(expression("a[i, j + 1]").slice))
    2
    """
    parts = members(index)
    moved = any(map(is_moving, parts))
    return [index] if moved else parts  # `...` and `None` shift the dimensions


def is_moving(part: Expression) -> bool:
    """Return True if a subscript has `...` or `None`, which shift the dimensions."""
    if isinstance(part, gast.Tuple):
        return any(map(is_moving, part.elts))
    return isinstance(part, gast.Constant) and part.value in (None, ...)


def own_of_iteration(
    accesses: Sequence[Expression], loop: Statement, known: Mapping[str, Counter]
) -> bool:
    """Return True if each iteration of a loop has elements of its own in these accesses.

    That is so if in one dimension all subscripts are the same `counter + constant`, not
    negative.

    >>> from srcdiff.syntax import expression, statements
    >>> loop = statements("for i in range(n):\\n  a = i")[0]
    >>> indices = [expression(f"a[{text}]").slice for text in ("i, 0", "i, j")]
    >>> own_of_iteration(indices, loop, {"i": Counter(1, 0)})
    True
    """
    if not isinstance(loop, gast.For) or known[loop.target.id].step == 0:
        return False
    rows = [parts_of(index) for index in accesses]
    rank = min(len(row) for row in rows)
    for dimension in range(rank):
        found = {affine(row[dimension], known) for row in rows}
        (first, *others) = found
        if others or first is None or first.counter != loop.target.id:
            continue
        if is_positive(first, known):
            return True
    return False


def follows(first: Expression, second: Expression) -> bool:
    """Return True if one slice begins where another ends."""
    slices = [part for part in (first, second) if isinstance(part, gast.Slice)]
    if len(slices) < 2 or first.upper is None or any(part.step is not None for part in slices):
        return False
    return second.lower is not None and key(first.upper) == key(second.lower)


def same_or_disjoint(first: Expression, second: Expression, ndim: int) -> bool:
    """Return True if two parts of an array are the same one, or have no element in common.

    They have the same slices in the same dimensions, and numbers in the others, or one begins
    where the other ends.

    >>> from srcdiff.syntax import expression
    >>> texts = ("a[i]", "a[j, :]", "a[1:]", "a[:-1]", "a[1:, k]")
    >>> first, *others = [expression(text).slice for text in texts]
    >>> [same_or_disjoint(first, other, 2) for other in others]
    [True, False, False, False]
    >>> same_or_disjoint(expression("a[:k]").slice, expression("a[k:]").slice, 1)
    True
    """
    whole = gast.Slice(None, None, None)
    pairs = []
    for index in (first, second):
        parts = parts_of(index)
        plain = not any(is_moving(part) for part in parts)
        if not plain or len(parts) > ndim:
            return False
        pairs.append([*parts, *[whole] * (ndim - len(parts))])
    if any(follows(*pair) or follows(*pair[::-1]) for pair in zip(*pairs, strict=True)):
        return True
    return all(
        key(one) == key(other)
        if isinstance(one, gast.Slice) or isinstance(other, gast.Slice)
        else True
        for one, other in zip(*pairs, strict=True)
    )


def is_advanced(index: Expression, is_array: Callable[[str], bool]) -> bool:
    """Return True if a subscript takes elements by an array of places, or of conditions.

    What such a subscript reads is a copy; what others read is an element, or a view.

    >>> from srcdiff.syntax import expression
    >>> places = ("m", "i, m + 1", "i, 1:m", "m.shape[0]")
    >>> [is_advanced(expression(f"a[{i}]").slice, lambda n: n == "m") for i in places]
    [True, True, False, False]
    """
    parts = members(index)
    return any(makes_array(part, is_array) for part in parts)


def places_in(
    statement: Statement, is_array: Callable[[str], bool]
) -> Iterator[tuple[str, set[str]]]:
    """Return the arrays of which a statement reads or writes elements at places that arrays tell.

    With each, these arrays.

    >>> from srcdiff.syntax import statements
    >>> store, load = statements("a[m] = x\\ny = b[0, m]")
    >>> [*places_in(store, lambda n: n == "m"), *places_in(load, lambda n: n == "m")]
    [('a', {'m'}), ('b', {'m'})]
    """
    parts = [store_target(statement)] if is_store(statement) else []
    parts += [statement.value] if is_load(statement) else []
    for part in parts:
        if is_advanced(part.slice, is_array):
            yield dotted(part.value), set(filter(is_array, reads(part.slice)))


def makes_array(part: Expression, is_array: Callable[[str], bool]) -> bool:
    """Return True if integer arithmetic in a subscript is that of an array."""
    if isinstance(part, gast.Slice) or is_shape(part):
        return False
    if isinstance(part, gast.Name):
        return is_array(part.id)
    return any(makes_array(operand, is_array) for operand in children(part))


def is_everything(index: Expression) -> bool:
    """Return True if a subscript is `:`, as in `x[:]`.

    >>> from srcdiff.syntax import expression
    >>> [is_everything(expression(text).slice) for text in ("x[:]", "x[1:]", "x[:, 0]")]
    [True, False, False]
    """
    return isinstance(index, gast.Slice) and not any((index.lower, index.upper, index.step))


def is_region(index: Expression, ndim: int, is_array: Callable[[str], bool]) -> bool:
    """Return True if a subscript stands for several elements of an array, not for one."""
    parts = members(index)
    several = any(
        isinstance(p, gast.Slice) or (isinstance(p, gast.Constant) and p.value in (None, ...))
        for p in parts
    )
    return several or len(parts) < ndim or is_advanced(index, is_array)


def is_boolean(index: Expression, types: Types) -> bool:
    """Return True if a subscript is an array of conditions."""
    if not isinstance(index, gast.Name) or not types.is_array(index.id):
        return False
    return isinstance(types[index.id].dtype, numba_types.Boolean)

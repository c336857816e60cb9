"""Which vectors of unknown length have more than one element, as far as a function shows.

A vector of one element may stand where one of three is added: NumPy repeats it. So the elements of
a vector of unknown length are those of a small array that it meets only if the function reads its
second element, or a later one. That is no proof for every path through the function: the length is
checked where the elements are read. A vector whose length nobody sees may be repeated before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import gast
import numpy as np

from srcdiff.analyse.arrays.bound_shapes import (
    ALIKE,
    PRODUCTS,
    Place,
    is_arithmetic,
    part_shape,
    result_shape,
)
from srcdiff.analyse.arrays.shapes import Shape, broadcast
from srcdiff.analyse.flow.structure import is_loop
from srcdiff.core.fixed_points import settled
from srcdiff.core.operations import operation
from srcdiff.syntax import Expression, Statement, dotted, number, parameters, targets, walk


def indexed(place: Place) -> frozenset[str]:
    """Return the vectors of unknown length that have a second element."""
    found = {array for s in place.layout.order for array in read_beyond_first(s)}
    found |= {array for s in place.layout.order for array in place.of_call(s)}
    known = fixed(place)
    groups = [set(alike(s, place, known)) for s in place.layout.order]
    changed = True
    while changed:
        more = {name for group in groups if group & found for name in group} - found
        found |= more
        changed = bool(more)
    return frozenset(found)


def indexed_parameters(tree: gast.FunctionDef, found: Collection[str]) -> frozenset[int]:
    """Return the positions of the parameters that have a second element.

    >>> from srcdiff.syntax import function
    >>> sorted(indexed_parameters(function("def f(x, y): return y[1]"), {"y"}))
    [1]
    """
    return frozenset(i for i, p in enumerate(parameters(tree)) if p in found)


def read_beyond_first(statement: Statement) -> Iterator[str]:
    """Return the vectors with an element in a statement that only longer ones have.

    >>> from srcdiff.syntax import statements
    >>> [list(read_beyond_first(s)) for s in statements("a = x[0] + y[2]\\nz[-2] = x[i]")]
    [['y'], ['z']]
    """
    for node in walk(own_part(statement)):
        if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name):
            which = number(node.slice)
            if isinstance(which, int) and which not in (0, -1):
                yield node.value.id


def own_part(statement: Statement) -> gast.AST:
    """Return a statement, without its blocks if it has any."""
    if isinstance(statement, gast.For):
        return statement.iter
    return statement.test if isinstance(statement, gast.If) or is_loop(statement) else statement


def alike(statement: Statement, place: Place, known: frozenset[str]) -> list[str]:
    """Return the vectors in a statement that have one length, if it is not written out."""
    value = getattr(statement, "value", None)
    found = operation(value)
    if isinstance(value, gast.Name):
        names = [value.id]
    elif found is not None and (is_arithmetic(found) or found.function in ALIKE):
        names = [dotted(o) for o in found.operands]
    else:
        return []
    if known & set(names):
        return []
    return [n for n in [*names, *targets(statement)] if n and place.is_vector(n)]


def fixed(place: Place) -> frozenset[str]:
    """Return the arrays whose shapes are written out, and what is computed with them."""
    found = {*place.sizes, *place.given}
    changed = True
    while changed:
        before = len(found)
        for statement in place.layout.order:
            value = getattr(statement, "value", None)
            made = operation(value)
            if isinstance(value, gast.Name):
                is_known = value.id in found
            elif isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
                is_known = part_shape(value, place, {}) is not None
            elif made is None or made.is_user:
                continue
            else:
                is_known = result_shape(made, value, place, {}) is not None or (
                    is_arithmetic(made) and bool(found & set(map(dotted, made.operands)))
                )
            found |= set(targets(statement)) if is_known else set()
        changed = len(found) > before
    return frozenset(found)


def stretched(place: Place, known: Mapping[str, Shape]) -> frozenset[str]:
    """Return the results of arithmetic that may be repeated as soon as they are computed.

    These are small arrays that nothing reads but arithmetic with others of their shape, or
    arithmetic whose result may be repeated, too.
    """

    def left(found: frozenset[str]) -> frozenset[str]:
        return found - {
            n
            for n in found
            for reader in place.layout.readers.get(n, ())
            if not found & set(targets(reader))
            and shape_of_others(reader, place, known, found) != known[n]
        }

    return settled(frozenset(n for n in known if is_computed(n, place)), left)


def has_one_length(name: str, place: Place, known: Mapping[str, Shape]) -> bool:
    """Return True if a vector, or what is made of it, is used as only one of its length can be.

    Arithmetic may bring it together with a small array, or it is multiplied by a matrix, passed to
    a function, or its elements are read. If there is no such use, the name may stand for vectors
    of several lengths, one after the other.
    """
    seen, pending = {name}, [name]
    while pending:
        vector = pending.pop()
        others = {n: shape for n, shape in known.items() if n != vector}
        for reader in place.layout.readers.get(vector, ()):
            if wants_length(reader, vector):
                return True
            for target in targets(reader):
                if known.get(target) != known[name]:
                    continue
                if shape_of_others(reader, place, known, seen) == known[name]:
                    return True
                if vector in vectors(reader, target, place, others):
                    pending += [] if target in seen else [target]
                    seen.add(target)
    return False


def wants_length(reader: Statement, vector: str) -> bool:
    """Return True if a statement is written for a vector with a certain number of elements.

    >>> from srcdiff.syntax import statements
    >>> [wants_length(s, "v") for s in statements("a = v[1]\\nb = v[0]\\nc = v * 2.0")]
    [True, False, False]
    """
    made = operation(getattr(reader, "value", None))
    called = made is not None and (made.is_user or made.function in {*PRODUCTS, np.cross})
    return called or vector in read_beyond_first(reader)


def is_computed(name: str, place: Place) -> bool:
    """Return True if an array is the result of arithmetic on vectors and numbers."""
    made = place.layout.definitions.get(name, ())
    found = operation(made[0].value) if len(made) == 1 else None
    return found is not None and bool(vectors(made[0], name, place, {}))


def shape_of_others(
    statement: Statement, place: Place, known: Mapping[str, Shape], found: Collection[str]
) -> Shape | None:
    """Return the shape of the result of arithmetic as the arrays that are not found give it."""
    made = operation(getattr(statement, "value", None))
    if made is None or not is_arithmetic(made):
        return None
    shapes = [place.shape(o, known) for o in made.operands if dotted(o) not in found]
    return broadcast(shape for shape in shapes if shape)


def vectors(
    statement: Statement, target: str, place: Place, known: Mapping[str, Shape]
) -> list[str]:
    """Return the vectors of unknown length that a value is copied or computed from.

    There are none if it is computed in another way than element by element.
    """
    value = getattr(statement, "value", None)
    if isinstance(value, gast.Tuple):
        value = value.elts[targets(statement).index(target)]
    operands: tuple[Expression, ...] = (value,) if isinstance(value, gast.Name) else ()
    found = operation(value)
    if found is not None and is_arithmetic(found) and not getattr(value, "keywords", None):
        operands = found.operands
    unknown = [dotted(o) for o in operands if place.shape(o, known) is None]
    return unknown if all(map(place.is_vector, unknown)) else []

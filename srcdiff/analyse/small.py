"""Which arrays are so small, and of so plain a use, that each element can be a variable.

What is found here are shapes: of arrays that are made with a shape written out, and of what is
computed from them. An operand of unknown length is taken to be as long as what it is added to;
`normalise/scalarise.py` has that checked where its elements are read.
"""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.effects import NONE, Effects, Roots, union
from srcdiff.analyse.structure import Structure
from srcdiff.analyse.subscripts import parts_of
from srcdiff.analyse.types import Types, is_array
from srcdiff.analyse.types import types as numba_types
from srcdiff.normalise import Core
from srcdiff.operations import OPERATORS, Operation, is_load, is_store, operation, store_target
from srcdiff.syntax import Expression, Statement, dotted, number, parameters, targets

Shape = tuple[int, ...]
LARGEST = 9  # elements
RANKS = (1, 2)

MAKERS = {np.empty, np.zeros, np.ones}
ALIKE = {np.empty_like, np.zeros_like, np.ones_like, np.copy}
DISPLAYS = {np.array, np.asarray}
ARITHMETIC = {
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.pow),
    *(operator.neg, operator.pos, np.reciprocal, builtins.abs),
}
PRODUCTS = {operator.matmul, np.dot}


@dataclass(frozen=True)
class Called:
    """A call that passes the elements of small arrays instead of the arrays.

    `title` names the `function` for it in the one that calls it. `takes` are the positions of the
    arguments that it does so with; `results` has the shape of each result that comes as elements,
    None for the others.
    """

    title: str
    function: Any
    takes: frozenset[int]
    results: tuple[Shape | None, ...]


Ask = Callable[[Statement, tuple[Shape | None, ...]], Called | None]


@dataclass(frozen=True)
class Small:
    """The arrays whose elements become variables, by their shapes; and the calls with them.

    `shared` has the views whose elements are those of the array that they are views of.
    """

    shapes: Mapping[str, Shape]
    calls: Mapping[Statement, Called]
    shared: frozenset[str]


@dataclass(frozen=True)
class Place:
    """A function in which small arrays are sought.

    `given` are the shapes of parameters, `ask` tells what calls do with small arrays.
    """

    core: Core
    types: Types
    effects: Effects
    layout: Structure
    given: Mapping[str, Shape]
    ask: Ask

    @cached_property
    def sizes(self) -> dict[str, Shape]:
        """Return the shapes of small global arrays."""
        return {
            title: value.shape
            for title, value in self.core.constants.items()
            if isinstance(value, np.ndarray) and self.is_plain(title) and value.size <= LARGEST
        }

    @cached_property
    def written(self) -> Roots:
        """Return the arrays that elements are written to."""
        return union(self.effects.writes.values())

    def is_plain(self, name: str) -> bool:
        """Tell whether a name is of an array that could be held in variables."""
        kind = self.types[name]
        return is_array(kind) and kind.dtype == numba_types.float64 and kind.ndim in RANKS

    def shape(self, tree: Expression, known: Mapping[str, Shape]) -> Shape | None:
        """Return the shape of an atom: () for a number, None where it is not known."""
        title = dotted(tree)
        if title in known:
            return known[title]
        if title in self.sizes:
            return self.sizes[title]
        return None if is_array(self.types[title]) else ()


def small(place: Place, banned: Collection[str]) -> Small:
    """Return the arrays whose elements can be variables; those that are banned cannot."""
    banned = set(banned)
    while True:
        known, calls = shapes(place, banned)
        wrong = {n for n in known if not is_followed(n, place, known)}
        wrong |= {n for n, found in arguments(place, calls).items() if n in known and not found}
        if not wrong:
            shared = frozenset(n for n in known if is_shared(n, place, known))
            return Small(known, calls, shared)
        banned |= wrong


def is_worth(found: Small, layout: Structure) -> bool:
    """Tell whether arrays would otherwise be made again and again."""
    return any(
        layout.loops(made) and not isinstance(getattr(made, "value", None), gast.Name)
        for array in found.shapes
        for made in layout.definitions.get(array, ())
    )


def shapes(
    place: Place, banned: Collection[str]
) -> tuple[dict[str, Shape], dict[Statement, Called]]:
    """Return the shapes of small arrays, and the calls with such arrays.

    A name of several arrays is taken to have the shape of the first one that is known, until
    another one has another shape.
    """
    given = {p: place.given[p] for p in parameters(place.core.tree) if p in place.given}
    known = {p: shape for p, shape in given.items() if p not in banned}
    wrong: set[str] = set()
    calls: dict[Statement, Called] = {}
    changed = True
    while changed:
        changed = False
        for statement in place.layout.order:
            for target, shape in bound_shapes(statement, place, known, calls).items():
                usable = target not in banned and target not in wrong and place.is_plain(target)
                if not usable or shape is None or math.prod(shape) > LARGEST:
                    continue
                if known.get(target, shape) != shape:
                    wrong.add(target)
                    del known[target]
                    changed = True
                elif target not in known:
                    known[target] = shape
                    changed = True
                for operand in vectors(statement, target, place, known):
                    if operand not in {*banned, *wrong} and is_computed(operand, place):
                        known[operand] = shape
                        changed = True
    return settled(place, known, calls)


def settled(
    place: Place, known: dict[str, Shape], calls: dict[Statement, Called]
) -> tuple[dict[str, Shape], dict[Statement, Called]]:
    """Return the shapes without those of names that are bound to arrays of other shapes, too."""
    while True:
        calls.clear()
        wrong = set()
        for statement in place.layout.order:
            found = bound_shapes(statement, place, known, calls)
            for target in targets(statement):
                if target in known and not agrees(statement, target, found, place, known):
                    wrong.add(target)
        if not wrong:
            return known, {s: called for s, called in calls.items() if fits(s, called, known)}
        for target in wrong:
            del known[target]


def fits(statement: Statement, called: Called, known: Mapping[str, Shape]) -> bool:
    """Tell whether all results of a call that come as elements are wanted as elements."""
    pairs = zip(targets(statement), called.results, strict=True)
    return all(shape is None or target in known for target, shape in pairs)


def agrees(
    statement: Statement,
    target: str,
    found: Mapping[str, Shape | None],
    place: Place,
    known: Mapping[str, Shape],
) -> bool:
    """Tell whether an assignment gives a name an array of its shape, as far as one can see."""
    shape = found.get(target)
    if shape is not None:
        return shape == known[target]
    # the elements of an array of unknown length are read one by one, and its length is checked
    sources = vectors(statement, target, place, known)
    return bool(sources) and len(known[target]) == 1


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
    plain = all(place.is_plain(title) and place.types.ndim(title) == 1 for title in unknown)
    return unknown if plain else []


def is_computed(name: str, place: Place) -> bool:
    """Tell whether an array is the result of arithmetic on vectors and numbers."""
    made = place.layout.definitions.get(name, ())
    found = operation(made[0].value) if len(made) == 1 else None
    return found is not None and bool(vectors(made[0], name, place, {}))


def bound_shapes(
    statement: Statement, place: Place, known: Mapping[str, Shape], calls: dict[Statement, Called]
) -> dict[str, Shape | None]:
    """Return the shapes of the arrays that a statement binds, as far as they are known."""
    bound = targets(statement)
    value = getattr(statement, "value", None)
    found = operation(value) if value is not None else None
    if found is not None and found.is_user:
        given = tuple(known.get(dotted(a)) for a in found.operands)
        called = place.ask(statement, given)
        calls.pop(statement, None)
        if called is None:
            return {}
        calls[statement] = called
        return dict(zip(bound, called.results, strict=True))
    if not bound or not isinstance(statement, gast.Assign):
        return {}
    if isinstance(value, gast.Tuple) and len(bound) == len(value.elts):
        return {t: place.shape(v, known) or None for t, v in zip(bound, value.elts, strict=True)}
    if len(bound) > 1:
        return {}
    if isinstance(value, gast.Name):
        return {bound[0]: place.shape(value, known) or None}
    if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
        return {bound[0]: part_shape(value, place, known)}
    if found is None:
        return {}
    return {bound[0]: result_shape(found, value, place, known)}


def part_shape(tree: gast.Subscript, place: Place, known: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of a part of an array, if it is small."""
    array = dotted(tree.value)
    shape = place.shape(tree.value, known)
    if shape:
        found = chosen(tree.slice, shape)
        return found[0] or None if found is not None else None
    if not place.is_plain(array):
        return None
    length = slice_length(tree.slice, place.types.ndim(array))
    return (length,) if length else None


def result_shape(
    found: Operation, value: Expression, place: Place, known: Mapping[str, Shape]
) -> Shape | None:
    """Return the shape of the result of an operation, None for a number or where unknown."""
    operands = found.operands
    if found.function in MAKERS:
        return literal_shape(operands[0]) if operands else None
    if found.function in ALIKE:
        return place.shape(operands[0], known) or None
    if found.function in DISPLAYS:
        made = literal(operands[0])
        return made.shape if made is not None else None
    if getattr(value, "keywords", None):
        return None
    each = [place.shape(operand, known) for operand in operands]
    if found.function in PRODUCTS:
        return product_shape(each[0], each[1]) or None if len(each) == 2 else None
    if found.function is np.transpose and len(each) == 1 and each[0]:
        return each[0][::-1]
    if is_arithmetic(found):
        return joined_shape(operands, each, place)
    return None


def is_arithmetic(found: Operation) -> bool:
    """Tell whether an operation on arrays is done element by element, as on numbers."""
    function = found.function
    if isinstance(function, np.ufunc):
        return function.nout == 1 and function.nin == len(found.operands)
    return function in ARITHMETIC and function in {*OPERATORS.values(), *ARITHMETIC}


def joined_shape(
    operands: tuple[Expression, ...], each: list[Shape | None], place: Place
) -> Shape | None:
    """Return the shape of the result of arithmetic on arrays, numbers and unknown vectors."""
    known = [shape for shape in each if shape]
    if not known:
        return None
    try:
        joined = np.broadcast_shapes(*known)
    except ValueError:
        return None
    for operand, shape in zip(operands, each, strict=True):
        title = dotted(operand)
        if shape == () and is_array(place.types[title]):
            return None
        if shape is None:
            plain = place.is_plain(title) and place.types.ndim(title) == 1
            if not plain or len(joined) != 1 or joined[0] == 1:
                return None
    return joined


def product_shape(first: Shape | None, second: Shape | None) -> Shape | None:
    """Return the shape of a matrix product of known shapes, () for a scalar product.

    >>> product_shape((2, 3), (3,)), product_shape((3,), (3,)), product_shape((2, 3), (2, 3))
    ((2,), (), None)
    """
    if not first or not second or first[-1] != second[0]:
        return None
    return (*first[:-1], *second[1:])


def literal_shape(tree: Expression) -> Shape | None:
    """Return a shape that is written out.

    >>> from srcdiff.syntax import expression
    >>> literal_shape(expression("3")), literal_shape(expression("(3, 2)"))
    ((3,), (3, 2))
    """
    parts = tree.elts if isinstance(tree, gast.Tuple) else [tree]
    sizes = [number(part) for part in parts]
    if not sizes or not all(isinstance(size, int) and size > 0 for size in sizes):
        return None
    return tuple(int(size) for size in sizes if size is not None)


def literal(tree: Expression) -> np.ndarray[Any, Any] | None:
    """Return an array of numbers that is written out."""

    def value(node: Expression) -> Any:
        if isinstance(node, (gast.List, gast.Tuple)):
            return [value(part) for part in node.elts]
        return number(node)

    rows = value(tree)
    if not isinstance(rows, list) or not rows:
        return None
    try:
        made = np.array(rows, dtype=object)
    except ValueError:
        return None
    if made.ndim not in RANKS or any(not isinstance(v, (int, float)) for v in made.flat):
        return None
    return made.astype(np.float64)


def chosen(index: Expression, shape: Shape) -> tuple[Shape, tuple[int, ...]] | None:
    """Return the shape of a part of an array, and the positions of its elements.

    None if that is not known, or if there are no such elements.

    >>> from srcdiff.syntax import expression
    >>> [chosen(expression(f"a[{text}]").slice, (2, 3)) for text in ("1, -1", "1", ":, 0", "i")]
    [((), (5,)), ((3,), (3, 4, 5)), ((2,), (0, 3)), None]
    """
    picks: list[int | slice] = []
    for part in parts_of(index):
        if isinstance(part, gast.Slice):
            ends = [None if e is None else number(e) for e in (part.lower, part.upper, part.step)]
            given = (part.lower, part.upper, part.step)
            if any(
                e is not None and not isinstance(v, int) for e, v in zip(given, ends, strict=True)
            ):
                return None
            picks.append(slice(*ends))
        else:
            value = number(part)
            if not isinstance(value, int):
                return None
            picks.append(value)
    places = np.arange(math.prod(shape)).reshape(shape)
    try:
        part = places[tuple(picks)]
    except IndexError:
        return None
    return np.shape(part), tuple(int(p) for p in np.ravel(part))


def slice_length(index: Expression, ndim: int) -> int | None:
    """Return the length of a slice with both ends written out, all other subscripts integers.

    >>> from srcdiff.syntax import expression
    >>> [slice_length(expression(f"a[{text}]").slice, 2) for text in ("i, 3:6", ":3, j", "i, :")]
    [3, 3, None]
    """
    found = constant_slice(index, ndim)
    return found[2] - found[1] if found is not None else None


def constant_slice(index: Expression, ndim: int) -> tuple[int, int, int] | None:
    """Return which subscript is a slice with ends that are written out, and its ends."""
    parts = parts_of(index)
    slices = [p for p, part in enumerate(parts) if isinstance(part, gast.Slice)]
    whole = all(
        isinstance(p, (gast.Slice, gast.Name, gast.BinOp)) or number(p) is not None for p in parts
    )
    if len(parts) != ndim or len(slices) != 1 or not whole:
        return None
    part = parts[slices[0]]
    lower = 0 if part.lower is None else number(part.lower)
    upper = None if part.upper is None else number(part.upper)
    if part.step is not None or not isinstance(lower, int) or not isinstance(upper, int):
        return None
    return (slices[0], lower, upper) if 0 <= lower < upper else None


def arguments(place: Place, calls: Mapping[Statement, Called]) -> dict[str, bool]:
    """Return the arrays that are passed to functions, and whether all take their elements."""
    found: dict[str, bool] = {}
    for statement in place.layout.order:
        made = operation(getattr(statement, "value", None)) if hasattr(statement, "value") else None
        if made is None or not made.is_user:
            continue
        takes = calls[statement].takes if statement in calls else frozenset()
        for position, operand in enumerate(made.operands):
            title = dotted(operand)
            found[title] = found.get(title, True) and position in takes
    return found


# --- what is written to arrays that have several names ---


def is_followed(name: str, place: Place, known: Mapping[str, Shape]) -> bool:
    """Tell whether the elements of an array can be variables, with all that is written to it.

    An array that is written to has its own name, and names of views. What is copied from it,
    where ways join, is copied after all has been written.
    """
    written = place.written
    roots = place.effects.roots.get(name, NONE)
    if not roots & written:
        return True
    made = place.layout.definitions.get(name, ())
    if name in parameters(place.core.tree) or len(made) == 0:
        return False
    if is_shared(name, place, known):
        return True
    stored = any(dotted(store_target(s).value) == name for s in place.layout.order if is_store(s))
    if stored and (len(made) > 1 or roots != {name}):
        return False
    return all(
        is_complete(root, statement, place)
        for statement in made
        for root in roots & written
        if root != name
    )


def is_shared(name: str, place: Place, known: Mapping[str, Shape]) -> bool:
    """Tell whether a name is of a part of an array that is written to."""
    made = place.layout.definitions.get(name, ())
    if len(made) != 1 or not is_load(made[0]):
        return False
    base = dotted(made[0].value.value)
    roots = place.effects.roots.get(name, NONE)
    own = place.layout.definitions.get(base, ())
    plain = len(own) == 1 and (roots == {base} or is_shared(base, place, known))
    return base in known and plain and bool(roots & place.written)


def is_complete(root: str, copy: Statement, place: Place) -> bool:
    """Tell whether an array is not written to any more once it has been copied."""
    layout = place.layout
    made = layout.definitions.get(root, ())
    if len(made) != 1:
        return False
    for writer in layout.order:
        if root not in place.effects.writes[writer]:
            continue
        common = [loop for loop in layout.loops(copy) if loop in layout.loops(writer)]
        if layout.order[writer] > layout.order[copy]:
            return False
        if not all(layout.inside(made[0], loop) for loop in common):
            return False
    return True

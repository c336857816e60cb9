"""Operations on small arrays, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.arrays.bound_shapes import ALIKE, IDENTITIES, MAKERS, PRODUCTS
from srcdiff.analyse.arrays.displays import DISPLAYS
from srcdiff.analyse.arrays.element_expressions import is_truth, parts_by_element
from srcdiff.analyse.arrays.shapes import Shape, chosen, literal, product_shape
from srcdiff.core.operations import Operation, operation
from srcdiff.core.primitives import Fill, functions_with
from srcdiff.normalise.small_arrays.element_conditions import (
    in_elements,
    reduced_in_elements,
    sum_of,
)
from srcdiff.normalise.small_arrays.elements import Elements, sizes_of
from srcdiff.rules.registry import rule_instead
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    constant,
    dotted,
    mapped,
    name,
    subscript,
    substitute,
)

ONES = functions_with(fill=Fill.ONES)
COPIES = (np.copy,)


def assigned(of: Elements, statement: Statement, target: str) -> Block:
    """Return the assignments of the elements of an array."""
    value, shape = statement.value, of.small.shapes[target]
    found = operation(value)
    if isinstance(value, gast.Subscript):
        return copied_part(of, statement, target)
    new: Block = []
    if found is not None and found.function in PRODUCTS:
        return product(of, statement, target, found)
    if found is not None and found.function in WAYS:
        return WAYS[found.function](of, statement, target, found)
    for cell, index in zip(of.cells(target), np.ndindex(shape), strict=True):
        new.append(assign(cell, value_of(of, value, found, index, shape, new), statement))
    return new


def value_of(
    of: Elements,
    value: Expression,
    found: Operation | None,
    index: Shape,
    shape: Shape,
    before: Block,
) -> Expression:
    """Return the value of one element of the result of an operation."""
    place = value
    if is_truth(value, of.known) and not isinstance(value, gast.Name):
        return of.plain(in_elements(value, index, of.known, of.cell))
    if found is None:
        return of.element(value, index, shape, place, before)
    if found.function in DISPLAYS:
        made = literal(found.operands[0])
        assert made is not None
        return constant(float(made[index]))
    if found.function in COPIES:
        return of.element(found.operands[0], index, shape, place, before)
    if found.function in MAKERS or found.function in ALIKE:
        return constant(1.0 if found.function in ONES else 0.0)
    if found.function in IDENTITIES:
        return constant(1.0 if index[0] == index[1] else 0.0)
    if found.function is np.full:
        return of.number(found.operands[1])
    if found.function is np.outer:
        pairs = zip(found.operands, index, strict=True)
        row, column = (of.element(o, (k,), shape[:1], place, before) for o, k in pairs)
        return binary(row, gast.Mult(), column)
    if found.function is np.transpose:
        return of.element(found.operands[0], index[::-1], shape[::-1], place, before)
    operands = {
        dotted(o): of.element(o, index, shape, place, before, repeats=True)
        for o in found.operands
        if of.is_array(o)
    }
    return substitute(value, operands)


def cross(of: Elements, statement: Statement, target: str, found: Operation) -> Block:
    """Return the statements of a cross product of two vectors of three elements."""
    new: Block = []
    first, second = (
        [of.element(operand, (k,), (3,), statement, new) for k in range(3)]
        for operand in found.operands
    )
    held = [of.variable(target, f"product{SEPARATOR}{k}") for k in (1, 2)]
    for k, cell in enumerate(of.cells(target)):
        i, j = (k + 1) % 3, (k + 2) % 3
        new.append(assign(held[0], binary(first[i], gast.Mult(), second[j]), statement))
        new.append(assign(held[1], binary(first[j], gast.Mult(), second[i]), statement))
        new.append(assign(cell, binary(name(held[0]), gast.Sub(), name(held[1])), statement))
    return new


def clipped(of: Elements, statement: Statement, target: str, found: Operation) -> Block:
    """Return the statements that keep the elements of an array within limits."""
    new: Block = []
    held = of.variable(target, "least")
    shape = of.small.shapes[target]
    for cell, index in zip(of.cells(target), np.ndindex(shape), strict=True):
        given, low, high = (of.element(o, index, shape, statement, new) for o in found.operands)
        new.append(assign(held, call("np.maximum", given, low), statement))
        new.append(assign(cell, call("np.minimum", name(held), high), statement))
    return new


def chosen_from(of: Elements, statement: Statement, target: str, found: Operation) -> Block:
    """Return the statements that choose the elements of an array from those of two others."""
    new: Block = []
    shape = of.small.shapes[target]
    for cell, index in zip(of.cells(target), np.ndindex(shape), strict=True):
        test, *values = (of.element(o, index, shape, statement, new) for o in found.operands)
        new.append(assign(cell, call("np.where", test, *map(of.number, values)), statement))
    return new


WAYS: dict[Any, Callable[[Elements, Statement, str, Operation], Block]] = {
    np.cross: cross,
    np.clip: clipped,
    np.where: chosen_from,
}


def copied_part(of: Elements, statement: Statement, target: str) -> Block:
    """Return the elements of a part of an array; those of a shared view are not copied."""
    value = statement.value
    array = dotted(value.value)
    if array in of.small.shapes:
        found = chosen(value.slice, of.small.shapes[array])
        assert found is not None
        cells = [of.cells(array)[position] for position in found[1]]
        if target in of.small.shared:
            of.names[target] = cells
            return []
        pairs = zip(of.cells(target), cells, strict=True)
        return [assign(own, name(cell), statement) for own, cell in pairs]
    new: Block = []
    if array in of.sizes:
        found = chosen(value.slice, of.sizes[array])
        assert found is not None
        every = list(np.ndindex(of.sizes[array]))
        places = [sizes_of(every[position]) for position in found[1]]
    else:
        places = of.places(value, statement, new)
    for cell, index in zip(of.cells(target), places, strict=True):
        new.append(assign(cell, subscript(array, index), statement))
    return new


def total(of: Elements, statement: Statement, target: str, found: Operation) -> Block:
    """Return the statements for a reduction or a scalar product, none for anything else."""
    if rule_instead(found.function) is not None:
        return []  # it is for the call as it stands
    whole = reduced_in_elements(statement.value, of.known, of.cell)
    if whole is not None and found.function is np.linalg.norm:
        whole = call("runtime.norm_of", *whole.args)
    if whole is not None:
        return in_steps(of, target, whole, statement)
    shapes = [of.small.shapes.get(dotted(o), of.sizes.get(dotted(o))) for o in found.operands]
    is_product = found.function in PRODUCTS and product_shape(*shapes) == ()
    if is_product and not any(of.is_mask(dotted(o)) for o in found.operands):
        return product(of, statement, target, found)
    return []


def in_steps(of: Elements, target: str, tree: Expression, place: Statement) -> Block:
    """Return the statements that compute an expression, with one operation in each."""
    new: Block = []
    parts: dict[int, Expression] = {}
    for k, part in enumerate(parts_by_element(tree) or getattr(tree, "args", ())):
        if not isinstance(part, (gast.Name, gast.Constant)):
            held = of.variable(
                target, f"{word_for(part)}{SEPARATOR}{k + 1}" if k else word_for(part)
            )
            new += in_steps(of, held, part, place)
            parts[id(part)] = name(held)
    return [*new, assign(target, mapped(tree, lambda part: parts.get(id(part), part)), place)]


def word_for(tree: Expression) -> str:
    """Return a word for the result of an operation."""
    if isinstance(tree, gast.BinOp):
        return WORDS[type(tree.op)]
    return dotted(tree.func).rpartition(".")[2]


WORDS = {gast.Add: "sum", gast.Mult: "product"}


def product(of: Elements, statement: Statement, target: str, found: Operation) -> Block:
    """Return the statements of a matrix product."""
    first, second = found.operands
    shapes = [of.small.shapes.get(dotted(o)) or of.sizes[dotted(o)] for o in (first, second)]
    shape = product_shape(*shapes)
    assert shape is not None
    new: Block = []
    for position, index in enumerate(np.ndindex(shape)):
        row = index[: len(shapes[0]) - 1]
        column = index[len(shapes[0]) - 1 :]
        terms = []
        for k in range(shapes[1][0]):
            left = of.element(first, (*row, k), shapes[0], statement, new)
            right = of.element(second, (k, *column), shapes[1], statement, new)
            held = of.variable(target, f"product{SEPARATOR}{k + 1}")
            new.append(assign(held, binary(left, gast.Mult(), right), statement))
            terms.append(name(held))
        own = of.cells(target)[position] if shape else target
        new += in_steps(of, own, sum_of(terms), statement)
    return new

"""Write `np.array([a, b])` as stores into a new array."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.primitives import names_with
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    constant,
    dotted,
    each_statement,
    path,
    reads,
    rebuild,
    subscript,
    targets,
    tuple_of,
)

MAKERS = names_with(from_lists=True)


@needs(*MAKERS)
def array_literals(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function without arrays of variables that are written out.

    Arrays of constants stay as they are, with floating-point numbers if some of them are such;
    those of arrays are stacks of them.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     y = np.array([[x, 1.0], [2.0, x]])
    ...     z = np.array([0.5, 1.5])
    ... ''')
    >>> known = {
    ...     "x": numba_types.float64,
    ...     "y": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "z": numba_types.Array(numba_types.float64, 1, "C"),
    ... }
    >>> print(unparse(array_literals(tree, Types(known, numba_types.none))))
    def f(x):
        y = np.empty((2, 2))
        y[0, 0] = x
        y[0, 1] = 1.0
        y[1, 0] = 2.0
        y[1, 1] = x
        z = np.array([0.5, 1.5])
    """

    return each_statement(tree, lambda s: written_out(s, types))


def written_out(statement: Statement, types: Types) -> Block:
    """Return the statements that stand for a statement."""
    bound = targets(statement)
    value: Expression = getattr(statement, "value", None)
    if len(bound) != 1 or callee_of(value) not in MAKERS:
        return [statement]
    kind = types[bound[0]]
    plain = value.args and isinstance(value.args[0], (gast.List, gast.Tuple))
    if not plain or not is_array(kind):
        return [statement]
    if not reads(value.args[0]):
        return [alike(statement, kind)]
    if is_stack(value.args[0], types):
        parts = tuple_of(value.args[0].elts)
        return [assign(bound[0], call("np.stack", parts), statement)]
    shape = shape_of(value.args[0])
    names = reads(value.args[0])
    if len(shape) != kind.ndim or any(is_array(types[n]) or types.parts(n) for n in names):
        return [statement]
    size = constant(shape[0]) if len(shape) == 1 else tuple_of(map(constant, shape))
    arguments = [size] if str(kind.dtype) == "float64" else [size, path(dtype(kind))]
    new = [assign(bound[0], call("np.empty", *arguments), statement)]
    for place, part in elements(value.args[0], ()):
        index = constant(place[0]) if len(place) == 1 else tuple_of(map(constant, place))
        new.append(assign(subscript(bound[0], index, store=True), part, statement))
    return new


def is_stack(display: Expression, types: Types) -> bool:
    """Return True if all parts of a display are arrays of one type of elements and one rank."""
    kinds = [types[dotted(part)] if dotted(part) else None for part in display.elts]
    alike = {(kind.dtype, kind.ndim) if kind and is_array(kind) else None for kind in kinds}
    return len(alike) == 1 and None not in alike


def alike(statement: Statement, kind: Type) -> Statement:
    """Return the statement that makes an array of constants of one type.

    Numba does not compile lists of which one has integers only and another has not.
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Constant) and type(node.value) is int:
            return gast.copy_location(constant(float(node.value)), node)
        return rebuild(node, change)

    if len(statement.value.args) > 1 or not isinstance(kind.dtype, numba_types.Float):
        return statement
    return assign(statement.targets[0], change(statement.value), statement)


def dtype(kind: object) -> str:
    """Return the name of the type of an array's elements."""
    title = str(getattr(kind, "dtype", ""))
    return "np.bool_" if title == "bool" else f"np.{title}"


def shape_of(tree: Expression) -> tuple[int, ...]:
    """Return the shape of a display, () if its parts differ."""
    if not isinstance(tree, (gast.List, gast.Tuple)):
        return ()
    inner = {shape_of(part) for part in tree.elts}
    nested = any(isinstance(part, (gast.List, gast.Tuple)) for part in tree.elts)
    if len(inner) != 1 or (nested and () in inner):
        return ()
    return (len(tree.elts), *inner.pop())


def elements(
    tree: Expression, place: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Expression]]:
    """Return the elements of a display, and where they are."""
    if isinstance(tree, (gast.List, gast.Tuple)):
        for position, part in enumerate(tree.elts):
            yield from elements(part, (*place, position))
    else:
        yield place, tree

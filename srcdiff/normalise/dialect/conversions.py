"""Write `np.asarray(x)`, and `np.sum(x)` of a number, as what it does to what is at hand."""

from __future__ import annotations

import gast

from srcdiff.analyse.arrays.ordered import by_rows
from srcdiff.analyse.arrays.subscripts import is_advanced
from srcdiff.analyse.types.composite_types import flattened_once
from srcdiff.analyse.types.types import Types, dtype_name, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.operations import is_load
from srcdiff.core.primitives import by_name, names_with
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    beside,
    call,
    constant,
    dotted,
    is_part,
    map_blocks,
    members,
    name,
    number,
    path,
    targets,
    tuple_of,
    walk_statements,
    with_body,
)

FUNCTIONS = ("np.asarray", "np.copy")
NUMBERS = (numba_types.Float, numba_types.Integer)
ORDERS = by_name("order")
AT_LEAST = by_name("at_least")
OF_ONE = names_with(one_number=True)  # functions that give a number back as it is
CALLED = {  # all functions whose calls are written in another way, for some operands
    *("abs", "np.clip", "np.expand_dims", "np.full", "np.isin", "np.stack", "tuple"),
    *(*FUNCTIONS, *ORDERS, *AT_LEAST, *OF_ONE),
}


@needs(*CALLED)
def conversions(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function without conversions of what is an array, or a number, already.

    A number stays a number, which does the same as an array without dimensions.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y, z):
    ...     a = np.asarray(x, np.float64)
    ...     b = np.asarray(y)
    ...     c = np.asarray(z, np.float64)
    ...     d = np.sum(y)
    ...     e = np.atleast_1d(y)
    ...     g = np.expand_dims(y, -1)
    ...     h = np.stack((y, d), -1)
    ... ''')
    >>> known = {
    ...     **dict.fromkeys("xcegh", numba_types.Array(numba_types.float64, 1, "C")),
    ...     **dict.fromkeys("ab", numba_types.Array(numba_types.float64, 0, "C")),
    ...     **dict.fromkeys("yd", numba_types.float64),
    ...     "z": numba_types.Array(numba_types.int64, 1, "C"),
    ... }
    >>> print(unparse(conversions(tree, Types(known, numba_types.none))))
    def f(x, y, z):
        a = x
        b = y
        c = np.empty(z.shape, np.float64)
        c[:] = z
        d = y
        e = np.full(1, y)
        g = np.full(1, y)
        h = np.array((y, d))
    """

    numbers: set[str] = set()
    for statement in walk_statements(tree.body):  # in their order: copies come after
        numbers.update(t for t in targets(statement) if gives_number(statement, types, numbers))

    mixed, rows = sometimes_integers(tree, types), by_rows(tree.body, types)
    gathered = {t for s in walk_statements(tree.body) if gathers(s, types) for t in targets(s)}

    def change(block: Block) -> Block:
        return [new for s in block for new in changed(s)]

    def changed(statement: Statement) -> Block:
        called, given = argument(statement)
        if called == "np.copy" and given is not None and dotted(given) in gathered:
            return [assign(targets(statement)[0], given, statement)]  # it is a copy
        if fills(statement, mixed):
            return [filled(statement, types)]
        return converted(statement, types, numbers, rows)

    return with_body(tree, map_blocks(tree.body, change))


def sometimes_integers(tree: gast.FunctionDef, types: Types) -> set[str]:
    """Return the names of floating-point numbers that are integers on some paths, in Python."""
    found: set[str] = set()
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        if not isinstance(value, gast.expr):
            continue
        whole = isinstance(number(value), int) or dotted(value) in found
        if whole or isinstance(types[dotted(value)], numba_types.Integer):
            found.update(t for t in targets(statement) if isinstance(types[t], numba_types.Float))
    return found


def gathers(statement: Statement, types: Types) -> bool:
    """Return True if a statement takes elements at several places for a part of an expression."""
    taken = is_load(statement) and is_advanced(statement.value.slice, types.is_array)
    return taken and all(map(is_part, targets(statement)))


def fills(statement: Statement, mixed: set[str]) -> bool:
    """Return True if a statement fills an array with a number that may be an integer."""
    value = getattr(statement, "value", None)
    if not isinstance(value, gast.Call) or dotted(value.func) != "np.full" or value.keywords:
        return False
    return len(value.args) == 2 and dotted(value.args[1]) in mixed


def filled(statement: Statement, types: Types) -> Statement:
    """Return a statement that makes an array, with the type of its elements."""
    (target,) = targets(statement)
    dtype = path(f"np.{dtype_name(types[target].dtype)}")
    return assign(target, call("np.full", *statement.value.args, dtype), statement)


def argument(statement: Statement) -> tuple[str, Expression | None]:
    """Return which of the functions a statement calls, and with what; "" for none."""
    value = getattr(statement, "value", None)
    if not isinstance(value, gast.Call) or value.keywords or not 1 <= len(value.args) <= 2:
        return "", None
    called = dotted(value.func)
    return (called, value.args[0]) if called in FUNCTIONS else ("", None)


def gives_number(statement: Statement, types: Types, numbers: set[str]) -> bool:
    """Return True if a statement converts a number."""
    _, given = argument(statement)
    return given is not None and is_number(given, types, numbers)


def converted(statement: Statement, types: Types, numbers: set[str], rows: frozenset[str]) -> Block:
    """Return the statements that stand for a statement; `rows` are in the order of rows."""
    bound = targets(statement)
    value = getattr(statement, "value", None)
    if not isinstance(value, gast.Call) or not value.args or not bound:
        return [statement]
    called, given = dotted(value.func), value.args[0]
    is_alone = not value.keywords and len(value.args) == len(bound) == 1
    new = written(called, value, types, numbers, types.ndim(bound[0]))
    if new is None and is_alone and is_already(called, given, bound[0], types, rows):
        new = given
    if new is not None:
        return [assign(bound[0], new, statement)]
    if called == "np.clip" and is_clipped(value, types):
        least = beside(bound[0], "least")
        return [
            assign(least, call("np.maximum", *value.args[:2]), statement),
            assign(bound[0], call("np.minimum", name(least), value.args[2]), statement),
        ]
    if called == "np.isin" and all(is_array(types[t]) and types.ndim(t) == 0 for t in bound):
        found = beside(bound[0], "found")
        element = gast.Subscript(name(found), gast.Tuple([], gast.Load()), gast.Load())
        return [assign(found, value, statement), assign(bound[0], element, statement)]
    return as_array(statement, types, numbers)


def as_array(statement: Statement, types: Types, numbers: set[str]) -> Block:
    """Return the statements that stand for a conversion to an array, or for another statement."""
    called, given = argument(statement)
    bound = targets(statement)
    if given is None or len(bound) != 1 or not is_array(types[bound[0]]):
        return [statement]
    kind = types[bound[0]].dtype
    if bound[0] in numbers:
        own = types[dotted(given)] if isinstance(given, gast.Name) else None
        same = own is None or getattr(own, "dtype", own) == kind
        return [assign(bound[0], given if same else call(f"np.{kind}", given), statement)]
    if called != "np.asarray" or not is_array(types[dotted(given)]):
        return [statement]
    title = dotted(given)
    if types[title].dtype == kind:
        return [assign(bound[0], name(title), statement)]
    made = call("np.empty", path(f"{title}.shape"), path(f"np.{dtype_name(kind)}"))
    whole = gast.Subscript(name(bound[0]), gast.Slice(None, None, None), gast.Store())
    return [assign(bound[0], made, statement), assign(whole, name(title), statement)]


def is_already(
    called: str, given: Expression, bound: str, types: Types, rows: frozenset[str]
) -> bool:
    """Return True if a function of one operand gives it as it is, since of what it is."""
    title = dotted(given)
    kind = types[title]
    if called == "tuple":
        return bool(flattened_once(kind))
    if called in OF_ONE:
        return bool(title) and isinstance(kind, numba_types.Float) and kind == types[bound]
    if called in AT_LEAST:
        return is_array(kind) and bool(kind.ndim >= AT_LEAST[called])
    if called not in ORDERS or not is_array(kind) or kind.layout != ORDERS[called]:
        return False
    return kind.layout == "F" or kind.ndim == 1 or title in rows


def written(
    called: str, value: gast.Call, types: Types, numbers: set[str], ndim: int
) -> Expression | None:
    """Return what Numba takes in place of a call, whose result has `ndim` dimensions, or None."""
    given = value.args[0]
    is_alone = not value.keywords and len(value.args) == 1
    if called == "np.stack" and is_stacked(given, types, numbers):
        return call("np.array", given)
    if called == "abs" and is_alone and is_array(types[dotted(given)]):
        return call("np.abs", given)
    gets_dimensions = called == "np.expand_dims" or (called in AT_LEAST and is_alone)
    if gets_dimensions and is_number(given, types, numbers):
        return call("np.full", constant(1) if ndim == 1 else tuple_of([constant(1)] * 2), given)
    return None


def is_stacked(given: Expression, types: Types, numbers: set[str]) -> bool:
    """Return True if numbers are to be joined as if they were arrays."""
    kinds = flattened_once(types[dotted(given)])
    if kinds:
        return all(isinstance(kind, NUMBERS) for kind in kinds)
    return all(is_number(part, types, numbers) for part in members(given))


def is_number(tree: Expression, types: Types, numbers: set[str]) -> bool:
    """Return True if an expression is a number, written out or with a name."""
    if not isinstance(tree, gast.Name):
        return number(tree) is not None
    return tree.id in numbers or isinstance(types[tree.id], NUMBERS)


def is_clipped(value: gast.Call, types: Types) -> bool:
    """Return True if a call limits a number, as Numba can only do with arrays."""
    are_three = not value.keywords and len(value.args) == 3
    return are_three and all(is_number(part, types, set()) for part in value.args)

"""Which arrays of a core form hold a number, and what has to be an array.

Operations that do the same to each element give with an array of one element what they give with
the number, and hold that in such an array, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast
import numpy as np

from srcdiff.analyse.flow.structure import Structure, own_reads
from srcdiff.core.operations import (
    is_copy,
    is_elementwise,
    is_store,
    operation,
    store_target,
)
from srcdiff.normalise.memory.inplace import OPERATOR_OF
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    callee_of,
    reads,
    targets,
    writes,
)

SPREAD = f"{SEPARATOR}spread"  # after the name of a number: the array of one element that holds it
NUMBER, ARRAY, EITHER = "number", "array", "either"
REDUCTIONS = {  # of a number they give what they give of an array of it
    *(np.sum, np.max, np.min, np.mean, np.prod, np.any, np.all, np.isfinite, np.isnan),
    np.linalg.norm,
}

IsArray = Callable[[str], bool]
Kinds = Mapping[str, str]


def has_numbers(tree: gast.FunctionDef) -> bool:
    """Return True if arrays of a core form hold numbers."""
    return any(title.endswith(SPREAD) for title in writes(tree.body))


def kinds_of(layout: Structure, is_array: IsArray) -> dict[str, str]:
    """Return what names are that may be numbers: for sure, or on some paths.

    Names that are arrays for sure are left out.
    """
    found: dict[str, set[str]] = {}

    def of(statement: Statement) -> set[str]:
        value: Expression | None = getattr(statement, "value", None)
        if any(t.endswith(SPREAD) for t in targets(statement)) and not is_copy(statement):
            return {NUMBER}
        if isinstance(value, gast.Name) and is_copy(statement) and is_array(value.id):
            return found.get(value.id, set() if value.id in layout.definitions else {ARRAY})
        operands = [n for n in reads(value) if is_array(n)] if passes_on(statement) else []
        unknown: set[str] = set()
        every = [found.get(n, unknown if n in layout.definitions else {ARRAY}) for n in operands]
        if not every or {ARRAY} in every:
            return {ARRAY}
        return set().union(*every)

    while True:
        before = {n: set(kinds) for n, kinds in found.items()}
        for title, made in layout.definitions.items():
            if is_array(title):
                for statement in made:
                    found.setdefault(title, set()).update(of(statement))
        if before == found:
            break
    numbers = {n: kinds for n, kinds in found.items() if NUMBER in kinds}
    return {n: EITHER if ARRAY in kinds else NUMBER for n, kinds in numbers.items()}


def passes_on(statement: Statement) -> bool:
    """Return True if an operation gives with an array of one element what it gives with a number.

    Then it holds that in an array as well.
    """
    return isinstance(statement, gast.Assign) and operands_of(statement.value) is not None


def operands_of(value: Expression) -> list[Expression] | None:
    """Return the operands of what does the same to each element; None for all else.

    >>> from srcdiff.syntax import expression, unparse
    >>> every = [operands_of(expression(t)) for t in ("s > 3.0", "np.exp(s)", "s[0]")]
    >>> [operands and [unparse(o) for o in operands] for operands in every]
    [['s', '3.0'], ['s'], None]
    """
    if isinstance(value, gast.Compare):
        return [value.left, *value.comparators]
    if callee_of(value) in OPERATOR_OF:
        return [*value.args]
    found = operation(value)
    is_known = found is not None and not found.is_user and is_elementwise(found)
    return [*found.operands] if found is not None and is_known else None


def must_be_arrays(
    statement: Statement, kinds: Kinds, is_array: IsArray, ndim: Callable[[str], int]
) -> set[str]:
    """Return the names that may be numbers and that a statement reads as only arrays can be read.

    So it reads names whose operation would have a result of fewer dimensions for a number.

    >>> from srcdiff.syntax import statements
    >>> given = {"s": EITHER}, lambda name: name in "stv", lambda name: 2 if name in "st" else 1
    >>> texts = "t = s * s", "t = s * v", "if np.sum(s - v) > 3.0 and s[0]: pass", "s[0] = 1.0"
    >>> [must_be_arrays(statements(text)[0], *given) for text in texts]
    [set(), {'s'}, {'s'}, {'s'}]
    """
    if is_copy(statement):
        return set()
    if is_store(statement):
        place = store_target(statement)
        return kinds.keys() & reads([place.value, place.slice])
    if isinstance(statement, gast.Assign):
        few = with_fewer_dimensions(statement, kinds, is_array, ndim)
        return few | asked_as_arrays(statement.value, kinds, is_array)
    if isinstance(statement, (gast.If, gast.While, gast.Assert)):
        return asked_as_arrays(statement.test, kinds, is_array)
    return kinds.keys() & own_reads(statement)


def with_fewer_dimensions(
    statement: Statement, kinds: Kinds, is_array: IsArray, ndim: Callable[[str], int]
) -> set[str]:
    """Return the names that, as numbers, leave the other operands to say how many dimensions."""
    if not passes_on(statement):
        return set()
    whole = max((ndim(target) for target in targets(statement)), default=0)
    operands = {n for n in reads(statement.value) if is_array(n)}
    held = operands & kinds.keys()
    least = max((ndim(n) for n in operands - held), default=0)
    others = {least, *(ndim(n) for n in held if not least)}
    return {n for n in held if ndim(n) == whole} if any(0 < o < whole for o in others) else set()


def asked_as_arrays(tree: gast.AST, kinds: Kinds, is_array: IsArray) -> set[str]:
    """Return the names of what has to be an array in an expression, in which others may be."""
    if isinstance(tree, (gast.Name, gast.Constant)):
        return set()
    operands = operands_of(tree)
    if operands is None and isinstance(tree, (gast.BoolOp, gast.UnaryOp)):
        operands = tree.values if isinstance(tree, gast.BoolOp) else [tree.operand]
    found = operation(tree)
    if operands is None and found is not None and found.function in REDUCTIONS:
        operands = [*found.operands] if len(found.operands) == 1 else None
    if operands is not None:
        return set().union(*(asked_as_arrays(o, kinds, is_array) for o in operands))
    if found is None or found.is_user:
        return kinds.keys() & reads(tree)
    inner = (asked_as_arrays(o, kinds, is_array) for o in found.operands)
    return set().union(*inner, *(numbers_in(o, kinds, is_array) for o in found.operands))


def numbers_in(tree: Expression, kinds: Kinds, is_array: IsArray) -> set[str]:
    """Return the names that make a number of an expression where they are numbers.

    >>> from srcdiff.syntax import expression
    >>> numbers_in(expression("s - v"), {"s": EITHER}, lambda name: True)
    set()
    >>> numbers_in(expression("s - 1.0"), {"s": EITHER}, lambda name: True)
    {'s'}
    """
    if isinstance(tree, gast.Name):
        return {tree.id} & kinds.keys()
    operands = operands_of(tree) or []
    if any(isinstance(o, gast.Name) and is_array(o.id) and o.id not in kinds for o in operands):
        return set()
    return set().union(*(numbers_in(o, kinds, is_array) for o in operands))

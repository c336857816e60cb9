"""Atomic maxima and minima become writes of the one thread whose value is left in the end.

Which thread that is, is known when the kernel has run: so the launch runs it on copies first, and
hands on what it leaves. A thread whose value is left there, and was not there before, asks for it;
the first of several such threads gets it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import contents
from srcdiff.errors import UnsupportedSyntax
from srcdiff.gpu.gather.added import EXTREMES, operation_of
from srcdiff.syntax import (
    REAL,
    SEPARATOR,
    Block,
    Statement,
    all_names,
    assign,
    call,
    clone,
    dotted,
    each_statement,
    fresh,
    function,
    locate,
    name,
    parameters,
    reads,
    walk_statements,
    with_body,
)

TEXT = '''
def {title}(value, last, taken, {places}):
    """Return True if an atomic maximum or minimum comes from this thread alone."""
    return {value} == last[{places}] and cuda.atomic.exch(taken, {index}, 1) == 0
'''


def decides(value: Any, last: Any, taken: Any, i: Any) -> Any:
    """Stand for the function that tells which thread decides; it is never run."""
    taken[i] += 1
    return value == last[i] and taken[i] == 1


def decides_2d(value: Any, last: Any, taken: Any, i: Any, j: Any) -> Any:
    """Stand for the same for arrays of two dimensions."""
    taken[i, j] += 1
    return value == last[i, j] and taken[i, j] == 1


def decides_3d(value: Any, last: Any, taken: Any, i: Any, j: Any, k: Any) -> Any:
    """Stand for the same for arrays of three dimensions."""
    taken[i, j, k] += 1
    return value == last[i, j, k] and taken[i, j, k] == 1


STAND_INS = (decides, decides_2d, decides_3d)
CALLED = {f"{stand_in.__name__}{SEPARATOR}": stand_in for stand_in in STAND_INS}


@dataclass(frozen=True)
class Extreme:
    """An array that a kernel takes atomic maxima or minima in, and what the launch adds for it.

    `last` is the parameter with what the kernel leaves there, `taken` tells of which elements it
    is known where they come from: from before the kernel, or from a thread that has asked.
    """

    array: str
    last: str
    taken: str


@dataclass(frozen=True)
class Decided:
    """A kernel without atomic maxima and minima, with the parameters that it needs instead."""

    tree: gast.FunctionDef
    extremes: tuple[Extreme, ...]


def extremes(tree: gast.FunctionDef, module: str) -> Decided:
    """Return a kernel with writes instead of atomic maxima; `module` is what it calls `cuda`.

    Raises UnsupportedSyntax for arrays in which it takes both, and for parts of arrays.

    >>> from srcdiff.syntax import function, unparse
    >>> found = extremes(function('''
    ... def top(v, best):
    ...     cuda.atomic.max(best, 0, v)
    ... '''), "cuda")
    >>> print(unparse(found.tree).replace("·", ""))
    def top(v, best, best_last, best_taken):
        if decides(v, best_last, best_taken, 0):
            best[0] = v
    """
    taken = all_names(tree)
    words: dict[str, str] = {}
    found: dict[str, Extreme] = {}

    def written(statement: Statement) -> Block:
        word = word_of(statement, module)
        if not word:
            return [statement]
        array = dotted(statement.value.args[0])
        alike = words.setdefault(array, word) == word
        check_target(statement, array, alike, tree)
        if array not in found:
            own = [fresh(f"{array}_{end}", taken) for end in ("last", "taken")]
            taken.update(own)
            found[array] = Extreme(array, *own)
        return decided(statement, found[array], taken)

    result = each_statement(tree, written)
    for array in found:
        check_alone(array, tree, module)
    new = [part for extreme in found.values() for part in (extreme.last, extreme.taken)]
    result.args = clone(tree.args)
    result.args.args += [gast.Name(n, gast.Param(), None, None) for n in new]
    return Decided(result, tuple(found.values()))


def asked_for(tree: gast.FunctionDef, found: Sequence[Extreme]) -> Decided:
    """Return a kernel without the parameters for maxima and minima that it does not ask for.

    Those are of integers, or of values that do not depend on what is differentiated.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(v, a_last, a_taken, b_last, b_taken): v[0] = b_last[0] + b_taken[0]")
    >>> kernel = asked_for(tree, [Extreme(a, f"{a}_last", f"{a}_taken") for a in "ab"])
    >>> parameters(kernel.tree), [extreme.array for extreme in kernel.extremes]
    (('v', 'b_last', 'b_taken'), ['b'])
    """
    used = reads(tree.body)
    kept = tuple(extreme for extreme in found if extreme.taken in used)
    others = {n for e in found if e not in kept for n in (e.last, e.taken)}
    result = with_body(tree, tree.body)
    result.args = clone(tree.args)
    result.args.args = [a for a in result.args.args if a.id not in others]
    return Decided(result, kept)


def word_of(statement: Statement, module: str) -> str:
    """Return "max" or "min" for a statement that is such an atomic operation, else ""."""
    made = statement.value if isinstance(statement, gast.Expr) else None
    word = operation_of(made, module)
    return word if made is not None and word in EXTREMES and len(made.args) == 3 else ""


def decided(statement: Statement, extreme: Extreme, taken: set[str]) -> Block:
    """Return what stands for one atomic operation: a write, if this thread decides."""
    array, index, value = statement.value.args
    before: Block = []
    if not isinstance(value, gast.Name):
        bound = fresh(f"{array.id}_value", taken)
        taken.add(bound)
        before, value = [locate(assign(bound, value), statement)], name(bound)
    places = parts_of(index)
    if len(places) > len(STAND_INS):
        raise UnsupportedSyntax(
            f"atomic maxima in arrays of {len(places)} dimensions are not differentiated",
            statement,
            f"pass an array of at most {len(STAND_INS)} dimensions, such as a reshaped one",
        )
    arrays = [name(n) for n in (extreme.last, extreme.taken)]
    test = call(list(CALLED)[len(places) - 1], clone(value), *arrays, *map(clone, places))
    element = gast.Subscript(name(array.id), index, gast.Store())
    write = gast.Assign([element], value, None)
    return [*before, locate(gast.If(test, [write], []), statement)]


def check_alone(array: str, tree: gast.FunctionDef, module: str) -> None:
    """Refuse an array with atomic maxima or minima that the kernel uses in other ways, too.

    Raises UnsupportedSyntax.
    """
    for statement in walk_statements(tree.body):
        used = list(contents(statement)).count(array)
        own = bool(word_of(statement, module)) and dotted(statement.value.args[0]) == array
        if used > own:
            raise UnsupportedSyntax(
                f"other threads may change `{array}` by atomic operations before or after this",
                statement,
                "do the one and the other in two kernels",
            )


def check_target(statement: Statement, array: str, alike: bool, tree: gast.FunctionDef) -> None:
    """Refuse what is not an element of an argument, or of one with maxima and minima."""
    if array not in parameters(tree):
        raise UnsupportedSyntax(
            "an atomic maximum or minimum is differentiated in arguments of the kernel only",
            statement,
            "name the argument and give all subscripts; in shared memory, compare by halves: "
            "`if t < half: largest[t] = max(largest[t], largest[t + half])`",
        )
    if not alike:
        raise UnsupportedSyntax(
            f"both maxima and minima are taken in `{array}`",
            statement,
            "take them in two arrays",
        )


def parameter_types(found: Sequence[Extreme], given: Mapping[str, Type]) -> tuple[Type, ...]:
    """Return the types of the parameters that a kernel has for its maxima and minima."""
    kinds: list[Type] = []
    for extreme in found:
        kind = given[extreme.array]
        kinds.append(numba_types.Array(kind.dtype, kind.ndim, "C"))
        kinds.append(numba_types.Array(numba_types.int32, kind.ndim, "C"))
    return tuple(kinds)


def device_function(stand_in: gast.FunctionDef, single: bool) -> gast.FunctionDef:
    """Return the device function in place of a stand-in; `single` for single precision.

    >>> from srcdiff.syntax import unparse
    >>> tree = function("def decides(value, last, taken, i): return taken[i]")
    >>> print(unparse(device_function(tree, True)).splitlines()[2].replace(REAL, "real"))
        return real(value) == last[i] and cuda.atomic.exch(taken, i, 1) == 0
    """
    places = ", ".join(parameters(stand_in)[3:])
    index = f"({places})" if "," in places else places
    value = f"{REAL}(value)" if single else "value"
    text = TEXT.format(title=stand_in.name, places=places, index=index, value=value)
    return function(text.strip())

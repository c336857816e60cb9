"""Names of a number first, and of arrays from then on: `total = 0.0`, then `total = total + x`.

The number is held in an array of one element, of as many dimensions as the arrays have: with it
operations give what they give with the number. Where it makes a difference whether a name still is
the number, as for `total += x`, which makes a new array of it, a flag tells.
"""

from __future__ import annotations

from collections.abc import Callable, Set

import gast

from srcdiff.analyse.flow.structure import Structure, own_reads, structure
from srcdiff.core.operations import call_of, is_copy
from srcdiff.normalise.dialect.held_numbers import held_numbers
from srcdiff.normalise.dialect.number_kinds import (
    EITHER,
    NUMBER,
    SPREAD,
    IsArray,
    Kinds,
    has_numbers,
    kinds_of,
    must_be_arrays,
)
from srcdiff.normalise.memory.inplace import OPERATOR_OF
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    base,
    beside,
    binary,
    call,
    constant,
    dotted,
    each_statement,
    fresh,
    is_number,
    locate,
    name,
    path,
    reads,
    targets,
    tuple_of,
)


def spread(tree: gast.FunctionDef, title: str, rank: int, dtype: str) -> gast.FunctionDef:
    """Return a core form in which a name that is a number first is always an array.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function(\'\'\'
    ... def f(x, n):
    ...     t = 0.0
    ...     s = t
    ...     for i in range(n):
    ...         u = s + x
    ...         s = u
    ...     return s
    ... \'\'\')
    >>> print(unparse(spread(tree, "s", 1, "float64")))
    def f(x, n):
        t = 0.0
        t·spread = np.full((1,), t, np.float64)
        s = t·spread
        for i in range(n):
            u = s + x
            s = u
        return s
    """
    layout = structure(tree.body)
    made = [s for s in layout.definitions.get(title, ()) if is_copy(s)]
    literal = [s for s in made if is_number_here(s.value.id, layout)]
    numbers, how = (literal, "np.full") if literal else (made, "runtime.held")

    def changed(statement: Statement) -> Block:
        if statement not in numbers:
            return [statement]
        held = fresh(f"{statement.value.id}{SPREAD}", layout.definitions)
        shape, value = tuple_of([constant(1)] * rank), name(statement.value.id)
        array = call(how, shape, value, path(f"np.{dtype}"))
        return [assign(held, array, statement), assign(title, name(held), statement)]

    return each_statement(tree, changed)


def is_number_here(title: str, layout: Structure) -> bool:
    """Return True if a name is bound once, to a number that is written out."""
    made = layout.definitions.get(title, ())
    return len(made) == 1 and is_number(getattr(made[0], "value", None))


def numbers_first(
    tree: gast.FunctionDef, is_array: IsArray, ndim: Callable[[str], int]
) -> gast.FunctionDef:
    """Return the function with flags where it matters whether a name still is a number.

    `x op= y` makes a new array where `x` is a number. What only arrays have, as elements and a
    length, raises TypeError there. `ndim` gives the rank of an array.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     t·spread = np.full((1,), 0.0, np.float64)
    ...     s = t·spread
    ...     for i in range(n):
    ...         u = operator.iadd(s, x)
    ...         s = u
    ...     v = np.sum(s)
    ...     return v
    ... ''')
    >>> arrays = ("t·spread", *"xsu")
    >>> print(unparse(numbers_first(tree, lambda name: name in arrays, lambda name: 1)))
    def f(x, n):
        t·spread = np.full((1,), 0.0, np.float64)
        s = t·spread
        s··flag_2 = True
        s··number = s··flag_2
        for i in range(n):
            if s··number:
                u··new = s + x
                u = u··new
            else:
                u··same = operator.iadd(s, x)
                u = u··same
            s = u
            s··flag = False
            s··number = s··flag
        v = np.sum(s)
        return v
    """
    if not has_numbers(tree):
        return tree
    layout = structure(tree.body)
    kinds = kinds_of(layout, is_array)

    def arrays_of(statement: Statement) -> set[str]:
        return must_be_arrays(statement, kinds, is_array, ndim)

    asked, taken = flagged(layout, kinds, arrays_of), set(layout.definitions)

    def changed(statement: Statement) -> Block:
        new = in_place(statement, kinds)
        new = [*guards(statement, arrays_of(statement), kinds), *new]
        for target in targets(statement):
            if target in asked:
                value = flag_of(statement.value, kinds, is_array)
                if not layout.is_single(target):  # where paths join, names are bound to names
                    held = fresh(beside(target, "flag"), taken)
                    taken.add(held)
                    new.append(assign(held, value, statement))
                    value = name(held)
                new.append(assign(beside(target, NUMBER), value, statement))
        return new

    return each_statement(tree, changed)


def may_be_numbers(tree: gast.FunctionDef, is_array: IsArray) -> frozenset[str]:
    """Return the arrays of a core form that hold a number, or may do so.

    >>> from srcdiff.syntax import function
    >>> text = "def f(x): s·spread = np.full((1,), 0.0, np.float64); s = s·spread; y = x * x"
    >>> sorted(may_be_numbers(function(text), lambda name: True))
    ['s', 's·spread']
    """
    if not has_numbers(tree):
        return frozenset()
    return frozenset(kinds_of(structure(held_numbers(tree, is_array).body), is_array))


def in_place(statement: Statement, kinds: Kinds) -> Block:
    """Return `x op= y` as what makes a new array, where `x` is a number; others as they are."""
    made = call_of(statement)
    called = dotted(made.func) if made is not None else ""
    if made is None or called not in OPERATOR_OF or dotted(made.args[0]) not in kinds:
        return [statement]
    (target,) = targets(statement)
    first, second = made.args
    value = locate(binary(first, OPERATOR_OF[called](), second), statement)
    if kinds[dotted(first)] == NUMBER:
        return [assign(target, value, statement)]
    new, same = beside(target, "new"), beside(target, "same")
    ways = (
        [assign(new, value, statement), assign(target, name(new), statement)],
        [assign(same, made, statement), assign(target, name(same), statement)],
    )
    test = name(beside(dotted(first), NUMBER))
    return [gast.copy_location(gast.If(test, *ways), statement)]


def guards(statement: Statement, asked: Set[str], kinds: Kinds) -> Block:
    """Return checks before a statement that asks of names what only arrays have."""
    new: Block = []
    for title in sorted(asked):
        called = "the result" if base(title) == "return" else f"`{base(title)}`"
        error = call("TypeError", constant(f"{called} is a number here, not an array"))
        raised = [locate(gast.Raise(error, None), statement)]
        is_sure = kinds[title] == NUMBER
        test = constant(True) if is_sure else name(beside(title, NUMBER))
        new.append(gast.copy_location(gast.If(test, raised, []), statement))
    return new


def flagged(
    layout: Structure, kinds: Kinds, arrays_of: Callable[[Statement], Set[str]]
) -> set[str]:
    """Return the names of which it matters whether they are numbers, and their sources."""
    found: set[str] = set()
    for statement in layout.order:
        made = call_of(statement)
        changed = made is not None and dotted(made.func) in OPERATOR_OF
        read = {dotted(made.args[0])} if made is not None and changed else set()
        found |= {n for n in read | arrays_of(statement) if kinds.get(n) == EITHER}
    pending = list(found)
    while pending:
        for statement in layout.definitions.get(pending.pop(), ()):
            more = {n for n in own_reads(statement) if kinds.get(n) == EITHER} - found
            found |= more
            pending += more
    return found


def flag_of(value: Expression, kinds: Kinds, is_array: IsArray) -> Expression:
    """Return whether a value is a number, as an expression."""
    operands = sorted(n for n in reads(value) if is_array(n))
    if any(n not in kinds for n in operands):
        return constant(False)
    flags = [name(beside(n, NUMBER)) for n in operands if kinds[n] == EITHER]
    if len(flags) > 1:
        return gast.BoolOp(gast.And(), flags)
    return flags[0] if flags else constant(True)

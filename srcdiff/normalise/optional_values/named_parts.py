"""Name the parts of results of which some may be None, where the results are kept whole.

`r = f(x)` with `r[0]` and `r[1]`, and `return f(x)`: each part that may be None has a flag, and so
needs a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    callee_of,
    constant,
    dotted,
    each_statement,
    locate,
    mapped,
    name,
    number,
    own_writes,
    parameters,
    targets,
    tuple_of,
    unpack,
    unpacks,
    values_bound,
    walk_statements,
    whole_target,
    with_own_parts,
)

WidthOf = Callable[[Expression], int]


def named_parts(tree: gast.FunctionDef, width_of: WidthOf) -> gast.FunctionDef:
    """Return the function with names for the parts of some results.

    `width_of` returns how many parts there are in a result of which some may be None, 0 for any
    other expression.

    >>> from srcdiff.syntax import callee_of, function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     r = g(x)
    ...     if r[1] is None:
    ...         return r
    ...     return g(r[0])
    ... ''')
    >>> print(unparse(named_parts(tree, lambda made: 2 * (callee_of(made) == "g"))))
    def f(x):
        r·part0, r·part1 = g(x)
        if r·part1 is None:
            return (r·part0, r·part1)
        return·part0, return·part1 = g(r·part0)
        return (return·part0, return·part1)
    """
    widths = whole_results(tree, width_of)

    def parts(title: str) -> list[Expression]:
        return [name(part_of(title, k)) for k in range(widths[title])]

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Subscript) and dotted(node.value) in widths:
            place, own = number(node.slice), parts(node.value.id)
            if isinstance(place, int) and -len(own) <= place < len(own):
                return locate(own[place], node)
        if callee_of(node) == "len" and len(node.args) == 1 and dotted(node.args[0]) in widths:
            return locate(constant(widths[dotted(node.args[0])]), node)
        is_read = isinstance(node, gast.Name) and isinstance(node.ctx, gast.Load)
        if is_read and dotted(node) in widths:
            return locate(tuple_of(parts(dotted(node))), node)
        return mapped(node, change)

    def named(statement: Statement) -> Block:
        made = getattr(statement, "value", None)
        if isinstance(statement, gast.Return) and width_of(made):
            names = [part_of("return", k) for k in range(width_of(made))]
            answer = gast.Return(tuple_of(map(name, names)))
            return [unpack(names, change(made), statement), locate(answer, statement)]
        if isinstance(statement, gast.If) and is_checked(statement.test, widths):
            return []
        if whole_target(statement) in widths:
            names = [part.id for part in parts(whole_target(statement))]
            return [unpack(names, change(made), statement)]
        if unpacks(statement) and dotted(made) in widths:
            bound = targets(statement)
            if len(bound) == widths[dotted(made)] == len(statement.targets[0].elts):
                pairs = zip(bound, parts(dotted(made)), strict=True)
                return [assign(title, part, statement) for title, part in pairs]
        return [with_own_parts(statement, change)]

    returned = [s.value for s in walk_statements(tree.body) if isinstance(s, gast.Return)]
    return each_statement(tree, named) if widths or any(map(width_of, returned)) else tree


def whole_results(tree: gast.FunctionDef, width_of: WidthOf) -> dict[str, int]:
    """Return the variables that are bound to nothing but such results, with how many parts."""
    every = list(walk_statements(tree.body))
    others = {*parameters(tree), *(n for s in every if not whole_target(s) for n in own_writes(s))}
    widths = {
        title: {0 if value is None else width_of(value) for value in values}
        for title, values in values_bound(tree.body).items()
        if title not in others
    }
    return {t: max(own) for t, own in widths.items() if len(own) == 1 and own != {0}}


def is_checked(test: Expression, widths: Mapping[str, int]) -> bool:
    """Return True if a test asks whether a result has another length than it has."""
    match test:
        case gast.Compare(left=gast.Call() as made, ops=[gast.NotEq()], comparators=[other]):
            title = dotted(made.args[0]) if callee_of(made) == "len" and made.args else ""
            return title in widths and number(other) == widths[title]
    return False


def part_of(title: str, place: int) -> str:
    """Return the name of a part of a result."""
    return f"{title}{SEPARATOR}part{place}"

"""Put arrays in pairs with their adjoints, where nobody can tell which array a name stands for.

Each array gets its adjoint, of zeros, when it is made; whatever then happens to a name of the array
happens to the name of its adjoint: `row = m[k]` is followed by `d_row = d_m[k]`. So adjoints are
one array, or overlap, exactly where their arrays do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import changed_list
from srcdiff.analyse.arrays.arrays import source
from srcdiff.analyse.checks.partners import beside_list
from srcdiff.analyse.types.types import Types
from srcdiff.core.operations import call_of, operation
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    call,
    locate,
    map_blocks,
    name,
    rename,
    targets,
    tuple_of,
    with_body,
)

ArgumentOf = Callable[[Statement, str], str | None]


def paired(
    tree: gast.FunctionDef,
    members: frozenset[str],
    types: Types,
    argument_of: ArgumentOf = lambda statement, target: "",
    missing: Sequence[str] = (),
) -> gast.FunctionDef:
    """Return the function with an adjoint beside each binding of some names of arrays.

    `members` are these names: with a name also all those that may share memory with it.
    `argument_of` tells which argument a result of a call is, "" for one that is new, None where
    the call itself gives its adjoint. Parameters that are `missing` an adjoint get one.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(m, c):
    ...     row = m[0]
    ...     if c:
    ...         row = m[1]
    ...     new = np.sin(row)
    ...     return new[0]
    ... ''')
    >>> kinds = {"m": numba_types.float64[:, :], "row": numba_types.float64[:]}
    >>> types = Types({**kinds, "new": kinds["row"]}, numba_types.float64)
    >>> print(unparse(paired(tree, frozenset(["m", "row", "new"]), types)))
    def f(m, c):
        row = m[0]
        d_·row = d_·m[0]
        if c:
            row = m[1]
            d_·row = d_·m[1]
        new = np.sin(row)
        d_·new = np.zeros_like(new)
        return new[0]
    """

    lists = {n for n in members if not types.is_array(n)}
    partners = {n: adjoint(n) for n in members}

    def change(block: Block) -> Block:
        return [new for statement in block for new in with_adjoints(statement)]

    def with_adjoints(statement: Statement) -> Block:
        changed = changed_list(statement, lists.__contains__)
        if changed:
            return [statement, beside_list(statement, partners, types)]
        bound = [target for target in targets(statement) if target in members]
        if not bound:
            return [statement]
        if isinstance(statement.value, gast.Tuple):
            return [at_once(statement, members)]
        made = {t: adjoint_of(statement, t) for t in bound}
        return [statement, *(assign(adjoint(t), e, statement) for t, e in made.items() if e)]

    def adjoint_of(statement: Statement, target: str) -> Expression | None:
        found = operation(call_of(statement))
        if found is not None and found.is_user:
            argument = argument_of(statement, target)
            if argument is None:
                return None
            return name(adjoint(argument)) if argument else call("np.zeros_like", name(target))
        array = source(statement, types)
        if target in lists:
            return beside_list(statement, partners, types).value
        if array in members:
            return rename(statement.value, {array: adjoint(array)})
        return call("np.zeros_like", name(target))

    begin = [assign(adjoint(p), call("np.zeros_like", name(p)), tree) for p in missing]
    return with_body(tree, begin + map_blocks(tree.body, change))


def at_once(statement: Statement, members: frozenset[str]) -> Statement:
    """Return copies that are done at once, with those of the adjoints.

    >>> from srcdiff.syntax import statements, unparse
    >>> unparse(at_once(statements("a, k, b = b, j, a")[0], frozenset("ab")))
    'a, k, b, d_·a, d_·b = (b, j, a, d_·b, d_·a)'
    """
    pairs = [
        (target, value)
        for target, value in zip(targets(statement), statement.value.elts, strict=True)
        if target in members
    ]
    bound = [*targets(statement), *(adjoint(target) for target, _ in pairs)]
    values = [*statement.value.elts, *(name(adjoint(value.id)) for _, value in pairs)]
    target = tuple_of([gast.Name(b, gast.Store(), None, None) for b in bound], store=True)
    return locate(gast.Assign([target], tuple_of(values), None), statement)

"""Name the lengths of lists of arrays: they change, as the shapes of arrays do not."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import is_list_of_arrays
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Block,
    Statement,
    all_names,
    assign,
    beside,
    call,
    callee_of,
    dotted,
    each_statement,
    fresh,
    locate,
    name,
    with_own_expressions,
)


@needs(numba_types.List)
def list_lengths(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with a name for each length of a list of arrays that is asked for.

    Conditions of `while` ask for it each time.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> kinds = {"rows": numba_types.List(numba_types.float64[:]), "x": numba_types.float64[:]}
    >>> tree = function('''
    ... def f(rows, x):
    ...     n = len(rows) + 1
    ...     for k in range(len(rows)):
    ...         rows.append(x)
    ...     while len(rows) > len(x):
    ...         rows.pop()
    ...     return n
    ... ''')
    >>> print(unparse(list_lengths(tree, Types(kinds, kinds["x"]))))
    def f(rows, x):
        rows··length = runtime.length(rows)
        n = rows··length + 1
        rows··length_2 = runtime.length(rows)
        for k in range(rows··length_2):
            rows.append(x)
        while runtime.length(rows) > len(x):
            rows.pop()
        return n
    """
    if not any(map(is_list_of_arrays, types.names.values())):
        return tree
    taken = all_names(tree)

    def changed(statement: Statement) -> Block:
        before: Block = []

        def change(node: gast.AST) -> gast.AST:
            if callee_of(node) != "len" or not is_list_of_arrays(types[dotted(node.args[0])]):
                return node
            length = locate(call("runtime.length", node.args[0]), node)
            if isinstance(statement, gast.While):
                return length
            title = fresh(beside(dotted(node.args[0]), "length"), taken)
            taken.add(title)
            before.append(assign(title, length, statement))
            return locate(name(title), node)

        new = with_own_expressions(statement, change)
        return [*before, new]

    return each_statement(tree, changed)

"""Write out subscripts by names of tuples of arrays: `x[p]` is `x[i, j]`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    dotted,
    each_statement,
    element,
    name,
    tuple_of,
    with_own_expressions,
)


@needs(gast.Subscript)
@needs(numba_types.BaseTuple)
def tuples_of_places(core: Core, types: Types) -> tuple[Core, Types]:
    """Return the function with the parts of tuples of arrays in subscripts, and their types.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, p):\\n    y = x[p]\\n    return y")
    >>> core = Core(tree, {}, {}, Origin("f", "f.py", 1, 0, []), tree)
    >>> places = numba_types.Array(numba_types.int64, 1, "C")
    >>> known = {"p": numba_types.UniTuple(places, 2)}
    >>> new, found = tuples_of_places(core, Types(known, numba_types.none))
    >>> print(unparse(new.tree))
    def f(x, p):
        p·places = p[0]
        p·places·2 = p[1]
        y = x[p·places, p·places·2]
        return y
    """
    naming = Naming(core.tree)
    names: dict[str, Type] = {}

    def change(statement: Statement) -> Block:
        before: Block = []

        def written_out(node: Any) -> Any:
            title = dotted(node.slice) if isinstance(node, gast.Subscript) else ""
            kind = types.names.get(title)
            if not isinstance(kind, numba_types.BaseTuple) or not any(map(is_array, kind)):
                return node
            parts = [naming.part(title, "places") for _ in kind]
            names.update(zip(parts, kind, strict=True))
            before.extend(
                assign(part, element(name(title), k), statement) for k, part in enumerate(parts)
            )
            index = tuple_of(list(map(name, parts)))
            return gast.copy_location(gast.Subscript(node.value, index, node.ctx), node)

        if not isinstance(statement, (gast.Assign, gast.AugAssign)):
            return [statement]
        new = with_own_expressions(statement, written_out)
        return [*before, new]

    tree = each_statement(core.tree, change)
    return replace(core, tree=tree), replace(types, names={**types.names, **names})

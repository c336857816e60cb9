"""Call an array that a function gives back by the name under which it was passed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.core import Core
from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.core.operations import call_of
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    beside,
    dotted,
    map_blocks,
    name,
    parameters,
    rename,
    targets,
    with_body,
    writes,
)

BackOf = Callable[[Statement], Mapping[int, int]]


@needs(OWN_FUNCTIONS)
def returned_arguments(tree: gast.FunctionDef, back_of: BackOf) -> gast.FunctionDef:
    """Return the function with `y = x` behind `y = f(x)`, where `f` returns what it is given.

    `back_of` tells, for a call of a function of the user, which results are which arguments. What
    the call itself returns there gets a name that nobody reads.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(returned_arguments(function('''
    ... def f(x, k):
    ...     y, largest = scale(x, k)
    ...     return y[0] + largest
    ... '''), lambda statement: {0: 0})))
    def f(x, k):
        y··back, largest = scale(x, k)
        y = x
        return y[0] + largest
    """

    def change(block: Block) -> Block:
        return [new for statement in block for new in renamed(statement)]

    def renamed(statement: Statement) -> Block:
        made = call_of(statement)
        if made is None or not isinstance(statement, gast.Assign):
            return [statement]
        bound = targets(statement)
        back = {
            bound[result]: dotted(made.args[argument])
            for result, argument in back_of(statement).items()
            if result < len(bound) and dotted(made.args[argument])
        }
        if not back:
            return [statement]
        own = rename(statement.targets[0], {title: beside(title, "back") for title in back})
        called = gast.copy_location(gast.Assign([own], statement.value, None), statement)
        return [called, *(assign(title, name(given), made) for title, given in back.items())]

    return with_body(tree, map_blocks(tree.body, change))


def arguments_returned(core: Core, results: list[str]) -> dict[int, int]:
    """Return which results of a function are arguments of it, whatever it does to their elements.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x, y):\\n  y[0] = x[0]\\n  x = y + 1.0\\n  return y, x")
    >>> arguments_returned(Core(tree, {}, {}, Origin("f", "f.py", 1, 0, []), tree), ["y", "x"])
    {0: 1}
    """
    own = parameters(core.tree)
    kept = set(own) - writes(core.tree.body)
    return {place: own.index(result) for place, result in enumerate(results) if result in kept}

"""Hold numbers in arrays of one element where arrays and numbers have one name.

Which of the two a value is was not known when numbers_first.py asked for that.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.core.needs import needs
from srcdiff.core.operations import call_of
from srcdiff.syntax import Statement, assign, call, dotted, each_statement, targets


@needs("runtime.held")
def held_numbers(tree: gast.FunctionDef, is_array: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function with `np.full` for numbers, and with the arrays themselves.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, a):
    ...     x·spread = runtime.held((1,), x, np.float64)
    ...     a·spread = runtime.held((1,), a, np.float64)
    ... ''')
    >>> print(unparse(held_numbers(tree, lambda name: name != "x")))
    def f(x, a):
        x·spread = np.full((1,), x, np.float64)
        a·spread = a
    """

    def changed(statement: Statement) -> list[Statement]:
        made = call_of(statement)
        if made is None or dotted(made.func) != "runtime.held":
            return [statement]
        shape, value, dtype = made.args
        array = value if is_array(dotted(value)) else call("np.full", shape, value, dtype)
        return [assign(targets(statement)[0], array, statement)]

    return each_statement(tree, changed)

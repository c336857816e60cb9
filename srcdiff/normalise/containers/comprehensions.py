"""Write comprehensions as loops that fill arrays."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.core.operations import is_store, store_target
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.containers.comprehension_loops import Collected
from srcdiff.normalise.control_flow.hoist import Hoister, hoist
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.numpy_calls.reductions import is_reduction, nest, reduced
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    all_names,
    assign,
    call,
    callee_of,
    dotted,
    each_statement,
    locate,
    name,
    walk,
    walk_statements,
    whole_target,
)

CONVERTED = ("np.array", "np.asarray", "list", "tuple")  # what makes no difference around one


@needs(gast.ListComp, gast.GeneratorExp)
def comprehensions(
    tree: gast.FunctionDef, of_arrays: frozenset[str] = frozenset()
) -> gast.FunctionDef:
    """Return the function without comprehensions.

    Those that are reduced to one value become loops, lists `of_arrays` are appended to, others
    become arrays of the right length.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(comprehensions(function('''
    ... def f(x, n):
    ...     y = [v * v for v in x]
    ...     z = np.array([[g(i, j) for j in range(n)] for i in range(3)])
    ...     a = [[0.0 for i in range(n)] for v in x]
    ...     w = sum(v for v in x)
    ...     return [v for v in y if v > 0.0]
    ... '''))))
    def f(x, n):
        y = runtime.listed(len(x))
        for for·i, v in enumerate(x):
            y[for·i] = v * v
        z = runtime.collect((3, max(n, 0)))
        for for·i·2, i in enumerate(range(3)):
            for for·j, j in enumerate(range(n)):
                z[for·i·2, for·j] = g(i, j)
        a = runtime.nested((len(x), max(n, 0)), 0.0)
        w·sum = 0
        for v in x:
            w·sum = w·sum + v
        w = w·sum
        return·values = runtime.listed(len(y))
        return·count = 0
        for v in y:
            if v > 0.0:
                return·values[return·count] = v
                return·count = return·count + 1
        return return·values[:return·count]
    """
    naming = Naming(tree)

    def move(node: Expression, out: Block, base: str, hoister: Hoister) -> Expression:
        new: Block = []
        result = moved(node, new, base, naming, of_arrays)
        out += hoister.block([locate(statement, node) for statement in new])
        return result

    stored = {dotted(store_target(s).value) for s in walk_statements(tree.body) if is_store(s)}
    new = each_statement(tree, lambda statement: assigned(statement, naming, stored, of_arrays))
    new = hoist(new, naming, lambda node: is_reduction(node) or is_list(node), move)
    for node in walk(new):
        if isinstance(node, gast.GeneratorExp):
            raise UnsupportedSyntax(
                "a generator is not supported here", node, "make it a list: [... for ...]"
            )
    return new


def moved(
    node: Expression, new: Block, base: str, naming: Naming, of_arrays: frozenset[str]
) -> Expression:
    """Return the value of a comprehension; the statements that compute it are added to a block."""
    if is_reduction(node):
        return reduced(node, new, base, naming)
    kept = naming.part(base, "values")
    comprehension = comprehension_of(node)
    if kept in of_arrays and not is_array(node):
        new += appended(kept, comprehension)
        return name(kept)
    if rows_of(kept) in of_arrays:
        new += appended(rows_of(kept), comprehension)
        return call("runtime.stacked", name(rows_of(kept)))
    return Collected(base, naming, new, is_array(node)).collected(comprehension, kept)


def rows_of(array: str) -> str:
    """Return the name of the list of the rows of an array."""
    return f"{array}{SEPARATOR}rows"


def comprehension_of(node: Expression) -> Expression:
    """Return the comprehension that an expression consists of, or is made of by a call."""
    return node if isinstance(node, gast.ListComp) else node.args[0]


def appended(title: str, comprehension: Expression) -> Block:
    """Return the statements that append the values of a comprehension to a new list.

    >>> from srcdiff.syntax import expression, unparse
    >>> for statement in appended("a", expression("[v[1:] for v in rows if v[0] > 0.0]")):
    ...     print(unparse(statement))
    a = []
    for v in rows:
        if v[0] > 0.0:
            a.append(v[1:])
    """
    append = locate(gast.Expr(call(f"{title}.append", comprehension.elt)), comprehension.elt)
    return [
        assign(title, gast.List([], gast.Load()), comprehension),
        *nest(comprehension, [append]),
    ]


def assigned(
    statement: Statement, naming: Naming, stored: set[str], of_arrays: frozenset[str]
) -> Block:
    """Return the statements that fill an array, or a list, that a comprehension is assigned to.

    What is `stored` in an array later does not tell the type of its elements.
    """
    title = whole_target(statement)
    value = statement.value if title else statement
    if not is_list(value) or title in all_names(value) or (is_array(value) and title in stored):
        return [statement]
    comprehension = comprehension_of(value)
    if title in of_arrays and not is_array(value):
        return [locate(s, statement) for s in appended(title, comprehension)]
    if is_array(value) and rows_of(title) in of_arrays:
        stacked = assign(title, call("runtime.stacked", name(rows_of(title))), statement)
        return [*(locate(s, statement) for s in appended(rows_of(title), comprehension)), stacked]
    if len(comprehension.generators) > 1 or comprehension.generators[0].ifs:
        return [statement]
    new: Block = []
    Collected(title, naming, new, is_array(value)).counted(comprehension, title)
    return [locate(s, statement) for s in new]


def is_list(node: gast.AST) -> bool:
    """Return True if an expression makes a list or an array with a comprehension."""
    if callee_of(node) in CONVERTED and not node.keywords:
        kinds = (gast.ListComp, gast.GeneratorExp)
        generator = dotted(node.func) in ("list", "tuple")
        return len(node.args) == 1 and isinstance(node.args[0], kinds if generator else kinds[0])
    return isinstance(node, gast.ListComp)


def is_array(node: Expression) -> bool:
    """Return True if an expression makes an array with a comprehension, not a list."""
    return isinstance(node, gast.Call) and dotted(node.func) not in ("list", "tuple")

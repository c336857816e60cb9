"""Write lists that only grow as arrays with room for all their elements, or as longer ones."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.containers.appends import grows
from srcdiff.normalise.containers.comprehension_loops import is_simple
from srcdiff.normalise.containers.list_capacity import CannotTell, Growing
from srcdiff.normalise.containers.list_realloc import lengthened
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    blocks,
    call,
    callee_of,
    dotted,
    each_block,
    each_statement,
    evaluated_at_times,
    has_operator,
    has_star,
    locate,
    name,
    number,
    targets,
    times_bound,
    walk,
    walk_statements,
    with_own_expressions,
)


@needs(gast.List)
def lists(tree: gast.FunctionDef, of_arrays: frozenset[str] = frozenset()) -> gast.FunctionDef:
    """Return the function with arrays instead of lists that grow, but for lists `of_arrays`.

    They have room for all elements where that can be told; else a longer list takes the place of
    the list (list_realloc.py). Lists that may have other names stay.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(lists(function('''
    ... def f(x, n):
    ...     y = [x]
    ...     for i in range(n):
    ...         y.append(g(y[-1], i))
    ...     z = []
    ...     for v in y:
    ...         if v > 0.0:
    ...             z.append(v)
    ...     return y[-1] + z[0] * len(z)
    ... '''))))
    def f(x, n):
        y = runtime.listed(1 + max(n, 0))
        y[0] = x
        for for·i, i in enumerate(range(n)):
            y[1 + for·i] = g(y[1 + for·i - 1], i)
        z = runtime.listed(len(y))
        z·count = 0
        for v in y:
            if v > 0.0:
                z[z·count] = v
                z·count = z·count + 1
        z·all = z[:z·count]
        return y[-1] + z·all[0] * len(z·all)
    """
    naming = Naming(tree)
    tree = repeated(tree, naming)
    bound = times_bound(tree)
    named = Counter(node.id for node in walk(tree) if isinstance(node, gast.Name))
    closed = set(closed_lists(tree.body, named))
    counters = counters_of(tree, bound)

    def forms(title: str, rest: Block) -> Iterator[Callable[[gast.Assign, Block], Block]]:
        first = is_subscripted(title, rest)  # by what the room has, and the list has not
        for trims in (first, not first):
            yield Growing(title, naming, counters, trims).written
        yield functools.partial(lengthened, title)

    def block(old: Block) -> Block:
        new = list(old)
        for place in range(len(old) - 1, -1, -1):
            title = list_name(old[place])
            if bound[title] != 1 or old[place] not in closed or title in of_arrays:
                continue
            for form in forms(title, old[place + 1 :]):
                try:
                    new[place:] = form(new[place], new[place + 1 :])
                    break
                except CannotTell:
                    continue
        return new

    return each_block(tree, block)


def is_subscripted(title: str, rest: Block) -> bool:
    """Return True if a list is subscripted where it does not grow any more.

    >>> from srcdiff.syntax import statements
    >>> texts = ("y.append(x)\\nz = y[0]", "y.append(y[-1])\\nz = len(y)")
    >>> [is_subscripted("y", statements(text)) for text in texts]
    [True, False]
    """
    growing = [place for place, statement in enumerate(rest) if grows(statement, title)]
    after = rest[growing[-1] + 1 :] if growing else []
    nodes = [node for statement in after for node in walk(statement)]
    return any(isinstance(n, gast.Subscript) and dotted(n.value) == title for n in nodes)


def repeated(tree: gast.FunctionDef, naming: Naming) -> gast.FunctionDef:
    """Return the function with `[value for _ in range(n)]` instead of `[value] * n`.

    The value is computed once: all elements are one array if it is one. Lists of one number that is
    written out are made at once.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, n):\\n    y = [x * x] * n\\n    return y")
    >>> print(unparse(repeated(tree, Naming(tree))))
    def f(x, n):
        y·item = x * x
        y = [y·item for for·step in range(n)]
        return y
    """

    return each_statement(tree, lambda s: with_repeated(s, naming))


def with_repeated(statement: Statement, naming: Naming) -> Block:
    """Return a statement with such comprehensions, behind those that compute their values."""
    before: Block = []
    at_times = evaluated_at_times(statement)

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.List) and isinstance(node.ctx, gast.Load):
            return locate(without_stars(node), node)
        if not has_operator(node, gast.Mult):
            return node
        values, times = node.left, node.right
        if isinstance(times, gast.List):
            values, times = times, values
        if not isinstance(values, gast.List) or len(values.elts) != 1:
            return node
        if number(values.elts[0]) is not None:
            return locate(call("runtime.listed", times, values.elts[0]), node)
        is_whole = has_operator(getattr(statement, "value", None), gast.Mult)
        is_truth = isinstance(getattr(values.elts[0], "value", None), bool)
        if (
            not is_truth
            and not is_simple(values.elts[0])
            and not (is_whole and is_value(values.elts[0]))
        ):
            return node
        value = held(values.elts[0])
        target = gast.Name(naming.part("for", "step"), gast.Store(), None, None)
        generator = gast.comprehension(target, call("range", times), [], 0)
        return locate(gast.ListComp(value, [generator]), node)

    def held(value: Expression) -> Expression:
        lazily = any(id(part) in at_times for part in walk(value))
        if isinstance(value, (gast.Name, gast.Constant)) or lazily:
            return value
        title = naming.part(next(iter(targets(statement)), "list"), "item")
        before.append(assign(title, value, statement))
        return locate(name(title), value)

    new = with_own_expressions(statement, change)
    return [*before, new]


def is_value(value: Expression) -> bool:
    """Return True if an expression is no list that is written out, or made of one, and not None."""
    if isinstance(value, gast.BinOp):
        return is_value(value.left) and is_value(value.right)
    made = callee_of(value) in ("list", "runtime.listed")
    return not (made or isinstance(value, (gast.List, gast.ListComp, gast.Tuple, gast.Constant)))


def without_stars(display: gast.List) -> Expression:
    """Return a list that is written out as a sum of lists, where parts of it are starred.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(without_stars(expression("[*x, 1.0, 2.0, *y]")))
    'list(x) + [1.0, 2.0] + list(y)'
    """
    if not has_star(display.elts):
        return display
    parts: list[Expression] = []
    for part in display.elts:
        if isinstance(part, gast.Starred):
            parts.append(call("list", part.value))
        elif parts and isinstance(parts[-1], gast.List):
            parts[-1] = gast.List([*parts[-1].elts, part], gast.Load())
        else:
            parts.append(gast.List([part], gast.Load()))
    whole = parts[0]
    for part in parts[1:]:
        whole = binary(whole, gast.Add(), part)
    return whole


def closed_lists(block: Block, uses: Counter[str]) -> Iterator[Statement]:
    """Return the statements that make a list which is used in no other block but its own."""
    for place, statement in enumerate(block):
        for inner in blocks(statement):
            yield from closed_lists(inner, uses)
        title = list_name(statement)
        if title:
            nodes = [n for s in block[place:] for n in walk(s)]
            if uses[title] == sum(isinstance(n, gast.Name) and n.id == title for n in nodes):
                yield statement


def list_name(statement: Statement) -> str:
    """Return the name that a statement binds to a list that is written out, or ""."""
    match statement:
        case gast.Assign(targets=[gast.Name(id=title)], value=gast.List(elts=parts)):
            nested = (gast.Starred, gast.List, gast.Tuple)
            return "" if any(isinstance(part, nested) for part in parts) else str(title)
    return ""


def counters_of(tree: gast.FunctionDef, bound: Counter[str]) -> set[str]:
    """Return the variables that are never below zero: they only count."""
    found: Counter[str] = Counter()
    for loop in walk_statements(tree.body):
        if not isinstance(loop, gast.For) or not isinstance(loop.iter, gast.Call):
            continue
        callee, arguments = dotted(loop.iter.func), loop.iter.args
        target = loop.target
        if callee == "enumerate" and len(arguments) == 1 and isinstance(target, gast.Tuple):
            target = target.elts[0]
        elif callee == "range" and len(arguments) == 2:
            start = number(arguments[0])
            target = target if start is not None and start >= 0 else None
        elif callee != "range" or len(arguments) != 1:
            continue
        if isinstance(target, gast.Name):
            found[target.id] += 1
    return {counter for counter, count in found.items() if bound[counter] == count}

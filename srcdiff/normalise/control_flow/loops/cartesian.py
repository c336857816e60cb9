"""Write loops over `itertools.product` and `itertools.combinations` as loops in each other."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs_one_of
from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.normalise.control_flow.loops.written_loops import is_used_after
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    bottom_up,
    call,
    constant,
    dotted,
    each_block,
    is_range,
    locate,
    members,
    name,
    number,
    reads,
    writes,
)

Levels = list[tuple[Expression, Expression]]  # targets, and what loops in each other go through


@needs_one_of(itertools.product, itertools.combinations)
def cartesian(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with loops for products and combinations of ranges.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(cartesian(function('''
    ... def f(x, n):
    ...     s = sum([x[k] * x[m] for k, m in combinations(range(n), 2)])
    ...     for i, j in product(range(n), (1, 2)):
    ...         s += x[i] * j
    ...     return s
    ... '''), {"product": itertools.product, "combinations": itertools.combinations})))
    def f(x, n):
        s = sum([x[k] * x[m] for k in range(n) for m in range(k + 1, n)])
        product·end = n
        for i in range(product·end):
            for j in (1, 2):
                s += x[i] * j
        return s
    """
    naming = Naming(tree)

    def levels_of(target: Expression, node: Expression) -> Levels | None:
        made = value_of(node.func, namespace) if isinstance(node, gast.Call) else None
        find = LEVELS.get(made) if isinstance(made, type) else None
        # the ranges are found before any of the variables is bound
        free = not reads(node) & writes([target])
        return find(members(target), node) if find and free else None

    def loop(statement: Statement) -> Block:
        found = levels_of(statement.target, statement.iter) if is_simple(statement, tree) else None
        if found is None:
            return [statement]
        before, found = held(found, naming, statement)
        body = statement.body
        for place, (target, iteration) in enumerate(reversed(found)):
            orelse = statement.orelse if place == len(found) - 1 else []
            body = [locate(gast.For(target, iteration, body, orelse, None), statement)]
        return [*before, *body]

    def change(node: gast.AST) -> gast.AST:
        if not isinstance(node, (gast.ListComp, gast.GeneratorExp)):
            return node
        generators: list[Expression] = []
        for generator in node.generators:
            found = levels_of(generator.target, generator.iter) or [
                (generator.target, generator.iter)
            ]
            for place, (target, iteration) in enumerate(found):
                tests = generator.ifs if place == len(found) - 1 else []
                generators.append(gast.comprehension(target, iteration, tests, 0))
        return locate(type(node)(node.elt, generators), node)

    new = each_block(tree, lambda block: [p for s in block for p in loop(s)])
    return bottom_up(new, change)


def is_simple(statement: Statement, tree: gast.FunctionDef) -> bool:
    """Return True if nested loops can replace a loop: nothing else changes its variables."""
    if not isinstance(statement, gast.For) or has_exit(statement.body, gast.Break):
        return False
    names = [dotted(target) for target in members(statement.target)]
    bound = bound_names(statement.body)
    return all(n and n not in bound and not is_used_after(n, tree) for n in names)


def products(targets: list[Expression], node: gast.Call) -> Levels | None:
    """Return the loops for a product, None where they are not known."""
    words = {word.arg: number(word.value) for word in node.keywords}
    repeat = words.pop("repeat", 1)
    if words or not isinstance(repeat, int):
        return None
    sources = node.args * repeat
    if len(sources) != len(targets) or not all(map(is_fixed, sources)):
        return None
    return list(zip(targets, sources, strict=True))


def combinations(targets: list[Expression], node: gast.Call) -> Levels | None:
    """Return the loops for combinations of the numbers in a range, None for anything else."""
    if node.keywords or len(node.args) != 2 or number(node.args[1]) != len(targets):
        return None
    source = node.args[0]
    if not is_range(source) or len(source.args) > 2:
        return None
    found: Levels = [(targets[0], source)]
    for before, target in itertools.pairwise(targets):
        if not isinstance(before, gast.Name):
            return None
        begin = binary(name(before.id), gast.Add(), constant(1))
        found.append((target, locate(call("range", begin, source.args[-1]), source)))
    return found


LEVELS: Mapping[Any, Callable[[list[Expression], gast.Call], Levels | None]] = {
    itertools.product: products,
    itertools.combinations: combinations,
}


def is_fixed(tree: Expression) -> bool:
    """Return True if what an expression goes through cannot change meanwhile."""
    if isinstance(tree, (gast.Tuple, gast.List)):
        return all(number(part) is not None for part in tree.elts)
    return is_range(tree)


def held(levels: Levels, naming: Naming, place: Statement) -> tuple[Block, Levels]:
    """Return assignments of the ends of ranges, which are found once, and the loops."""
    before: Block = []

    def once(tree: Expression) -> Expression:
        if number(tree) is not None or names & reads(tree):
            return tree
        kept = naming.part("product", "end")
        before.append(assign(kept, tree, place))
        return locate(name(kept), tree)

    found: Levels = []
    names = {dotted(target) for target, _ in levels}
    for target, iteration in levels:
        if is_range(iteration):
            iteration = locate(call("range", *map(once, iteration.args)), iteration)
        found.append((target, iteration))
    return before, found

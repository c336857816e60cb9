"""Write out `tuple(a * x for x in t)` where the length of `t` is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import gast

from srcdiff.core.fixed_points import settled
from srcdiff.core.needs import needs
from srcdiff.errors import SrcdiffError
from srcdiff.front.parse import source_of
from srcdiff.syntax import (
    Expression,
    callee_of,
    choices,
    clone,
    constant,
    dotted,
    element,
    has_star,
    locate,
    parameters,
    rebuild,
    substitute,
    times_bound,
    tuple_of,
    walk,
    walk_statements,
    whole_target,
)

ANY = -1  # the length of what is only known to be a tuple: of as many parts as needed
LATER = (gast.Lambda, gast.NamedExpr, gast.GeneratorExp, gast.ListComp)
Lengths = Mapping[str, int | None]  # None where a name is no tuple, or of several lengths


@needs("tuple")
def generated_tuples(
    tree: gast.FunctionDef, sizes: Mapping[str, int], functions: Mapping[str, Any]
) -> gast.FunctionDef:
    """Return the function with tuples for generators over tuples of known length.

    `sizes` are the lengths of parameters that are tuples; `functions` of the user are known by the
    tuples that they return.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(generated_tuples(function('''
    ... def f(x, n):
    ...     q = (1.0, x)
    ...     for _ in range(n):
    ...         q = tuple(c / 2 for c in q)
    ...     return tuple([a * b for a, b in zip(q, q)])
    ... '''), {}, {})))
    def f(x, n):
        q = (1.0, x)
        for _ in range(n):
            q = (q[0] / 2, q[1] / 2)
        return (q[0] * q[0], q[1] * q[1])
    """
    if not any(is_generated(node) for node in walk(tree)):
        return tree
    lengths = lengths_in(tree, sizes, functions)

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change)
        return written_out(node, lengths) if is_generated(node) else node

    return change(tree)


def is_generated(node: gast.AST) -> bool:
    """Return True for a tuple of what a generator gives that goes over one thing."""
    if callee_of(node) != "tuple" or len(node.args) != 1 or node.keywords:
        return False
    (made,) = node.args
    if not isinstance(made, (gast.GeneratorExp, gast.ListComp)) or len(made.generators) != 1:
        return False
    (loop,) = made.generators
    names = loop.target.elts if isinstance(loop.target, gast.Tuple) else [loop.target]
    is_plain = all(isinstance(part, gast.Name) for part in names) and not loop.ifs
    return is_plain and not any(isinstance(part, LATER) for part in walk(made.elt))


def written_out(node: gast.Call, lengths: Lengths) -> gast.AST:
    """Return a tuple that is generated, written out if its length is known."""
    (made,) = node.args
    (loop,) = made.generators
    rows = items(loop.iter, lengths)
    targets = loop.target.elts if isinstance(loop.target, gast.Tuple) else [loop.target]
    if rows is None or any(len(row) != len(targets) for row in rows):
        return node
    parts = [
        substitute(clone(made.elt), {t.id: v for t, v in zip(targets, row, strict=True)})
        for row in rows
    ]
    return locate(tuple_of(parts), node)


def items(value: Expression, lengths: Lengths) -> list[list[Expression]] | None:
    """Return the items of a tuple, or of a `zip` or `enumerate` of tuples, each as its parts.

    >>> from srcdiff.syntax import expression, unparse
    >>> found = items(expression("enumerate(zip(p, q))"), {"p": 2, "q": 2})
    >>> found is None
    True
    >>> for row in items(expression("zip(p, q)"), {"p": 2, "q": 3}):
    ...     print(*map(unparse, row))
    p[0] q[0]
    p[1] q[1]
    """
    count = shortest(value, lengths)
    if count is None:
        return None
    columns = [[element(clone(part), place) for place in range(count)] for part in gone_over(value)]
    if callee_of(value) == "enumerate":
        columns = [[constant(place) for place in range(count)], *columns]
    return [list(row) for row in zip(*columns, strict=True)]


def gone_over(value: Expression) -> list[Expression]:
    """Return what a loop goes over at the same time: the arguments of `zip`, or one thing."""
    called = callee_of(value)
    if called not in ("zip", "enumerate"):
        return [value]
    is_plain = not value.keywords and (called == "zip" or len(value.args) == 1)
    return list(value.args) if is_plain else []


def shortest(value: Expression, lengths: Lengths) -> int | None:
    """Return how many items a loop goes over, None where that is not known."""
    found = [lengths.get(dotted(part)) for part in gone_over(value)]
    known = [length for length in found if length is not None]
    return min(known) if known and len(known) == len(found) else None


def lengths_in(
    tree: gast.FunctionDef, sizes: Mapping[str, int], functions: Mapping[str, Any]
) -> Lengths:
    """Return the lengths of the tuples that names stand for, whichever value they have.

    A name that is bound to what is made of itself, as in a loop, has the length that its other
    values have.
    """
    bound = times_bound(tree)
    values: dict[str, list[Expression]] = {}
    for statement in walk_statements(tree.body):
        title = whole_target(statement)
        if title:
            values.setdefault(title, []).extend(choices(statement.value))
    own = set(parameters(tree))
    whole = Counter(map(whole_target, walk_statements(tree.body)))
    plain = {n for n in values if bound[n] == whole[n] + (n in own)}

    def step(known: dict[str, int | None]) -> dict[str, int | None]:
        found: dict[str, int | None] = {}
        for title in known:
            lengths = [length(value, known, functions) for value in values.get(title, ())]
            lengths += [sizes.get(title)] if title in own else []
            found[title] = common([known[title], *lengths])
        return found

    first: dict[str, int | None] = {n: ANY for n in plain | (sizes.keys() - values.keys())}
    return {n: k for n, k in settled(first, step).items() if k not in (None, ANY)}


def common(lengths: Sequence[int | None]) -> int | None:
    """Return the one length among some, None where there is none or several.

    >>> common([ANY, 3, 3]), common([3, 2]), common([ANY])
    (3, None, -1)
    """
    known = set(lengths) - {ANY}
    return known.pop() if len(known) == 1 else None if known else ANY


def length(value: Expression, known: Lengths, functions: Mapping[str, Any]) -> int | None:
    """Return the length of a tuple, None for what is none or not known."""
    if isinstance(value, gast.Tuple):
        return None if has_star(value.elts) else len(value.elts)
    if isinstance(value, gast.Name):
        return known.get(value.id)
    if is_generated(value):
        return shortest(value.args[0].generators[0].iter, known)
    called = functions.get(callee_of(value)) if isinstance(value, gast.Call) else None
    return None if called is None else length_of_results(called)


def length_of_results(function: Any) -> int | None:
    """Return the length of the tuples that a function of the user returns, None if it varies."""
    try:
        body = source_of(function).tree.body
    except SrcdiffError:  # it has a rule, or is a derivative
        return None
    results = [s for s in walk_statements(body) if isinstance(s, gast.Return)]
    tuples = [s.value for s in results if isinstance(s.value, gast.Tuple)]
    if not results or len(tuples) < len(results) or any(has_star(t.elts) for t in tuples):
        return None
    return common([len(t.elts) for t in tuples])

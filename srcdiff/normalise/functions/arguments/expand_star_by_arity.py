"""Write out `*p` where the function that is called tells how many parts `p` must have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.front.callables import own_signature
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    each_statement,
    element,
    has_star,
    key,
    locate,
    number,
    reads,
    rebuild,
    walk,
    writes,
)


@needs(gast.Starred)
def expand_star_by_arity(tree: gast.FunctionDef, functions: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function without stars before what has as many parts as a function takes.

    They are the elements of an array, or of a list, whose length is checked.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(expand_star_by_arity(function('''
    ... def f(t, p):
    ...     return model(t, *p)
    ... '''), {"model": lambda t, a, b: a * t + b})))
    def f(t, p):
        if len(p) != 2:
            raise ValueError('`model` takes 2 parts of `p`')
        return model(t, p[0], p[1])
    """

    return each_statement(tree, lambda statement: spread(statement, functions))


def spread(statement: Statement, functions: Mapping[str, Any]) -> Block:
    """Return a statement without such stars, after the checks of lengths."""
    if blocks(statement) and not isinstance(statement, gast.If):
        return [statement]  # what a loop tests may have another length each time
    nodes = walk(statement)
    if not has_star(nodes):
        return [statement]
    hidden = writes(node.target for node in nodes if isinstance(node, gast.comprehension))
    checks: Block = []

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change)
        count = missing(node, functions)
        if count is None:
            return node
        (place,) = [k for k, a in enumerate(node.args) if isinstance(a, gast.Starred)]
        whole = node.args[place].value
        if not is_repeatable(whole) or reads(whole) & hidden:
            return node
        test = gast.Compare(call("len", clone(whole)), [gast.NotEq()], [constant(count)])
        text = f"`{dotted(node.func)}` takes {count} parts of `{shown(whole)}`"
        check = raising(test, text, statement)
        if key(check) not in map(key, checks):
            checks.append(check)
        parts = [element(clone(whole), k) for k in range(count)]
        parts = [locate(part, whole) for part in parts]
        node.args = [*node.args[:place], *parts, *node.args[place + 1 :]]
        return node

    if isinstance(statement, gast.If):
        new = gast.copy_location(
            gast.If(change(statement.test), statement.body, statement.orelse), statement
        )
    else:
        new = rebuild(statement, change)
    return [*checks, new] if checks else [statement]


def missing(node: gast.AST, functions: Mapping[str, Any]) -> int | None:
    """Return how many arguments the one star of a call must give, None if that is not known."""
    called = functions.get(callee_of(node))
    if called is None or sum(isinstance(a, gast.Starred) for a in node.args) != 1:
        return None
    try:
        found = own_signature(called).parameters.values()
    except (TypeError, ValueError):
        return None
    named = {word.arg for word in node.keywords}
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in found) or None in named:
        return None
    positional = [p for p in found if p.kind is not p.KEYWORD_ONLY]
    left = [p for p in positional if p.name not in named][len(node.args) - 1 :]
    if any(p.default is not p.empty for p in left):
        return None
    return len(left)


def is_repeatable(value: Expression) -> bool:
    """Return True if an expression is a name, or elements of one between fixed bounds."""
    if isinstance(value, gast.Name):
        return True
    if not isinstance(value, gast.Subscript) or not isinstance(value.value, gast.Name):
        return False
    bounds = value.slice
    if isinstance(bounds, gast.Slice):
        parts = (bounds.lower, bounds.upper, bounds.step)
        return all(part is None or isinstance(number(part), int) for part in parts)
    return isinstance(bounds, gast.Name) or isinstance(number(bounds), int)


def shown(value: Expression) -> str:
    """Return the name of the array of which parts are passed."""
    return dotted(value.value if isinstance(value, gast.Subscript) else value)

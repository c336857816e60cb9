"""Write comprehensions of lists that grow later as loops that append."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.containers.appends import grown as appended_to
from srcdiff.syntax import Block, Statement, assign, call, each_statement, locate, reads, targets


@needs(gast.ListComp)
def list_append(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with loops for the comprehensions of lists that are appended to.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(list_append(function('''
    ... def f(x):
    ...     y = [a * a for a in x if a > 0.0]
    ...     y.append(1.0)
    ...     return y
    ... '''))))
    def f(x):
        y = []
        for a in x:
            if a > 0.0:
                y.append(a * a)
        y.append(1.0)
        return y
    """
    found = {title for statement in tree.body for title in appended_to(statement)}

    return each_statement(tree, lambda statement: changed(statement, found)) if found else tree


def changed(statement: Statement, found: set[str]) -> Block:
    """Return the loops for a comprehension of one of the lists; other statements as they are."""
    bound, value = targets(statement), getattr(statement, "value", None)
    if len(bound) != 1 or bound[0] not in found or not isinstance(value, gast.ListComp):
        return [statement]
    (title,) = bound
    if title in reads(value):
        return [statement]
    body: Block = [gast.Expr(call(f"{title}.append", value.elt))]
    for generator in reversed(value.generators):
        for test in reversed(generator.ifs):
            body = [gast.If(test, body, [])]
        body = [gast.For(generator.target, generator.iter, body, [], None)]
    empty = locate(gast.List([], gast.Load()), statement)
    return [assign(title, empty, statement), locate(body[0], statement)]

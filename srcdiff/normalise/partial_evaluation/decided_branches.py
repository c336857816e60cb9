"""Leave out branches that never run, as what they ask for is None in all calls with such arguments.

In them operations with None have no types, so that this comes first where there are such.
"""

from __future__ import annotations

import copy

import gast

from srcdiff.analyse.types.own_inference.decided import Decided
from srcdiff.core.values import FLAG
from srcdiff.normalise.control_flow.unbound import still_unbound
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    blocks,
    constant,
    each_statement,
    is_none,
    is_number,
    targets,
    walk,
    walk_statements,
    whole_target,
)


def decided_branches(tree: gast.FunctionDef, decided: Decided) -> gast.FunctionDef:
    """Return a function without the branches, and parts of conditions, that are never evaluated.

    >>> from srcdiff.syntax import expression, function, unparse
    >>> tree = function("def f(x):\\n  if c: y = x\\n  else: y = x if d else x * x\\n  return y")
    >>> test, other = tree.body[0].test, tree.body[0].orelse[0].value.test
    >>> print(unparse(decided_branches(tree, Decided({test: False, other: True}))))
    def f(x):
        y = x
        return y
    """
    empty = joined_copies(tree, decided)
    if not decided.tests and not decided.cut and not empty:
        return tree

    def change(statement: Statement) -> Block:
        if statement in empty:
            return [assign(whole_target(statement), constant(0), statement)]
        if not blocks(statement):
            return [decided.applied(statement)]
        test = getattr(statement, "test", None)
        if test in decided.tests and isinstance(statement, gast.If):
            return list(statement.body if decided.tests[test] else statement.orelse)
        if test in decided.tests:
            return []  # a loop that never begins
        if test is not None and decided.applied(test) is not test:
            statement = copy.copy(statement)
            statement.test = decided.applied(test)
        return [statement]

    return still_unbound(each_statement(tree, change), tree)


def joined_copies(tree: gast.FunctionDef, decided: Decided) -> set[Statement]:
    """Return the copies of what has no value to names that have one on other paths.

    There they have none, as variables that are not bound.
    """
    empty = {whole_target(statement) for statement in decided.empty}
    others = {
        title
        for statement in walk_statements(tree.body)
        for title in targets(statement)
        if title in empty and statement not in decided.empty and not is_number(statement.value)
    }
    return {
        s for s in walk_statements(tree.body) if s in decided.empty and whole_target(s) in others
    }


def asks_for_none(tree: gast.FunctionDef) -> bool:
    """Return True if a core form asks whether a variable is None, or has flags that say so.

    >>> from srcdiff.syntax import function
    >>> [asks_for_none(function(f"def f(a): return {t}")) for t in ("a is None", "a > 0")]
    [True, False]
    """
    return any(
        (isinstance(node, gast.Compare) and any(map(is_none, node.comparators)))
        or (isinstance(node, gast.Name) and FLAG in node.id)
        for node in walk(tree)
    )

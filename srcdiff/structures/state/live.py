"""Which names a function reads before it binds them."""

from __future__ import annotations

import gast

from srcdiff.structures.state.slots import LOOPS
from srcdiff.syntax import Block, Statement, blocks, ends_with

ENDS = (gast.Return, gast.Raise, gast.Break, gast.Continue)


def read_first(block: Block) -> set[str]:
    """Return the names that may be read before they are bound.

    >>> from srcdiff.syntax import statements
    >>> text = "a = x\\nif a: b = y\\nelse: b = c = 1\\nfor k in z: d = b\\nreturn a, b, c, d, k"
    >>> sorted(read_first(statements(text)))
    ['c', 'd', 'k', 'x', 'y', 'z']
    """
    found: set[str] = set()
    after(block, set(), found)
    return found


def after(block: Block, bound: set[str], found: set[str]) -> set[str]:
    """Collect what some statements read first; return what is bound behind them."""
    bound = set(bound)
    for statement in block:
        bound = behind(statement, bound, found)
    return bound


def behind(statement: Statement, bound: set[str], found: set[str]) -> set[str]:
    """Collect what a statement reads first; return what is bound behind it."""
    if isinstance(statement, gast.If):
        found |= reads(statement.test) - bound
        ways = [(part, after(part, bound, found)) for part in (statement.body, statement.orelse)]
        going = [own for part, own in ways if not ends_with(part, ENDS)]
        return set.intersection(*going) if going else bound
    if isinstance(statement, LOOPS):
        head = statement.iter if isinstance(statement, gast.For) else statement.test
        found |= reads(head) - bound
        own = stores(statement.target) if isinstance(statement, gast.For) else set()
        after(statement.body, bound | own, found)
        after(statement.orelse, bound, found)
        return bound
    inner = list(blocks(statement))
    if inner or isinstance(statement, (gast.FunctionDef, gast.Try, gast.With)):
        found |= reads(statement) - bound  # each name that is read anywhere in it
        return bound
    found |= reads(statement) - bound
    return bound | stores(statement)


def reads(tree: gast.AST) -> set[str]:
    """Return the names that are read in a tree; one that is added to is read."""
    names = {n.id for n in gast.walk(tree) if isinstance(n, gast.Name) and is_read(n)}
    added = {
        n.target.id
        for n in gast.walk(tree)
        if isinstance(n, gast.AugAssign) and isinstance(n.target, gast.Name)
    }
    return names | added


def is_read(node: gast.Name) -> bool:
    """Return True if a name is not only bound."""
    return not isinstance(node.ctx, (gast.Store, gast.Param))


def stores(tree: gast.AST) -> set[str]:
    """Return the names that are bound in a tree."""
    return {n.id for n in gast.walk(tree) if isinstance(n, gast.Name) and not is_read(n)}

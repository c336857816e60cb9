"""Further refusals of a function that is refused: those that do not depend on the first one.

The statement that is refused is left out, with all that reads what it binds or changes, and what
remains is read again. People port whole programs, and want to see all of it at once.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.errors import NoDerivative, SrcdiffError, UnsupportedSyntax, UnsupportedType
from srcdiff.front.options import Asked, Given
from srcdiff.front.parse import Made, Source, signature, source_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    constant,
    dotted,
    locate,
    walk,
    walk_statements,
    with_blocks,
    with_body,
)

MOST = 9  # further refusals that are shown
LONGEST = 5.0  # seconds in which they are looked for
REFUSALS = (UnsupportedSyntax, UnsupportedType, NoDerivative)


def with_others(error: SrcdiffError, function: Any, given: Given, asked: Asked) -> SrcdiffError:
    """Return a refusal with the others in the function that do not depend on it."""
    from srcdiff.program.module import write

    found: list[SrcdiffError] = []
    source = source_of(function)
    tree, last = source.tree, error
    begin = time.monotonic()
    while len(found) < MOST and time.monotonic() - begin < LONGEST:
        less = without_refused(tree, last, source)
        if less is None:
            break
        tree = less
        made = Made(
            Source(None, tree, source.namespace, source.origin, source.written or source.tree),
            signature(function),
        )
        try:
            write(made, given, asked)
            break
        except REFUSALS as other:
            if is_known(other, [error, *found]):
                break
            found.append(other)
            last = other
        except Exception:  # what is left need be no function that has a derivative
            break
    error.others = tuple(found)
    return error


def is_known(error: SrcdiffError, known: list[SrcdiffError]) -> bool:
    """Return True if a refusal stands where one of some others does, or nowhere."""
    return error.node is None or any(place(error) == place(other) for other in known)


def place(error: SrcdiffError) -> tuple[Any, ...]:
    """Return where a refusal stands."""
    file = error.origin.file if error.origin is not None else ""
    node: Any = error.node
    return file, getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def without_refused(
    tree: gast.FunctionDef, error: SrcdiffError, source: Source
) -> gast.FunctionDef | None:
    """Return a function without the statement that is refused and what depends on it, or None.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     a = strange(x)
    ...     b = x * 2.0
    ...     c = a + b
    ...     return c + b
    ... ''')
    >>> error = UnsupportedSyntax("not supported", tree.body[0].value)
    >>> print(unparse(without_refused(tree, error, source_of(len_of))))
    def f(x):
        b = x * 2.0
        return b
    """
    if error.origin is None or error.origin.where == source.origin.where:
        refused = statement_of(tree, error.node)
    else:
        refused = call_of(tree, error.origin.function)
    if refused is None:
        return None
    affected = changed_by(refused)
    gone = {id(refused)}
    while True:
        before = len(gone)
        for statement in walk_statements(tree.body):
            if id(statement) not in gone and affected & names_in(statement):
                gone.add(id(statement))
                affected |= changed_by(statement)
        if len(gone) == before:
            break
    returned = [s for s in walk_statements(tree.body) if isinstance(s, gast.Return)]
    results = {
        id(s): independent(s.value, affected) if id(s) in gone else s.value
        for s in returned
        if s.value is not None and s is not refused
    }
    if len(results) < len(returned) or None in results.values():
        results = {id(s): constant(0.0) for s in returned}
    body = remaining(tree.body, gone, refused, results)
    return with_body(tree, body) if body else None


def independent(value: Expression, affected: set[str]) -> Expression | None:
    """Return what of a sum, product or the like does not read some names, None for nothing.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(independent(expression("a * 2.0 + np.sum(b) - a"), {"b"}))
    'a * 2.0 - a'
    """
    if not any(isinstance(n, gast.Name) and n.id in affected for n in walk(value)):
        return value
    if not isinstance(value, gast.BinOp):
        return None
    left, right = (independent(side, affected) for side in (value.left, value.right))
    if left is None or right is None:
        return left or right
    return gast.copy_location(gast.BinOp(left, value.op, right), value)


def len_of(x: Any) -> int:
    """Return a length: a function that is read in an example."""
    return len(x)


def statement_of(tree: gast.FunctionDef, node: gast.AST | None) -> Statement | None:
    """Return the innermost statement that a node stands in, by its place in the text."""
    line, column = getattr(node, "lineno", None), getattr(node, "col_offset", None)
    if line is None or column is None:
        return None
    found: Statement | None = None
    for statement in walk_statements(tree.body):
        if not hasattr(statement, "lineno"):  # `pass` where a block was empty
            continue
        begin = (statement.lineno, statement.col_offset)
        end = (statement.end_lineno or line, statement.end_col_offset or column)
        if begin <= (line, column) <= end and (found is None or begin >= start(found)):
            found = statement
    return found


def call_of(tree: gast.FunctionDef, title: str) -> Statement | None:
    """Return the first of the innermost statements that call a function of the user."""
    for statement in walk_statements(tree.body):
        inner = {id(n) for block in blocks(statement) for s in block for n in walk(s)}
        for node in walk(statement):
            called = dotted(node.func) if isinstance(node, gast.Call) else ""
            if id(node) not in inner and called and called.split(".")[-1] == title.split(".")[-1]:
                return statement
    return None


def start(statement: Statement) -> tuple[int, int]:
    """Return where a statement begins."""
    return statement.lineno, statement.col_offset


def remaining(
    block: Block, gone: set[int], refused: Statement, results: Mapping[int, Expression]
) -> Block:
    """Return what is left of a block, with other results; of `with` what stands in it."""
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.Return):
            new.append(locate(gast.Return(results.get(id(statement))), statement))
        elif id(statement) in gone:
            if statement is refused and isinstance(statement, gast.With):
                new += remaining(statement.body, gone - {id(statement)}, refused, results)
        elif any(True for _ in blocks(statement)):
            first, *rest = [remaining(part, gone, refused, results) for part in blocks(statement)]
            first = first or [locate(gast.Pass(), statement)]
            new.append(with_blocks(copy.copy(statement), [first, *rest]))
        else:
            new.append(statement)
    return new


def names_in(statement: Statement) -> set[str]:
    """Return the names in a statement itself, and in those that stand in it if they decide it."""
    inner = {id(n) for block in blocks(statement) for s in block for n in walk(s)}
    return {n.id for n in walk(statement) if isinstance(n, gast.Name) and id(n) not in inner}


def changed_by(statement: Statement) -> set[str]:
    """Return the names whose types a statement, or one that stands in it, decides.

    What is added to, and arrays whose elements are written, have their types without it.

    >>> from srcdiff.syntax import statements
    >>> [sorted(changed_by(s)) for s in statements("a = b = 1\\nc += 1\\nd[0] = 1\\ne.append(1)")]
    [['a', 'b'], [], [], ['e']]
    """
    found: set[str] = set()
    added = {id(n.target) for n in walk(statement) if isinstance(n, gast.AugAssign)}
    for node in walk(statement):
        if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            found |= {node.id} if id(node) not in added else set()
        elif isinstance(node, (gast.FunctionDef, gast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (gast.Global, gast.Nonlocal)):
            found |= {*node.names}
        elif isinstance(node, gast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, gast.Expr) and isinstance(node.value, gast.Call):
            found.add(dotted(node.value.func).rpartition(".")[0])
    return found - {""}

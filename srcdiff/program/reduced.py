"""A function without a statement that is refused, and without what depends on it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    constant,
    dotted,
    is_string,
    locate,
    unparse,
    walk,
    walk_statements,
    with_blocks,
    with_body,
)

SCOPES = (gast.Lambda, gast.GeneratorExp, gast.ListComp, gast.SetComp, gast.DictComp)
PLAIN = (gast.Name, gast.Constant, gast.Attribute)
Position = tuple[int, int, int]  # of what is refused: its line, and the columns around it
NOWHERE = (0, 0, 0)
KEPT = "kept"  # the variable that is bound to what is read, and does not depend on what is refused


@dataclass(frozen=True)
class Reduced:
    """What is left of a function; `lost` are the variables and parts that have no value in it.

    `has_lost_result` if it returns something else.
    """

    tree: gast.FunctionDef
    lost: frozenset[str]
    has_lost_result: bool


def without_refused(tree: gast.FunctionDef, refused: gast.AST) -> Reduced | None:
    """Return a function without the statement in which a node is refused.

    It is None if nothing is left, or nothing changes, as in `return 0.0`. What depends on the
    statement goes, too. Expressions in these statements that do not depend on it stay.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x):
    ...     a = strange(x)
    ...     b = x * 2.0
    ...     c = a + other(b)
    ...     return c + b
    ... ''')
    >>> print(unparse(without_refused(tree, tree.body[0].value).tree))
    def f(x):
        b = x * 2.0
        kept = other(b)
        return b
    """
    statement = statement_of(tree, refused)
    if statement is None:
        return None
    position = (refused.lineno, refused.col_offset, getattr(refused, "end_col_offset", None) or 0)
    affected = lost_with(statement)
    gone = {id(statement)}
    while True:
        before = len(gone)
        for other in walk_statements(tree.body):
            if id(other) not in gone and affected & read_by(other):
                gone.add(id(other))
                affected |= lost_with(other)
        if len(gone) == before:
            break
    returned = [s for s in walk_statements(tree.body) if isinstance(s, gast.Return)]
    results = {
        id(s): independent(s.value, affected, position) if id(s) in gone else s.value
        for s in returned
        if s.value is not None
    }
    has_lost = any(id(s) in gone and s.value is not None for s in returned)
    if len(results) < len(returned) or None in results.values():
        results = {id(s): constant(0.0) for s in returned}
    left = Left(gone, affected, results, position)
    body = left.block(tree.body)
    if not body or list(map(gast.dump, body)) == list(map(gast.dump, tree.body)):
        return None
    return Reduced(with_body(tree, body), frozenset(affected), has_lost)


@dataclass(frozen=True)
class Left:
    """What is left of statements: `gone` are those that go, `results` what is returned."""

    gone: set[int]
    affected: set[str]
    results: Mapping[int, Expression]
    position: Position

    def block(self, block: Block) -> Block:
        """Return what is left of a block."""
        return [new for statement in block for new in self.statements(statement)]

    def statements(self, statement: Statement) -> Iterator[Statement]:
        """Yield what is left of a statement."""
        is_gone = id(statement) in self.gone
        inner = blocks(statement)
        if is_gone:
            for part in self.parts(statement):
                yield locate(assign(KEPT, part), part)
        if isinstance(statement, gast.Return):
            yield locate(gast.Return(self.results.get(id(statement))), statement)
        elif is_gone:
            for block in inner if not has_jumps(statement) else ():
                yield from self.block(block)
        elif inner:
            first, *rest = map(self.block, inner)
            first = first or [locate(gast.Pass(), statement)]
            yield with_blocks(copy.copy(statement), [first, *rest])
        else:
            yield statement

    def parts(self, statement: Statement) -> Iterator[Expression]:
        """Yield the largest expressions of a statement that neither are nor read what is lost."""
        within = {id(s) for block in blocks(statement) for s in block}
        pending: list[Any] = [n for n in gast.iter_child_nodes(statement) if id(n) not in within]
        if isinstance(statement, (gast.FunctionDef, gast.ClassDef, gast.With)):
            return
        if isinstance(statement, gast.For):  # what a loop goes over need be no value
            pending = [*gast.iter_child_nodes(statement.iter)]
        if start(statement) == self.position[:2]:  # it is refused as a whole, with its value
            pending = [part for node in pending for part in gast.iter_child_nodes(node)]
            pending = [] if blocks(statement) else pending
        while pending:
            node = pending.pop(0)
            if isinstance(node, gast.expr) and not isinstance(node, gast.Starred):
                is_lost = is_around(node, self.position) or names_of(node) & self.affected
                if not is_lost and is_value(node):
                    if any(not isinstance(n, (*PLAIN, gast.expr_context)) for n in walk(node)):
                        yield node
                    continue
                if isinstance(node, (*SCOPES, gast.JoinedStr)):
                    continue
            if isinstance(node, (gast.expr, gast.keyword, gast.withitem)):
                pending += gast.iter_child_nodes(node)


JUMPS = (gast.Return, gast.Break, gast.Continue)


def has_jumps(statement: Statement) -> bool:
    """Return True if statements inside another one leave it, so that they cannot stand alone."""
    return any(isinstance(s, JUMPS) for b in blocks(statement) for s in walk_statements(b))


def lost_with(statement: Statement) -> set[str]:
    """Return the names whose types are not known without a statement; what is in it may stay."""
    if not blocks(statement) or has_jumps(statement):
        return changed_by(statement)
    targets = [getattr(statement, "target", None)]
    targets += [item.optional_vars for item in getattr(statement, "items", ())]
    targets += [handler.name for handler in getattr(statement, "handlers", ())]
    return {text for target in targets if target is not None for text in names_of(target)}


def is_around(node: gast.AST, position: Position) -> bool:
    """Return True if a node is what is refused, or around it."""
    begin = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
    end = (getattr(node, "end_lineno", None) or 0, getattr(node, "end_col_offset", None) or 0)
    line, column, last = position
    return begin <= (line, column) and (line, last) <= end


def is_value(node: gast.expr) -> bool:
    """Return True if an expression is read for its value, and is no slice."""
    is_read = not isinstance(getattr(node, "ctx", None), (gast.Store, gast.Del))
    return is_read and not isinstance(node, (gast.Slice, gast.Lambda))


def independent(
    value: Expression, affected: set[str], position: Position = NOWHERE
) -> Expression | None:
    """Return what of a sum, product or the like does not read some names, None for nothing.

    What is refused at a position is left out, too.

    >>> from srcdiff.syntax import expression
    >>> unparse(independent(expression("a * 2.0 + np.sum(b) - a"), {"b"}))
    'a * 2.0 - a'
    """
    if not names_of(value) & affected and not is_around(value, position):
        return value
    is_refused = (value.lineno, value.col_offset, value.end_col_offset) == position
    if is_refused or not isinstance(value, gast.BinOp):
        return None
    left, right = (independent(side, affected, position) for side in (value.left, value.right))
    if left is None or right is None:
        return left or right
    return gast.copy_location(gast.BinOp(left, value.op, right), value)


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


def start(statement: Statement) -> tuple[int, int]:
    """Return where a statement begins."""
    return statement.lineno, statement.col_offset


def read_by(statement: Statement) -> set[str]:
    """Return the names in a statement itself, and in those that stand in it if they decide it."""
    inner = {id(n) for block in blocks(statement) for s in block for n in walk(s)}
    return {text for n in walk(statement) if id(n) not in inner for text in own_text(n)}


def names_of(node: gast.AST) -> set[str]:
    """Return the names in an expression, and the parts of variables: `p.rate`, `p['rate']`.

    >>> from srcdiff.syntax import expression
    >>> sorted(names_of(expression("p['rate'] + q[k]")))
    ['k', 'p', "p['rate']", 'q']
    """
    return {text for n in walk(node) for text in own_text(n)}


def own_text(node: gast.AST) -> Iterator[str]:
    """Yield a variable, or a part of one that is named by constants."""
    if isinstance(node, gast.Name):
        yield node.id
    elif is_part(node):
        yield unparse(node)


def is_part(node: gast.AST) -> bool:
    """Return True if a node is a part of a variable that is named by constants."""
    while isinstance(node, (gast.Attribute, gast.Subscript)):
        if isinstance(node, gast.Subscript) and not is_string(node.slice):
            return False
        node = node.value
        if isinstance(node, gast.Name):
            return True
    return False


def changed_by(statement: Statement) -> set[str]:
    """Return the names whose types a statement, or one that stands in it, decides.

    What is added to, and arrays whose elements are written, have their types without it.

    >>> from srcdiff.syntax import statements
    >>> [sorted(changed_by(s)) for s in statements("a = b.c = 1\\nc += 1\\nd[0] = 1\\ne.append(1)")]
    [['a', 'b.c'], [], [], ['e']]
    """
    found: set[str] = set()
    added = {id(n.target) for n in walk(statement) if isinstance(n, gast.AugAssign)}
    for node in walk(statement):
        if isinstance(getattr(node, "ctx", None), (gast.Store, gast.Del)) and id(node) not in added:
            found |= {*own_text(node)}
        elif isinstance(node, (gast.FunctionDef, gast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (gast.Global, gast.Nonlocal)):
            found |= {*node.names}
        elif isinstance(node, gast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, gast.Expr) and isinstance(node.value, gast.Call):
            found.add(dotted(node.value.func).rpartition(".")[0])
    return found - {""}

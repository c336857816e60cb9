"""Lists that begin with nothing but None: with elements of the type that they get."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import gast

from srcdiff.normalise.array_lists.element_uses import Uses, asked, can_be_marked
from srcdiff.normalise.array_lists.filled_in_order import is_filled_in_order, only_below
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    bottom_up,
    call,
    clone,
    constant,
    dotted,
    each_statement,
    expression,
    is_none,
    is_number,
    locate,
    name,
    subscript,
    walk,
    walk_statements,
    with_own_expressions,
)

MESSAGE = "an element of `{}` is None"


def absent_elements(tree: gast.FunctionDef, filled: Mapping[str, str]) -> gast.FunctionDef:
    """Return the function with elements of the right type in lists that begin with None.

    `filled` has such an element, as text, for each of these lists. Where an element may be read
    before it has a value an array of booleans marks those that have one.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(absent_elements(function('''
    ... def f(x, n, k):
    ...     u = [None] * n
    ...     for i in range(n):
    ...         u[i] = x * i
    ...     v = [None] * n
    ...     v[k] = x
    ...     if v[0] is None:
    ...         v[0] = u[0]
    ...     return v[1] * u[1]
    ... '''), {"u": "0.0", "v": "0.0"})))
    def f(x, n, k):
        u = [0.0] * n
        for i in range(n):
            u[i] = x * i
        v = [0.0] * n
        v·filled = np.zeros(len(v), np.bool_)
        v[k] = x
        v·filled[k] = True
        if not v·filled[0]:
            v[0] = u[0]
            v·filled[0] = True
        if not v·filled[1]:
            raise TypeError('an element of `v` is None')
        return v[1] * u[1]
    """
    makes: dict[Statement, str] = {}
    marks: dict[str, str] = {}
    for title, element in filled.items():
        found = makers(title, tree, is_array(element))
        if found and not has_order(title, found, tree):
            marked = can_be_marked(title, tree) and only_below(title, found[0], tree)
            if holds_numbers(found) or not marked:
                continue
            marks[title] = Naming(tree).part(title, "filled")
        makes |= dict.fromkeys(found, element)
    if not makes:
        return tree
    walk_of = _Marks(marks)

    def change(statement: Statement) -> Block:
        if statement in makes:
            new = with_element(statement, expression(makes[statement]))
            return [new, *walk_of.begun(statement)]
        return walk_of.statement(statement)

    return each_statement(tree, change)


def has_order(title: str, made: list[gast.Assign], tree: gast.FunctionDef) -> bool:
    """Return True if a list is made once, and filled before anything reads it."""
    size = size_of(made[0].value)
    return len(made) == 1 and size is not None and is_filled_in_order(title, size, made[0], tree)


def makers(title: str, tree: gast.FunctionDef, arrays: bool) -> list[gast.Assign]:
    """Return the statements that bind a list to nothing but None; none if others bind it, too.

    In place of `arrays` numbers may stand as well.
    """
    bound = [s for s in walk_statements(tree.body) if not blocks(s) and title in bound_by(s)]
    known = all(isinstance(s, gast.Assign) and is_empty(s.value, arrays) for s in bound)
    return bound if known else []


def is_array(element: str) -> bool:
    """Return True for the text of an element that is an array."""
    return element.startswith("np.empty")


def holds_numbers(made: Iterable[gast.Assign]) -> bool:
    """Return True if lists begin with numbers, which may be read as such."""
    return any(is_number(n) for s in made for n in elements(s.value))


def bound_by(statement: Statement) -> set[str]:
    """Return the names that a statement binds as a whole."""
    parts = statement.targets if isinstance(statement, gast.Assign) else [statement]
    return {
        n.id
        for part in parts
        for n in walk(part)
        if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Store)
    }


def is_empty(value: Expression, arrays: bool) -> bool:
    """Return True for `[None] * n`, `[None, None]` and `[None for _ in range(n)]`."""
    found = elements(value)
    return bool(found) and all(is_none(n) or (arrays and is_number(n)) for n in found)


def size_of(value: Expression) -> Expression | None:
    """Return the number of elements of a list as it is written, None where that is not simple.

    >>> from srcdiff.syntax import unparse
    >>> sizes = [size_of(expression(text)) for text in ("[None] * n", "[None, None]", "[0, 0] * n")]
    >>> [size and unparse(size) for size in sizes]
    ['n', '2', None]
    """
    parts = elements(value)
    if isinstance(value, gast.BinOp) and len(parts) == 1 and isinstance(value.left, gast.List):
        return value.right
    return constant(len(parts)) if isinstance(value, gast.List) else None


def elements(value: Expression) -> list[Expression]:
    """Return the elements that a list is written with, none for anything else."""
    if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Mult):
        return elements(value.left)
    if isinstance(value, gast.ListComp):
        return [] if any(part.ifs for part in value.generators) else [value.elt]
    return list(value.elts) if isinstance(value, gast.List) else []


def with_element(statement: gast.Assign, element: Expression) -> gast.Assign:
    """Return a statement that makes a list of another element."""
    old = {id(part) for part in elements(statement.value)}

    def change(node: gast.AST) -> gast.AST:
        return locate(clone(element), node) if id(node) in old else node

    return bottom_up(statement, change)


class _Marks:
    """The walk that says which elements have a value; `marks` are arrays of booleans by list."""

    def __init__(self, marks: Mapping[str, str]) -> None:
        self.marks = marks

    def begun(self, statement: Statement) -> Block:
        """Return the statements that make the marks of a list."""
        titles = bound_by(statement) & self.marks.keys()
        return [
            assign(
                self.marks[t],
                call("np.zeros", call("len", name(t)), expression("np.bool_")),
                statement,
            )
            for t in sorted(titles)
        ]

    def statement(self, statement: Statement) -> Block:
        """Return a statement that asks and changes marks."""
        before: Block = []
        after: Block = []
        for title, mark in self.marks.items():
            found = Uses(title, statement)
            text = MESSAGE.format(title)
            for place in found.read:
                absent = gast.UnaryOp(gast.Not(), subscript(mark, place.slice))
                before.append(raising(absent, text, statement, "TypeError"))
            if found.is_whole:
                absent = gast.UnaryOp(gast.Not(), call("np.all", name(mark)))
                before.append(raising(absent, text, statement, "TypeError"))
            emptied = is_none(getattr(statement, "value", None)) and bool(found.stored)
            after += [
                assign(subscript(mark, place, store=True), constant(not emptied), statement)
                for place in found.stored
                if not isinstance(statement, gast.AugAssign)
            ]
            if emptied:
                return after
        return [*before, with_own_expressions(statement, self.test), *after]

    def test(self, node: gast.AST) -> gast.AST:
        """Return the test of a mark for a test whether an element is None."""
        found = asked(node)
        mark = self.marks.get(dotted(found.value)) if found is not None else None
        if found is None or mark is None:
            return node
        known = locate(subscript(mark, found.slice), node)
        is_absent = isinstance(node.ops[0], gast.Is)
        return locate(gast.UnaryOp(gast.Not(), known), node) if is_absent else known

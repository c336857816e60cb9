"""An element of an array that a variable holds while a loop runs, and the text for that."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.optimise.elements.uses import Use
from srcdiff.optimise.symbols import ELEMENT
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    assign,
    bottom_up,
    constant,
    dotted,
    has_operator,
    is_element_of,
    members,
    name,
    number,
    range_parts,
    reads,
    subscript,
)


@dataclass(frozen=True)
class Held:
    """An element that a variable holds while a loop runs."""

    use: Use
    title: str
    is_written: bool

    def load(self, place: Statement) -> Statement:
        """Return the statement that takes the element."""
        return assign(self.title, subscript(self.use.array, self.use.part.slice), place)

    def store(self, place: Statement) -> Statement:
        """Return the statement that puts it back."""
        target = subscript(self.use.array, self.use.part.slice, store=True)
        return assign(target, name(self.title), place)

    def within(self, statement: Statement) -> Statement:
        """Return a statement that uses the variable instead of the element."""

        def change(node: gast.AST) -> gast.AST:
            return gast.Name(self.title, node.ctx, None, None) if self.is_element(node) else node

        new: Statement = bottom_up(statement, change)
        return new

    def is_element(self, node: gast.AST) -> bool:
        """Return True if a node is the element."""
        return is_element_of(node, self.use.array, self.use.part.slice)

    def is_set_by(self, statement: Statement) -> bool:
        """Return True if a statement gives the element a value that it does not get from it."""
        if not isinstance(statement, gast.Assign) or len(statement.targets) > 1:
            return False
        is_set = self.is_element(statement.targets[0])
        return is_set and self.use.array not in reads(statement.value)


def runs(loop: gast.For) -> Expression:
    """Return the condition that a loop has iterations.

    >>> from srcdiff.syntax import statements, unparse
    >>> for text in ("range(n)", "range(i + 1, n)", "range(n - 1, -1, -1)"):
    ...     print(unparse(runs(statements(f"for j in {text}: pass")[0])))
    n > 0
    i + 1 < n
    n > 0
    """
    start, stop, step = range_parts(loop.iter)
    up = (number(step) or 0) > 0
    if up and number(start) == 0:
        start, stop, up = stop, start, False
    if not up and number(stop) == -1 and has_operator(start, gast.Sub) and number(start.right) == 1:
        start, stop = start.left, constant(0)
    return gast.Compare(start, [gast.Lt() if up else gast.Gt()], [stop])


def title_of(use: Use) -> str:
    """Return the name of the variable for an element: that of the array with the subscripts.

    >>> from srcdiff.syntax import expression
    >>> [title_of(Use(None, expression(text), True)) for text in ("x[i, j]", "x[0]", "x[n - 1]")]
    ['x·ij·000', 'x·_0·000', 'x·element·000']
    """
    words = [word_of(part) for part in members(use.part.slice)]
    joined = ("" if all(len(word) == 1 for word in words) else "_").join(words)
    if not all(words):
        joined = "element"
    elif joined[0].isdigit():
        joined = f"_{joined}"
    return f"{use.array}{SEPARATOR}{joined}{ELEMENT}"


def word_of(part: Expression) -> str:
    """Return a word for a part of a subscript, "" if it is no name and no number."""
    known = number(part)
    if type(known) is int and known >= 0:
        return str(known)
    title = dotted(part)
    return "" if "." in title or SEPARATOR in title else title

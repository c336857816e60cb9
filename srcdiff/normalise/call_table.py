"""Rewrites of calls as lines of text, and the matcher that applies them.

In a line such as `np.size(a, axis) -> a.shape[axis]` stand, on the left, a function and its
parameters in their order, which calls give by position or by name:

- `axis` has to be given, and not as None
- `offset=...` may be given; where it is not, calls on the right go without it
- `n=0` has to be given as this constant; `n=None` must not be given, or as None

On the right the parameters stand for the arguments. One that is read twice is evaluated once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import gast

from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.syntax import Expression, dotted, expression, number, rebuild, walk


@dataclass(frozen=True)
class Line:
    """A line of a table: the parameters, those with constants after `=`, and the right side."""

    parameters: tuple[str, ...]
    constants: Mapping[str, Expression]
    result: Expression

    def bound(
        self, positional: Sequence[Expression], words: Mapping[str, Expression]
    ) -> dict[str, Expression] | None:
        """Return the arguments of a call by name, or None if the line is not for it."""
        if len(positional) > len(self.parameters) or not words.keys() <= {*self.parameters}:
            return None
        given = {**dict(zip(self.parameters, positional, strict=False)), **words}
        given = {name: value for name, value in given.items() if not is_constant(value, None)}
        fits = all(self.takes(name, given.get(name)) for name in self.parameters)
        return given if fits else None

    def takes(self, name: str, given: Expression | None) -> bool:
        """Return True if the line takes an argument, or None, for one of its parameters."""
        if name not in self.constants:
            return given is not None
        wanted = self.constants[name].value
        if wanted is ... or given is None:
            return wanted is ... or wanted is None
        value = number(given)
        return is_constant(given, wanted) if value is None else value == wanted


Table = Mapping[str, Sequence[Line]]


def table(text: str) -> Table:
    """Return the lines of a table, by the functions that they are for.

    >>> list(table("math.hypot(x) -> abs(x)"))
    ['math.hypot']
    """
    found: dict[str, list[Line]] = {}
    for line in filter(str.strip, text.splitlines()):
        left, _, right = line.partition("->")
        called = expression(left.strip())
        constants = {word.arg: word.value for word in called.keywords}
        parameters = (*(part.id for part in called.args), *constants)
        result = without_place(expression(right.strip()))
        found.setdefault(dotted(called.func), []).append(Line(parameters, constants, result))
    return found


def rewritten(
    node: gast.Call,
    lines: Table,
    naming: Naming,
    called: tuple[str, Sequence[Expression]] | None = None,
) -> Expression | None:
    """Return what a call is rewritten to by the first line that is for it, or None.

    `called` are the function and its arguments by position, where it is a method.

    >>> from srcdiff.syntax import expression, unparse
    >>> lines = table('''
    ...     divmod(x, y) -> (x // y, x % y)
    ...     np.trace(a, offset=...) -> np.trace(a, offset)
    ...     np.diff(a, n=0) -> a
    ... ''')
    >>> for text in ("divmod(x, f(y))", "np.trace(offset=1, a=x)", "np.trace(x)", "np.diff(x, 0)"):
    ...     node = expression(text)
    ...     print(unparse(rewritten(node, lines, Naming(node))))
    (x // (f·value := f(y)), x % f·value)
    np.trace(x, 1)
    np.trace(x)
    x
    >>> rewritten(expression("np.diff(x)"), lines, Naming(node)) is None
    True
    """
    name, positional = called or (dotted(node.func), node.args)
    words = {word.arg: word.value for word in node.keywords}
    for line in lines.get(name, ()):
        given = line.bound(positional, words)
        if given is not None:
            return filled(line, given, naming)
    return None


def filled(line: Line, given: Mapping[str, Expression], naming: Naming) -> Expression:
    """Return the right side of a line with the arguments for the parameters."""
    reads = Counter(node.id for node in walk(line.result) if isinstance(node, gast.Name))
    values = {
        name: list(twice(value, naming)) if reads[name] > 1 else [value]
        for name, value in given.items()
    }
    absent = {*line.parameters} - given.keys()

    def fill(tree: gast.AST) -> gast.AST:
        if isinstance(tree, gast.Name) and tree.id in values:
            first, *again = values[tree.id]
            if again:
                values[tree.id] = again
            return first
        new = rebuild(tree, fill)
        if isinstance(new, gast.Call):
            new.args = [part for part in new.args if dotted(part) not in absent]
        return new

    return fill(line.result)


def is_constant(tree: Expression, value: object) -> bool:
    """Return True if an expression is a constant with a value."""
    return isinstance(tree, gast.Constant) and tree.value == value


def without_place(tree: Expression) -> Expression:
    """Return an expression of a table, whose nodes have no place in a file."""
    for node in walk(tree):
        for attribute in node._attributes:
            node.__dict__.pop(attribute, None)
    return tree

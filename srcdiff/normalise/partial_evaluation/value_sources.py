"""Find the expressions whose values, or elements, a variable may have as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import gast

from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_store, store_target
from srcdiff.syntax import (
    Block,
    Expression,
    callee_of,
    constant,
    dotted,
    is_number,
    locate,
    number,
    targets,
    unpacks,
    walk_statements,
)

LISTS = {"runtime.listed", "runtime.nested"}
CHOOSING = {"min", "max"}
KEEPING = {"list", "sorted", "reversed", "tuple"}  # the elements of what they are given


class Sources:
    """What the variables of a function are bound to; `kinds` are the types of all names."""

    def __init__(self, tree: gast.FunctionDef, kinds: Mapping[str, Type]) -> None:
        self.kinds = kinds
        self.bound = bound_in(tree.body)
        self.stored: dict[str, list[Expression]] = {}
        for statement in walk_statements(tree.body):
            if is_store(statement):
                title = dotted(store_target(statement).value)
                self.stored.setdefault(title, []).append(statement.value)
        self.lists = lists_in(self.bound)

    def of(self, title: str) -> Iterator[Expression | None]:
        """Return the expressions whose values, or elements, a variable may have as they are.

        >>> from srcdiff.syntax import function, unparse
        >>> tree = function("def f(a, b): p, q = (a, 1) if a < b else (b, a * 2)")
        >>> [unparse(value) for value in Sources(tree, {}).of("q")]
        ['a * 2', '1']
        """
        pending = list(self.bound.get(title, ()))
        if any(callee_of(value) in LISTS or is_filled_later(value) for value in pending):
            pending += self.stored.get(title, ())
        while pending:
            value = pending.pop()
            called = callee_of(value)
            match value:
                case gast.IfExp():
                    pending += [value.body, value.orelse]
                case gast.BoolOp():
                    pending += value.values
                case gast.List() | gast.Tuple():
                    pending += value.elts
                case gast.Attribute(attr="dtype"):
                    pending.append(value.value)
                case gast.Subscript() if self.is_any_of(value):
                    pending.append(value.value)
                case gast.Subscript() if is_number(value.slice) and self.keeps(value.value):
                    parts = self.parts(value.value, number(value.slice), set())
                    yield from [value] if parts is None else []
                    pending += parts or []
                case gast.BinOp(op=gast.Add()) if self.keeps(value.left) or self.keeps(value.right):
                    pending += [value.left, value.right]
                case gast.Call() if called in LISTS:
                    pending += value.args[1:]  # the first one is how many there are
                case gast.Call() if is_filled_later(value):
                    pass
                case gast.Call() if called in CHOOSING | KEEPING:
                    pending += value.args
                case _:
                    yield value

    def parts(
        self, tree: Expression | None, place: float | None, seen: set[str]
    ) -> list[Expression] | None:
        """Return what a part of a tuple may be bound to; None where that is not known.

        A part of what is called is the subscript of the call.
        """
        match tree:
            case gast.Tuple() if isinstance(place, int) and -len(tree.elts) <= place:
                return [tree.elts[place]] if place < len(tree.elts) else None
            case gast.IfExp():
                each = [self.parts(part, place, seen) for part in (tree.body, tree.orelse)]
            case gast.Call() if callee_of(tree) not in KEEPING and isinstance(place, int):
                return [part_of(tree, place)]
            case gast.Name() if tree.id in seen:
                return []
            case gast.Name() if tree.id in self.bound:
                seen.add(tree.id)
                each = [self.parts(value, place, seen) for value in self.bound[tree.id]]
            case _:
                return None
        return None if None in each else [part for parts in each for part in parts or ()]

    def is_any_of(self, tree: gast.Subscript) -> bool:
        """Return True if an expression is an element of a list, or one of a tuple that varies."""
        is_part = isinstance(self.kinds.get(dotted(tree.value)), numba_types.BaseTuple)
        is_part |= isinstance(tree.value, (gast.Tuple, gast.IfExp))
        return self.keeps(tree.value) and not (is_part and is_number(tree.slice))

    def keeps(self, tree: Expression) -> bool:
        """Return True if an expression is a list or a tuple, which keeps what it is given."""
        sequences = (numba_types.List, numba_types.BaseTuple)
        if isinstance(tree, (gast.List, gast.Tuple)):
            return True
        if isinstance(tree, gast.IfExp):
            return self.keeps(tree.body) or self.keeps(tree.orelse)
        return isinstance(self.kinds.get(dotted(tree)), sequences) or dotted(tree) in self.lists


def is_filled_later(value: Expression | None) -> bool:
    """Return True if an expression makes a list whose elements are all stored after that.

    >>> from srcdiff.syntax import expression
    >>> [is_filled_later(expression(text)) for text in ("list(np.empty(n, np.int64))", "list(x)")]
    [True, False]
    """
    if not isinstance(value, gast.Call) or callee_of(value) != "list" or not value.args:
        return False
    return callee_of(value.args[0]) == "np.empty"


def lists_in(bound: Mapping[str, list[Expression | None]]) -> frozenset[str]:
    """Return the arrays that may stand for lists, by what all names are bound to.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(n): a = runtime.listed(n); b = a; c = b[0]; d = n")
    >>> sorted(lists_in(bound_in(tree.body)))
    ['a', 'b', 'c']
    """
    heirs: dict[str, list[str]] = {}  # what is bound to a name, or to a part of it
    pending: list[str] = []
    for title, values in bound.items():
        for value in values:
            source = value.value if isinstance(value, gast.Subscript) else value
            heirs.setdefault(dotted(source) if source is not None else "", []).append(title)
            pending += [title] if callee_of(value) in LISTS else []
    found: set[str] = set()
    while pending:
        title = pending.pop()
        if title not in found:
            found.add(title)
            pending += heirs.get(title, [])
    return frozenset(found)


def bound_in(block: Block) -> dict[str, list[Expression | None]]:
    """Return what names are bound to in a block, also those that are unpacked and counters.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(n):
    ...     a, b = g(n)
    ...     for i in range(n):
    ...         a = i
    ... ''')
    >>> {title: [*map(unparse, values)] for title, values in bound_in(tree.body).items()}
    {'a': ['g(n)[0]', 'i'], 'b': ['g(n)[1]'], 'i': ['range(n)']}
    """
    found: dict[str, list[Expression | None]] = {}
    for statement in walk_statements(block):
        if isinstance(statement, gast.For) and isinstance(statement.target, gast.Name):
            found.setdefault(statement.target.id, []).append(statement.iter)
            continue
        names, value = targets(statement), getattr(statement, "value", None)
        for place, title in enumerate(names if isinstance(statement, gast.Assign) else ()):
            part = part_of(value, place) if unpacks(statement) else value
            found.setdefault(title, []).append(part)
    return found


def part_of(tree: Expression, place: int) -> Expression:
    """Return an expression for a part of a tuple."""
    index = locate(constant(place), tree)
    return locate(gast.Subscript(tree, index, gast.Load()), tree)

"""Which arrays of a generated function lie in memory of their own, or are the same array."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import gast

from srcdiff.core.operations import ALLOCATORS, operation
from srcdiff.core.primitives import MODULES, functions_with
from srcdiff.optimise.arithmetic.by_element import is_by_element
from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    expression,
    is_adjoint,
    is_number,
    key,
    parameters,
    targets,
    walk,
    walk_statements,
    whole_target,
)

KEEPING = frozenset(("runtime.fit", "runtime.fit_shape", "runtime.shaped"))  # or new memory
NEW = functions_with(new=True) | set(ALLOCATORS)
OPEN = ("an argument", "an adjoint")  # that may be a part of another one
NOTHING = key(expression("a[:0]").slice)


@dataclass(frozen=True)
class Origins:
    """Where an array may come from, as names of what was made; `is_whole` if it is no part of it.

    Two whole arrays of which one may be the other are the same, element by element.
    """

    roots: frozenset[object] = frozenset()
    is_whole: bool = True

    def or_of(self, other: Origins) -> Origins:
        """Return where an array comes from that is this one or another."""
        return Origins(self.roots | other.roots, self.is_whole and other.is_whole)


class Memory:
    """The memory of the arrays in a generated function, for questions about two of them.

    >>> from srcdiff.analyse.types.types import Types, types
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x): a = np.zeros_like(x); l = [a, x]; b = l[0]; c = b[::-1]")
    >>> known = Types(dict.fromkeys("xabc", types.float64[:]), types.none)
    >>> memory = Memory(tree, Symbols(known, frozenset(), frozenset()))
    >>> memory.are_apart("a", "x"), memory.are_in_step("a", "b"), memory.are_in_step("a", "c")
    (True, True, False)
    """

    def __init__(self, tree: gast.FunctionDef, symbols: Symbols) -> None:
        self.symbols = symbols
        self.given = frozenset(parameters(tree))
        self.values: dict[str, list[Expression | None]] = {}  # None of what is not known
        self.put: dict[str, list[Expression | None]] = {}  # into lists
        self.found: dict[str, Origins | None] = {}
        for statement in walk_statements(tree.body):
            self.enter(statement)

    def enter(self, statement: Statement) -> None:
        """Enter what a statement binds names to, and puts into lists."""
        bound = () if isinstance(statement, gast.AugAssign) else targets(statement)
        for title in bound:
            plain = isinstance(statement, gast.Assign) and whole_target(statement) == title
            self.values.setdefault(title, []).append(statement.value if plain else None)
        if isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Subscript):
            self.put.setdefault(dotted(statement.targets[0].value), []).append(statement.value)
        if isinstance(statement, gast.Assign):  # a list that has another name
            for part in walk_displays(statement.value):
                self.put.setdefault(dotted(part), []).append(None)
        for node in walk(statement):
            if isinstance(node, gast.Call):
                self.enter_call(node)

    def enter_call(self, tree: gast.Call) -> None:
        """Enter what a call puts into lists: anything, unless the function is known."""
        owner = tree.func.value if isinstance(tree.func, gast.Attribute) else None
        if isinstance(owner, gast.Name) and owner.id not in MODULES:
            added = tree.args[0] if tree.func.attr == "append" else None
            if tree.func.attr != "pop":
                self.put.setdefault(owner.id, []).append(added)
        if dotted(owner) not in MODULES:
            for part in (node for given in tree.args for node in walk_displays(given)):
                self.put.setdefault(dotted(part), []).append(None)

    def are_apart(self, first: str, second: str) -> bool:
        """Return True if two arrays certainly have no element in common."""
        one, other = self.of(first), self.of(second)
        return one is not None and other is not None and not one.roots & other.roots

    def are_in_step(self, first: str, second: str) -> bool:
        """Return True if two arrays are apart, or the same one in the same order of elements."""
        one, other = self.of(first), self.of(second)
        if first == second or one is None or other is None:
            return first == second
        return not one.roots & other.roots or (one.is_whole and other.is_whole)

    def of(self, title: str) -> Origins | None:
        """Return where the array of a name comes from, None if that is not known."""
        if title not in self.found:
            self.found[title] = _Search(self).name(title)
        return self.found[title]

    def passed(self, title: str) -> Origins:
        """Return where the array of an argument comes from: it may be a part of another one."""
        if self.symbols.may_overlap(title):
            return Origins(frozenset((OPEN[is_adjoint(title)],)), False)
        return Origins(frozenset((title,)))

    def makes_array(self, value: Expression | None) -> bool:
        """Return True if a value certainly is an array that is made there."""
        return value is not None and callee_of(value) in ("np.empty", "np.zeros")


class _Search:
    """The search for all that one name may be bound to; a name that is found twice adds nothing."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.seen: set[str] = set()
        self.lists: set[str] = set()  # of which the members were looked for

    def name(self, title: str) -> Origins | None:
        """Return where the array of a name comes from, by all that it is bound to."""
        if title in self.seen:
            return Origins()
        self.seen.add(title)
        memory = self.memory
        each = [self.value(value) for value in memory.values.get(title, ())]
        if title in memory.given:
            each.append(memory.passed(title))
        return joined(each) if each else None

    def value(self, value: Expression | None) -> Origins | None:
        """Return where an array comes from that is the value of an expression."""
        match value:
            case None:
                return None
            case gast.Name(id=title):
                return self.name(title)
            case gast.Subscript():
                return self.part(value)
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr="pop")):
                return self.members(title)
        new = Origins(frozenset((id(value),)))
        if is_number(value) or is_by_element(value):
            return new
        found = operation(value) if isinstance(value, gast.Call) else None
        if found is None or found.is_user:
            return None
        if found.name in KEEPING:
            kept = self.value(found.operands[0])
            return None if kept is None else kept.or_of(new)
        return new if found.function in NEW else None

    def part(self, tree: gast.Subscript) -> Origins | None:
        """Return where an array comes from that is a part of another, or a member of a list."""
        if not isinstance(tree.value, gast.Name):
            return None
        title, memory = tree.value.id, self.memory
        made = memory.values.get(title, ())
        if memory.symbols.is_array(title) or any(map(memory.makes_array, made)):
            whole = self.name(title)
            return None if whole is None else Origins(whole.roots, False)
        return self.members(title)

    def members(self, title: str) -> Origins | None:
        """Return where the arrays in a list come from, None if that is not known."""
        memory = self.memory
        if title in memory.given:
            return None
        if title in self.lists:
            return Origins()
        self.lists.add(title)
        each: list[Origins | None] = list(map(self.value, memory.put.get(title, ())))
        for value in memory.values.get(title, ()):
            if not is_empty_list(value):
                each += map(self.value, value.elts) if isinstance(value, gast.List) else [None]
        return joined(each)


def walk_displays(value: Expression) -> Iterator[Expression]:
    """Yield the names that an expression is, or that are written in a tuple or a list."""
    if isinstance(value, gast.Name):
        yield value
    elif isinstance(value, (gast.Tuple, gast.List)):
        for part in value.elts:
            yield from walk_displays(part)


def is_empty_list(value: Expression | None) -> bool:
    """Return True for `[a][:0]`, which is empty, and gives Numba the type of its elements."""
    if not isinstance(value, gast.Subscript) or not isinstance(value.value, gast.List):
        return False
    return key(value.slice) == NOTHING


def joined(each: list[Origins | None]) -> Origins | None:
    """Return where an array comes from that may be any of some."""
    found = Origins()
    for one in each:
        if one is None:
            return None
        found = found.or_of(one)
    return found

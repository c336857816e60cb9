"""The function that is being taken apart: its state, its block, and its names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import Source
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.state.absence import bound_optional
from srcdiff.structures.state.emptiness import bound_untyped
from srcdiff.structures.state.joins import joined
from srcdiff.structures.state.naming import part_name, shown, title_of
from srcdiff.structures.state.restarts import Raised
from srcdiff.structures.state.slots import bound_once, nonlocals, slots
from srcdiff.structures.state.values import Identity, Leaf, Node, Ref, State, Value
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    all_parameters,
    clone,
    constant,
    fresh,
    locate,
    name,
    statements,
)

if TYPE_CHECKING:
    from srcdiff.structures.program import Program


class Frame:
    """What is known while one function is taken apart.

    `slots` are the names that are bound more than once: their nodes have variables of their own.
    """

    def __init__(self, program: Program, source: Source) -> None:
        self.program = program
        self.source = source
        self.namespace: dict[str, Any] = dict(source.namespace)
        self.state = State()
        self.block: Block = []
        self.local = bound_names(source.tree.body) | {p.id for p in all_parameters(source.tree)}
        if source.tree.args.kwarg is not None:
            self.local.add(source.tree.args.kwarg.id)
        self.slots = slots(source.tree)
        self.bound_once = bound_once(source.tree)
        self.nonlocals = nonlocals(source.tree)
        self.moved: dict[Identity, Identity] = {}  # temporary nodes, to what has their parts
        self.returns: list[Any] = []
        self.exits: list[Any] = []  # of the loops around
        self.continues: list[Any] = []
        self.ranges: list[Any] = []  # the loops over ranges around
        self.making: dict[int, Any] = {}  # what makes the items of loops over rows
        self.definitions: dict[int, Any] = {}  # of functions inside, by their numbers
        self.variables: dict[tuple[Identity, Any], str] = {}
        self.occurrences: Counter[Any] = Counter()  # of places that something is made for
        self.made: dict[Any, Any] = {}
        self.temporary: set[Identity] = set()  # nodes that nothing refers to yet
        self.touched = False
        self.loops: list[gast.For | gast.While] = []  # around, those that stay loops
        self.last_checks: list[Callable[[], Any]] = []  # after a loop that is written out
        self.unrolled = 0  # of loops that are written out
        self.titles: set[str] = set()
        self.pins = 0
        self.running: gast.AST = source.tree  # the statement that is taken apart
        self.fixed_names: set[str] = set()  # of parts of global objects
        self.untyped: set[str] = set()  # variables of lists that are empty at first
        self.needs_place = False  # what comes back is more than callers of a function know
        self.has_context = False  # a `with` of an object was taken apart
        self.in_try = 0  # blocks of `try` around
        self.log: set[tuple[Identity, Any]] = set()  # parts that are bound inside `try`
        self.unsure: dict[int, gast.AST] = {}  # loops and branches behind which less is known
        self.peeled: set[int] = set()  # loops whose first iterations are written in front of them
        self.split: set[int] = set()  # branches that have what follows them in them
        self.following: Block = []  # what follows a branch that is split
        self.in_place: list[tuple[int, Any]] = []  # functions that run in the place of calls
        self.quoted: dict[int, gast.FunctionDef] = {}  # such functions, as the author wrote them
        self.taking: dict[Any, Any] = {}  # the functions inside that are taken apart

    def variable(self, identity: Identity, key: Any) -> str:
        """Return the variable of a part of a node."""
        if (identity, key) not in self.variables:
            known = self.state.nodes.get(identity)
            title = known.title if known is not None else title_of(identity)
            self.variables[identity, key] = self.new_name(part_name(title, key))
        return self.variables[identity, key]

    def new_name(self, wanted: str, place: gast.AST | None = None) -> str:
        """Return a name that nothing has yet; the same one each time that a loop is tried again.

        `place` is what it is made for.
        """
        if place is not None:
            return str(self.again(("name", wanted), place, lambda: self.new_name(wanted)))
        found = fresh(wanted, {*self.titles, *self.local, *self.namespace})
        self.titles.add(found)
        return found

    def pin(self, value: Value) -> None:
        """Keep a value that nothing refers to yet."""
        self.state.names[f"pin{SEPARATOR}{self.pins}"] = value
        self.pins += 1

    def unpin(self, count: int) -> None:
        """Keep only so many values that nothing refers to."""
        while self.pins > count:
            self.pins -= 1
            self.state.names.pop(f"pin{SEPARATOR}{self.pins}", None)

    def again(self, key: Any, place: gast.AST, make: Callable[[], Any]) -> Any:
        """Return what is made for a place, the same each time that a loop is tried again."""
        own = (key, id(place))
        count = self.occurrences[own]
        self.occurrences[own] += 1
        if (own, count) not in self.made:
            self.program.alive.append(place)
            self.made[own, count] = make()
        return self.made[own, count]

    def emit(self, statement: Statement, place: gast.AST | None = None) -> None:
        """Write a statement."""
        self.block.append(locate(statement, place))
        if isinstance(statement, gast.Assign):
            for target in statement.targets:
                self.state.optional = bound_optional(target, statement.value, self.state.optional)
                self.untyped |= bound_untyped(target, statement.value, self.untyped)

    @contextmanager
    def writing(self, block: Block) -> Iterator[None]:
        """Have statements written into another block."""
        before, self.block = self.block, block
        try:
            yield
        finally:
            self.block = before

    def trial(self, run: Callable[[], Any]) -> tuple[Any, Block]:
        """Return what something gives and writes, and forget what it has done."""
        start = self.snapshot()
        written: Block = []
        try:
            with self.writing(written):
                found = run()
        except Raised:  # by what was written
            found = None
        finally:
            self.restore(start)
        return found, written

    def snapshot(self) -> Any:
        """Return what is known at this point, to come back to it."""
        own = (self.state.copy(), Counter(self.occurrences), set(self.temporary), self.touched)
        exits = [own for _, own in self.exits] + self.continues
        lists = [(own, len(own)) for own in (self.returns, *exits)]
        return *own, self.pins, dict(self.moved), list(self.last_checks), lists

    def restore(self, start: Any) -> None:
        """Come back to a point, and forget what was found out since; what is written stays."""
        self.state, self.occurrences, self.temporary, self.touched, *rest = start
        self.pins, self.moved, self.last_checks, lists = rest
        for own, length in lists:
            del own[length:]

    def join(self, first: tuple[State, Block], second: tuple[State, Block]) -> State:
        """Return the state behind two blocks."""
        (one, block), (other, further) = first, second
        return joined((one, block.append), (other, further.append), self.variable)

    def node(self, ref: Ref) -> Node:
        """Return a node whose parts are asked for; where it may be None, Python raises."""
        node = self.state.nodes[ref.identity]
        if node.absent is not None:
            part = node.parts[node.absent]
            if not isinstance(part, Leaf):
                raise UnsupportedSyntax(
                    f"`{shown(node.title)}` and its parts may be None",
                    self.running,
                    "ask for one of them: use two names, or a number in place of a None",
                )
            text = "raise AttributeError('this is None')"
            test = gast.Compare(clone(part.tree), [gast.Is()], [constant(None)])
            self.emit(gast.If(test, statements(text), []), self.running)
            node = self.there_is(ref.identity)
        return node

    def there_is(self, identity: Identity) -> Node:
        """Enter that there is no None instead of a node, and return it."""
        node = self.state.nodes[identity]
        part = node.parts.get(node.absent)
        if isinstance(part, Leaf) and isinstance(part.tree, gast.Name):
            self.state.optional.discard(part.tree.id)
        found = self.state.nodes[identity] = replace(node, absent=None)
        return found

    def is_stable(self, tree: Expression) -> bool:
        """Return True if an expression has the same value wherever it is evaluated later."""
        if isinstance(tree, gast.UnaryOp) and isinstance(tree.op, gast.USub):
            return self.is_stable(tree.operand)
        if isinstance(tree, gast.Tuple):
            return all(map(self.is_stable, tree.elts))
        if isinstance(tree, gast.Constant):
            return True
        return isinstance(tree, gast.Name) and tree.id in self.bound_once

    def name_of(self, value: Any, wanted: str) -> Expression:
        """Return a name of a value of the program."""
        if self.namespace.get(wanted) is not value or wanted in self.local:
            taken = {*self.local, *self.titles, *self.namespace}
            found = next((k for k, v in self.namespace.items() if v is value), None)
            wanted = found if found and found not in self.local else fresh(wanted, taken)
            self.namespace[wanted] = value
        return name(wanted)

    def known(self, value: Any, place: Expression) -> Value:
        """Return what is known of a value of the program."""
        return self.program.lifted(self, value, place)

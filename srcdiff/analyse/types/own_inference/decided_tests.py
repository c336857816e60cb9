"""Which conditions follow from what is None, in a function some of whose operations have no types.

The walk looks only into branches that may run, and goes on where an operation has no type. What it
finds of a name holds on all paths that may get there.
"""

from __future__ import annotations

import itertools
import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import gast
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaWarning

from srcdiff.analyse.types.declarations import refresh_declarations
from srcdiff.analyse.types.own_inference.constant_tests import Constants
from srcdiff.analyse.types.own_inference.decided import Decided
from srcdiff.analyse.types.own_inference.expression_types import CallOf, Untyped, unified
from srcdiff.analyse.types.own_inference.names_so_far import Here
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.own_inference.statement_types import ROUNDS, STEPS, Walk
from srcdiff.analyse.types.types import Type, types
from srcdiff.core.values import FLAG
from srcdiff.errors import SrcdiffError
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    blocks,
    ends_with,
    has_operator,
    is_none,
    mapped,
    parameters,
    targets,
    walk,
    writes,
)

UNKNOWN = types.Opaque("srcdiff.Unknown")  # of a value of which nothing is known
SAME = {gast.Is: True, gast.Eq: True, gast.IsNot: False, gast.NotEq: False}


def decided_tests(
    tree: gast.FunctionDef,
    given: tuple[Type, ...],
    callees: Mapping[str, CallOf],
    surroundings: Mapping[str, Any],
) -> Decided:
    """Return the conditions in a function that are known from the types of its arguments.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(b):\\n  c = b is not None\\n  if c: y = b + 1\\n  else: y = 2")
    >>> found = decided_tests(tree, (types.none,), {}, {}).tests
    >>> {unparse(test): truth for test, truth in found.items()}
    {'c': False}
    """
    with global_compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        refresh_declarations()
        try:
            return LenientWalk(tree, given, callees, surroundings).decided()
        except Undecided:
            return Decided()


class LenientWalk(Walk):
    """The way through the branches of a function that may run; `open` are conditions not known."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.known = Decided()
        self.open: set[gast.AST] = set()
        self.flagged = {title.partition(FLAG)[0] for title in self.bindings if FLAG in title}

    def begin(
        self, tree: gast.FunctionDef, given: tuple[Type, ...], surroundings: Mapping[str, Any]
    ) -> Constants:
        """Enter the whole function: what Numba leaves out where it compares with None, it knows."""
        self.tree, self.first = tree, {}
        return Constants({}, {*parameters(tree), *writes(tree.body), *surroundings}, {})

    def decided(self) -> Decided:
        """Return the conditions that are known when nothing changes any more."""
        begin, before = dict(self.names), None
        for _ in range(ROUNDS):
            self.names.clear()
            self.names.update(begin)
            self.block(self.tree.body)
            found = self.of_all, self.passed_on, *vars(self.known).values()
            now = [dict(one) for one in found]
            if now == before:
                return self.known
            before = now
        return Decided()

    def enter(self, name: str, kind: Type) -> None:
        """Enter the type of the value that a name is bound to here, which may be UNKNOWN."""
        self.names[name] = kind
        self.of_all[name] = joined(self.of_all.get(name, kind), kind)

    def join(self, others: Here) -> None:
        """Enter the types of names on another path that leads here."""
        for name, kind in others.items():
            if kind is not None:
                self.enter(name, joined(self.names.get(name, kind), kind))

    def block(self, block: Block) -> None:
        """Find the types in a block; what has none binds names of which nothing is known."""
        for statement in block:
            try:
                with self.until_known(*targets(statement)):
                    self.step(statement)
            except (Undecided, SrcdiffError):
                self.lose(statement)

    def step(self, statement: Statement) -> None:
        """Find the types in a statement."""
        kind = type(statement)
        step: Callable[[Any, Any], None] | None = OWN_STEPS.get(kind) or STEPS.get(kind)
        if step is None:
            raise Undecided
        step(self, statement if blocks(statement) else self.simplified(statement))

    def lose(self, statement: Statement) -> None:
        """Take it that a statement may bind its names to anything, and decides nothing."""
        for name in writes([statement]):
            self.enter(name, UNKNOWN)
        for node in walk(statement):
            self.leave_open(node)

    # --- conditions ---
    def leave_open(self, node: gast.AST) -> None:
        """Note that a condition is not known."""
        self.open.add(node)
        self.known.tests.pop(node, None)
        self.known.cut.pop(node, None)
        self.known.empty.pop(node, None)

    def asked(self, test: Expression) -> bool | None:
        """Return what a condition is, and note it for its node, which may be met again."""
        truth = self.truth(test)
        if truth is None or self.known.tests.get(test, truth) is not truth:
            self.leave_open(test)
        if test in self.open:
            return None
        self.known.tests[test] = truth is True
        return truth

    def truth(self, tree: Expression) -> bool | None:
        """Return what a condition is, None where that is not known."""
        if isinstance(tree, gast.Constant):
            return tree.value if isinstance(tree.value, bool) else None
        if isinstance(tree, gast.Name):
            kind = self.names.get(tree.id)
            return kind.literal_value if isinstance(kind, types.BooleanLiteral) else None
        if has_operator(tree, gast.Not):
            truth = self.truth(tree.operand)
            return None if truth is None else not truth
        if isinstance(tree, gast.BoolOp):
            end = isinstance(tree.op, gast.Or)
            parts = [self.truth(part) for part in tree.values]
            return end if end in parts else None if None in parts else not end
        match tree:
            case gast.Compare(ops=[op], comparators=[other]) if is_none(other):
                if type(op) in SAME and self.is_none(tree.left):
                    return SAME[type(op)]
        return None

    def is_none(self, tree: Expression) -> bool:
        """Return True if an expression is None for sure."""
        try:
            return isinstance(self.type_of(tree), types.NoneType)
        except (Untyped, Undecided, SrcdiffError):
            return False

    def simplified(self, tree: Any) -> Any:
        """Return an expression, or a statement, without what is never evaluated in it."""
        if isinstance(tree, gast.IfExp):
            truth = self.asked(tree.test)
            if truth is not None:
                return self.simplified(tree.body if truth else tree.orelse)
        if isinstance(tree, gast.BoolOp):
            end = isinstance(tree.op, gast.Or)
            ends = [self.truth(part) is end for part in tree.values[:-1]]
            count = ends.index(True) + 1 if True in ends else 0
            if not count or self.known.cut.get(tree, count) != count:
                self.leave_open(tree)
            if tree not in self.open:
                self.known.cut[tree] = count
                return self.known.applied(tree)
        return mapped(tree, self.simplified)

    # --- statements ---
    def branch(self, statement: gast.If) -> None:
        """Find the types in the branches that may run."""
        truth = self.truth(statement.test)
        ways = statement.body, statement.orelse
        if truth is not None and ends_with(ways[not truth], (gast.Raise,)):
            self.leave_open(statement.test)  # an error that is always raised is better refused
        truth = self.asked(statement.test)
        if truth is not None:
            self.block(ways[not truth])
        else:
            self.both_branches(statement)

    def loop(self, statement: gast.For) -> None:
        """Find the types in a loop over a range."""
        if statement.orelse:
            raise Undecided
        with self.repeated(statement):
            for name in writes(statement.target):
                self.enter(name, types.int64)
            self.block(statement.body)

    def repetition(self, statement: gast.While) -> None:
        """Find the types in a loop with a condition, unless it never begins."""
        if statement.orelse:
            raise Undecided
        with self.repeated(statement):
            if self.truth(statement.test) is not False:
                self.leave_open(statement.test)
            if self.asked(statement.test) is None:
                self.block(statement.body)

    def assignment(self, statement: gast.Assign) -> None:
        """Find the types of what an assignment binds."""
        target, truth = statement.targets[0], self.truth(statement.value)
        if truth is not None and isinstance(target, gast.Name):
            self.enter(target.id, types.literal(truth))
        else:
            super().assignment(statement)
        if isinstance(target, gast.Name) and isinstance(statement.value, gast.Name):
            if not self.is_empty(target.id):
                self.leave_open(statement)
            if statement not in self.open and target.id in self.names:
                self.known.empty[statement] = True

    def is_empty(self, title: str) -> bool:
        """Return True if a name has no value here, perhaps None if a flag says so."""
        kind = self.names.get(title, types.ellipsis)
        is_flagged = isinstance(kind, types.NoneType) and plainly(title) in self.flagged
        return is_flagged or isinstance(kind, types.EllipsisType)

    def unpack(self, target: gast.Tuple, value: Expression) -> None:
        """Find the types of parts: what a call returns without a value has a flag that is true."""
        super().unpack(target, value)
        titles = [part.id for part in target.elts] if isinstance(value, gast.Call) else []
        for flag, title in itertools.pairwise(titles):
            if FLAG in flag and self.names.get(title) == types.ellipsis:
                self.enter(flag, types.literal(True))


OWN_STEPS: dict[type, Callable[[LenientWalk, Any], None]] = {
    gast.Assign: LenientWalk.assignment,
    gast.For: LenientWalk.loop,
    gast.While: LenientWalk.repetition,
    gast.If: LenientWalk.branch,
}


def plainly(title: str) -> str:
    """Return a name without the numbers that tell its values apart.

    >>> plainly("x·2"), plainly("return·part1·3")
    ('x', 'return·part1')
    """
    return re.sub(rf"({SEPARATOR}\d+)+$", "", title)


def joined(first: Type, second: Type) -> Type:
    """Return the type of what has one of two types."""
    if first == second:
        return first
    if UNKNOWN in (first, second):
        return UNKNOWN
    try:
        return unified(first, second)
    except Undecided:
        return UNKNOWN

"""Functions that are defined inside another: what stands in them is taken apart in its place."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.calls.in_place import changed_lengths
from srcdiff.structures.results import Result, result_of
from srcdiff.structures.state.absence import is_none
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.slots import nonlocals, slots
from srcdiff.structures.state.values import UNKNOWN, Leaf, Ref, Value
from srcdiff.syntax import (
    Block,
    Expression,
    all_parameters,
    name,
)


@dataclass(frozen=True)
class Inside:
    """A function inside that was taken apart, and what it gives."""

    tree: gast.FunctionDef
    result: Result
    given: tuple[str, ...]  # the parameters that are left
    may_be_none: bool = False  # what comes back may be None


@dataclass
class Taking:
    """A function inside that is being taken apart: its name, and the parameters that are left.

    `is_called` if it calls itself: it has to return a number or an array then.
    """

    title: str
    given: tuple[str, ...]
    is_called: bool = False


def taken_inside(
    frame: Any, tree: gast.FunctionDef, values: dict[str, Value] | None, title: str
) -> Inside:
    """Return a function inside for certain values of its parameters; leaves stay parameters.

    They are passed in their order, but where `values` is None: it has its parameters then.

    Raises UnsupportedSyntax for one that changes objects of the function around it.
    """
    if nonlocals(tree):
        raise NeedsCaller(
            f"`{tree.name}`, a function inside another, binds variables of that anew",
            tree,
            "return what it binds, or keep it in a dictionary",
        )
    own = [p.id for p in all_parameters(tree)]
    local = bound_names(tree.body) | set(own)
    key = case_of(frame, tree, values)
    state, block, returns = frame.state.copy(), frame.block, frame.returns
    outer = (frame.local, frame.slots, frame.exits, frame.continues, frame.loops, frame.ranges)
    occurrences = Counter(frame.occurrences)
    arguments = own_arguments(frame, tree) if values is None else None
    values = values or {}
    frame.local, frame.slots = frame.local | local, (frame.slots - local) | slots(tree)
    frame.block, frame.returns, frame.exits, frame.continues = [], [], [], []
    frame.loops, frame.ranges = [], []
    frame.state.changed = set()  # what was changed before may change here once more
    left = [p for p in all_parameters(tree) if is_passed(values.get(p.id, Leaf(p)))]
    around = dict(frame.taking)
    taking = frame.taking[key] = Taking(title, tuple(p.id for p in left))
    try:
        for item in local:
            frame.state.names.pop(item, None)
        for item in own:
            frame.state.names[item] = values.get(item, Leaf(name(item)))
        frame.take(tree.body)
        body = frame.block
        check_outside(frame, tree, local, state)
        check_lengths(frame, tree, body, local, state.names)
        needs_place, frame.needs_place = frame.needs_place, False
        result = result_of(frame, frame.returns, tree, only_value=True, is_root=False)
        may_be_none = frame.needs_place
        frame.needs_place |= needs_place
        if taking.is_called and not result.is_leaf:
            raise UnsupportedSyntax(
                f"`{tree.name}`, a function inside another, calls itself, and returns objects",
                tree,
                "return numbers, or write it as a loop",
            )
    finally:
        frame.taking = around
        frame.state, frame.block, frame.returns = state, block, returns
        (frame.local, frame.slots, frame.exits, frame.continues, frame.loops, frame.ranges) = outer
        frame.occurrences = occurrences
    new = definition(title, arguments or positional(left), body)
    return Inside(gast.copy_location(new, tree), result, taking.given, may_be_none)


def case_of(frame: Any, tree: gast.FunctionDef, values: dict[str, Value] | None) -> Any:
    """Return what tells for which values of its parameters a function inside is taken apart."""
    if values is None:
        return id(tree), None
    own = [(k, frame.current(v)) for k, v in sorted(values.items())]
    return id(tree), tuple((k, what_tells(v)) for k, v in own if not is_none(v))


def what_tells(value: Value) -> Any:
    """Return what is equal for values with which a function inside is the same."""
    if isinstance(value, Leaf) and value.known is not UNKNOWN:
        return type(value.known), value.known
    return value if isinstance(value, Ref) else id(value)


def is_passed(value: Value) -> bool:
    """Return True for an argument that stays one; texts do not."""
    return isinstance(value, Leaf) and not isinstance(value.known, str)


def check_outside(frame: Any, tree: gast.FunctionDef, local: set[str], state: Any) -> None:
    """Refuse a function inside that changes what there is in the state around it.

    Raises NeedsCaller.
    """
    changed = frame.state.changed | {c for r in frame.returns for c in r.state.changed}
    if any(c[0] in state.nodes for c in changed):
        raise NeedsCaller(
            f"`{tree.name}`, a function inside another, changes an object of that",
            tree,
            "return what it changes",
        )
    parts = {title for (own, _), title in frame.variables.items() if own in state.nodes}
    if bound_names(frame.block) & (parts | (state.names.keys() - local)):
        raise NeedsCaller(
            f"`{tree.name}`, a function inside another, binds variables of that anew",
            tree,
            "return what it binds, or keep it in a dictionary",
        )


def check_lengths(
    frame: Any, tree: gast.FunctionDef, body: Block, local: set[str], around: Any
) -> None:
    """Refuse a function inside that makes lists of the function around it grow.

    Raises NeedsCaller.
    """
    known = set(frame.variables.values()) | {t for t, v in around.items() if isinstance(v, Leaf)}
    if changed_lengths(body) & (known - local):
        raise NeedsCaller(
            f"`{tree.name}`, a function inside another, makes a list of that grow",
            tree,
            "return what it adds",
        )


def own_arguments(frame: Any, tree: gast.FunctionDef) -> gast.arguments:
    """Return the parameters of a function as they are, with their defaults."""
    own = copy.copy(tree.args)
    own.defaults = frame.trees(own.defaults)
    own.kw_defaults = [d if d is None else frame.trees([d])[0] for d in own.kw_defaults]
    return own


def positional(left: list[Expression]) -> gast.arguments:
    """Return parameters that are passed in their order."""
    kept = [gast.Name(p.id, gast.Param(), None, None) for p in left]
    return gast.arguments(kept, [], None, [], [], None, [])


def definition(title: str, arguments: gast.arguments, body: Block) -> gast.FunctionDef:
    """Return a function with other parameters and another body."""
    return gast.FunctionDef(title, arguments, body or [gast.Pass()], [], None, None, [])


def read_around(frame: Any, tree: gast.FunctionDef) -> list[str]:
    """Return the variables of the function around it that a function inside reads."""
    own = bound_names(tree.body) | {p.id for p in all_parameters(tree)}
    read = [n.id for n in gast.walk(tree) if isinstance(n, gast.Name)]
    return [t for t in dict.fromkeys(read) if t not in own and t in frame.state.names]

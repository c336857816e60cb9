"""Calls of functions that are defined inside another."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.errors import SrcdiffError, UnsupportedSyntax
from srcdiff.front.parse import Source
from srcdiff.structures.calls.defaults import defaults_of
from srcdiff.structures.calls.in_place import run_in_place
from srcdiff.structures.calls.inner import case_of, is_passed, taken_inside
from srcdiff.structures.expressions.basic import UnknownKey
from srcdiff.structures.instances import instantiated
from srcdiff.structures.state.absence import is_none
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.values import Closure, Leaf, Value
from srcdiff.syntax import Expression, call, constant, locate, name, unparse

MOST_DEEP = 60  # functions inside, each of which is being taken apart in another


def bound_inside(
    frame: Any,
    tree: gast.FunctionDef | gast.Lambda,
    given: list[Value],
    words: dict[str, Value],
    place: Expression,
) -> dict[str, Value]:
    """Return what the parameters of a function inside are in a call.

    Raises UnsupportedSyntax for stars, and where the call does not fit.
    """
    own = tree.args
    titles = [p.id for p in (*own.posonlyargs, *own.args)]
    bound = dict(zip(titles, given, strict=False)) | words
    for title, default in defaults_of(tree).items():
        if title not in bound:
            bound[title] = frame.value(default)
    known = {*titles, *(p.id for p in own.kwonlyargs)}
    fits = bound.keys() == known and len(given) <= len(titles)
    if own.vararg or own.kwarg:
        raise UnsupportedSyntax(
            "a function inside another that uses objects has `*` or `**`",
            place,
            "name its parameters",
        )
    if not fits or words.keys() & set(titles[: len(given)]):
        raise UnsupportedSyntax("this call does not fit", place, "pass what the function takes")
    return bound


def called_inside(
    frame: Any, closure: Closure, given: list[Value], words: dict[str, Value], place: Expression
) -> Value:
    """Return what a call of a function inside gives."""
    found = frame.definitions.get(closure.number)
    values = [*given, *words.values()]
    is_plain = all(isinstance(v, Leaf) for v in values)
    if found is None:
        raise UnsupportedSyntax(
            f"`{closure.title}`, a function inside another, is called elsewhere",
            place,
            "define it where it is called",
        )
    running = frame.taking.get((id(closure.tree), None))
    if is_plain and running is not None:
        running.is_called = True
        return Leaf(frame.written_call(name(running.title), given, words, place))
    if is_plain and not isinstance(found, SrcdiffError):
        inside = taken_inside(frame, closure.tree, None, closure.title)
        if inside.result.is_leaf and unparse(inside.tree) == unparse(found):
            frame.state.optional |= {closure.title} if inside.may_be_none else set()
            return Leaf(frame.written_call(name(closure.title), given, words, place))
    bound = bound_inside(frame, closure.tree, given, words, place)
    frame.touched = True
    fixed = {k: v for k, v in bound.items() if not is_passed(v) or is_none(v)}
    try:
        return with_fixed(frame, closure, bound, fixed, place)
    except UnknownKey:
        known = {k: v for k, v in bound.items() if isinstance(v, Leaf) and is_key(v.known)}
        if known.keys() <= fixed.keys():
            raise
        fixed |= {k: Leaf(locate(constant(v.known), place), v.known) for k, v in known.items()}
        return with_fixed(frame, closure, bound, fixed, place)


def is_key(known: Any) -> bool:
    """Return True for a number that may be a key."""
    return type(known) in (int, float, bool)


def with_fixed(
    frame: Any,
    closure: Closure,
    bound: dict[str, Value],
    fixed: dict[str, Value],
    place: Expression,
) -> Value:
    """Return what a call of a function inside gives, of which some arguments are known."""
    running = frame.taking.get(case_of(frame, closure.tree, fixed))
    if running is None and len(frame.taking) > MOST_DEEP:
        raise UnsupportedSyntax(
            f"`{closure.title}` calls itself too often with keys that are known",
            place,
            "write it as a loop",
        )
    if running is not None:
        running.is_called = True
        again = [frame.leaf(bound[k], place).tree for k in running.given]
        return Leaf(locate(call(running.title, *again), place))
    source = Source(None, closure.tree, frame.namespace, frame.source.origin)
    if frame.has_none(bound):
        return run_in_place(frame, source, bound, place)
    title = frame.new_name(f"{closure.title}·case", place)
    try:
        inside = taken_inside(frame, closure.tree, fixed, title)
    except NeedsCaller:
        return run_in_place(frame, source, bound, place)
    if inside.may_be_none and not inside.result.is_leaf:
        return run_in_place(frame, source, bound, place)
    frame.emit(inside.tree, place)
    frame.state.optional |= {title} if inside.may_be_none else set()
    passed = [frame.leaf(bound[k], place).tree for k in inside.given if k in bound]
    return instantiated(frame, inside.result, locate(call(title, *passed), place), {}, place)

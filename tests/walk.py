"""Run a function after each pass of the pipeline, and compare it with what its author wrote."""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import gast

from srcdiff.analyse.types.runnable import runnable
from srcdiff.analyse.types.types import types
from srcdiff.backends.list_arguments import type_of as array_or_list
from srcdiff.core import Core
from srcdiff.core.grammar import faults
from srcdiff.core.passes import Ran, Stage, arguments, name_of, observed
from srcdiff.errors import SrcdiffError
from srcdiff.front.parse import Made, Source, source_of
from srcdiff.normalise.draft import Draft
from srcdiff.program.units.general_form import General, NeedsGeneral
from srcdiff.program.units.units import Units
from srcdiff.syntax import key, parameters, unparse


@dataclass(frozen=True)
class After:
    """A function after a pass that has changed it, and what its free names stand for."""

    ran: Ran
    own: Mapping[str, Any]

    @property
    def tree(self) -> gast.FunctionDef:
        """Return the function."""
        return self.ran.after.tree

    def run(self, given: tuple[Any, ...]) -> Any:
        """Return what the function computes, and what it leaves in its arguments."""
        form = Core(self.tree, {}, {}, ORIGIN, self.tree)
        around = {**vars(builtins), "functools": functools}
        return outcome(runnable(form, {**around, **self.own}), given)

    @property
    def text(self) -> str:
        """Return the text of the function, whose new nodes need have no place."""
        plain = gast.gast_to_ast(gast.Module([self.tree], []))
        return ast.unparse(ast.fix_missing_locations(plain))


def ran_over(function: Callable[..., Any], given: tuple[Any, ...]) -> list[Ran]:
    """Return the passes that ran over a function and those that it calls, until it was refused."""
    general = General()
    while True:
        found: list[Ran] = []
        units = Units(general=general)
        try:
            # what ran before a refusal counts, too
            with observed(found.append), suppress(SrcdiffError):
                units.unit(function, tuple(map(type_of, given)))
        except NeedsGeneral as needed:
            general = general.with_one_more(needed)
        else:
            return found


@contextmanager
def none_is_missed() -> Iterator[list[str]]:
    """Run the passes that are skipped in a block, too; what they would do is in the list."""
    found: list[str] = []

    def observe(ran: Ran) -> None:
        if ran.skipped:
            found.extend(
                f"`{ran.name}` {done}:\n{unparse(ran.before.tree)}" for done in missed(ran)
            )

    with observed(observe):
        yield found


def missed(ran: Ran) -> Iterator[str]:
    """Yield what a pass does to a function that it was not run over."""
    record = ran.before
    try:
        new = record.after(ran.change(**arguments(record, ran.change)))
    except Exception as error:
        yield f"raises {error!r}"
        return
    yield from differences(record, new)


def differences(old: Any, new: Any) -> Iterator[str]:
    """Yield what differs in two records, or in two parts of them."""
    if isinstance(old, gast.AST) and isinstance(new, gast.AST):
        if key(old) != key(new) or places(old) != places(new):
            yield f"makes {unparse(new)}"
    elif is_dataclass(old) and type(old) is type(new) and old is not new:
        names = {part.name for part in fields(old)}
        for name in sorted(names - {"tree"} if isinstance(old, Source) else names):
            yield from differences(getattr(old, name), getattr(new, name))
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        if list(old) != list(new) or any(old[title] is not new[title] for title in old):
            yield f"gives {new!r} for {old!r}"
    elif old is not new and old != new:
        yield f"gives {new!r} for {old!r}"


def places(tree: gast.AST) -> list[tuple[int, int]]:
    """Return where the expressions and the statements of a tree stand in its text."""
    nodes = [node for node in gast.walk(tree) if isinstance(node, (gast.expr, gast.stmt))]
    return [(node.lineno, node.col_offset) for node in nodes if hasattr(node, "lineno")]


def type_of(value: Any) -> Any:
    """Return the type of an argument; that of a string says which one it is."""
    return types.literal(value) if isinstance(value, str) else array_or_list(value)


def is_of(ran: Ran, function: Callable[..., Any]) -> bool:
    """Return True if a pass ran over a function, and not over one that it calls."""
    record: Any = ran.before
    if isinstance(record, Draft):
        return record.text.function is getattr(function, "__wrapped__", function)
    return bool(record.core.written.name == function.__name__)


def faults_in(every: list[Ran], stages: Iterable[Stage]) -> Iterator[str]:
    """Yield what should not be in functions at the ends of some stages (core/grammar.py)."""
    last = {(stage.name, name_of(stage.passes[-1])) for stage in stages}
    for ran in every:
        if (ran.stage, ran.name) in last:
            after: Any = ran.after
            found = faults(after.tree, ran.stage, after.functions.keys())
            yield from (f"after {ran.stage}: {fault}" for fault in found)


def after_passes(function: Callable[..., Any], every: list[Ran]) -> Iterator[After]:
    """Yield a function after each pass that changes it, as long as it takes the same arguments.

    `every` are the passes that ran over it and over those that it calls.
    """
    is_in_order = False
    names = parameters(source_of(function).tree)
    for ran in (ran for ran in every if is_of(ran, function)):
        is_in_order |= ran.name == "arguments"  # all arguments of calls by position from here on
        if ran.has_changed and parameters(ran.after.tree) == names:
            own = surroundings(ran.after)
            yield After(ran, positional(own) if is_in_order else own)


def surroundings(record: Any) -> Mapping[str, Any]:
    """Return what the free names of a function stand for."""
    if not isinstance(record, Draft):
        return {**record.core.functions, **record.core.constants}
    if record.functions or record.constants:
        return {**record.functions, **record.constants}
    return record.namespace


def positional(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return functions that take all arguments by position, those after a star too."""
    return {name: in_order(value) if callable(value) else value for name, value in own.items()}


def in_order(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes all its arguments by position."""
    if isinstance(function, Made):
        own = function.__signature__.parameters
        return lambda *given: function(**dict(zip(own, given, strict=True)))
    if not hasattr(function, "__code__"):
        return function
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if code.co_flags & inspect.CO_VARARGS:  # what is behind a star is one tuple
        return lambda *given: function(*given[:-1], *given[-1])
    # those that are not given have defaults
    return lambda *given: function(**dict(zip(names, given, strict=False)))


def outcome(function: Callable[..., Any], given: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return the result of a function, and what it leaves in its arguments."""
    own = copy.deepcopy(given)
    result = function(*own)
    return copy.deepcopy(result), own


ORIGIN = source_of(outcome).origin

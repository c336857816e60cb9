"""Run passes: each gets what its parameters ask for, and its result says what it has changed."""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import gast

from srcdiff.core.needs import Contained, may_change
from srcdiff.errors import InternalError, SrcdiffError
from srcdiff.syntax import key

Pass = Callable[..., Any]


class Record(Contained, Protocol):
    """What passes read by the names of their parameters; `after` enters the result of one."""

    @property
    def tree(self) -> gast.FunctionDef:
        """Return the function as it is now."""

    def after(self, result: Any) -> Any:
        """Return the record with what a pass has returned."""


R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Stage:
    """Passes with a name, which run in turn; with `repeated` until they change nothing."""

    name: str
    passes: tuple[Pass, ...]
    repeated: bool = False


@dataclass(frozen=True)
class Ran:
    """A pass that ran over a function: what there was before and after it, and how long it took.

    `begin` is a reading of a clock. Passes over functions that are called run inside of it. A pass
    was `skipped` if the function had not what it needs (needs.py).
    """

    stage: str
    change: Pass
    before: Record
    after: Record
    begin: float
    seconds: float
    skipped: bool = False

    @property
    def name(self) -> str:
        """Return the name of the pass."""
        return name_of(self.change)

    @property
    def has_changed(self) -> bool:
        """Return True if the pass has changed the tree."""
        before, after = self.before.tree, self.after.tree
        return before is not after and key(before) != key(after)


Observer = Callable[[Ran], None]
OBSERVERS: ContextVar[tuple[Observer, ...]] = ContextVar("OBSERVERS", default=())


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Call an observer after each pass that runs in a block."""
    token = OBSERVERS.set((*OBSERVERS.get(), observer))
    try:
        yield
    finally:
        OBSERVERS.reset(token)


def run(record: R, stages: Iterable[Stage]) -> R:
    """Return a record after all passes of some stages.

    Raises what the passes raise; what is no refusal gets a note with the name of the pass.
    """
    for stage in stages:
        record = settled(record, stage) if stage.repeated else once(record, stage)
    return record


def once(record: R, stage: Stage) -> R:
    """Return a record after each pass of a stage."""
    for change in stage.passes:
        record = step(record, change, stage.name)
    return record


def settled(record: R, stage: Stage) -> R:
    """Return a record after passes that run in turn until they change nothing any more.

    That is where so many in a row change nothing, or where all of them together leave what was.
    """
    quiet = 0
    while True:
        begin = key(record.tree)
        for change in stage.passes:
            before = key(record.tree)
            record = step(record, change, stage.name)
            quiet = quiet + 1 if key(record.tree) == before else 0
            if quiet == len(stage.passes):
                return record
        if key(record.tree) == begin:
            return record


def step(record: R, change: Pass, stage: str = "") -> R:
    """Return a record after one pass; the same record where the pass has nothing to do."""
    observers = OBSERVERS.get()
    begin = time.perf_counter() if observers else 0.0
    is_needed = may_change(change, record)
    new = record
    try:
        if is_needed:
            new = record.after(change(**arguments(record, change)))
    except Exception as error:
        if not isinstance(error, SrcdiffError) or isinstance(error, InternalError):
            add_note(error, f"in the pass `{name_of(change)}` over `{record.tree.name}`")
        raise
    if observers:
        seconds = time.perf_counter() - begin
        ran = Ran(stage, change, record, new, begin, seconds, not is_needed)
        for observer in observers:
            observer(ran)
    return new


def arguments(record: Record, change: Pass) -> dict[str, Any]:
    """Return what a pass asks for; what a record does not have yet keeps its default."""
    found = {}
    for name, is_optional in wanted(change):
        value = getattr(record, name, None) if is_optional else getattr(record, name)
        if value is not None or not is_optional:
            found[name] = value
    return found


@functools.cache
def wanted(change: Pass) -> tuple[tuple[str, bool], ...]:
    """Return the names of the parameters of a pass, and which of them have a default.

    >>> wanted(lambda tree, types=None: tree)
    (('tree', False), ('types', True))
    """
    parts = inspect.signature(change).parameters.values()
    return tuple((part.name, part.default is not part.empty) for part in parts)


def name_of(change: Pass) -> str:
    """Return the name of a pass."""
    return str(getattr(change, "__name__", change))


def add_note(error: BaseException, text: str) -> None:
    """Add a note to an exception, where Python has notes (3.11 and later)."""
    add = getattr(error, "add_note", None)
    if add is not None:
        add(text)

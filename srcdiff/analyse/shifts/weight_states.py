"""The weights (weights.py) of what the names of a function stand for, at one point of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from srcdiff.analyse.shifts.weights import FREE, UNKNOWN, Value, joined, names_of
from srcdiff.syntax import Statement

State = dict[str, Value]  # of names whose values have no weights there is nothing


def before(array: str, axis: int) -> str:
    """Return where a walk keeps the weights of slabs that a loop has not come to."""
    return f"{array} before {axis}"


def after(array: str, axis: int) -> str:
    """Return where a walk keeps the weights of slabs that a loop is done with."""
    return f"{array} after {axis}"


def set_value(state: State, name: str, value: Value) -> None:
    """Enter the weights of what a name stands for, if it has any."""
    if value == FREE:
        state.pop(name, None)
    else:
        state[name] = value


def join(state: State, other: Mapping[str, Value]) -> None:
    """Make a state that of two paths that meet."""
    for name in {**state, **other}:
        one, another = state.get(name, FREE), other.get(name, FREE)
        if one is not another:
            set_value(state, name, joined(one, another))


def prune(state: State, failed: set[str]) -> None:
    """Leave out the weights in shifts that have failed."""
    for name, value in list(state.items()):
        set_value(state, name, left(value, failed))


def left(value: Value, failed: set[str]) -> Value:
    """Return weights without those in shifts that have failed."""
    if failed.isdisjoint(value.weights):
        return value
    weights = {s: w for s, w in value.weights.items() if s not in failed}
    return Value(weights, value.is_zero, value.is_unset)


def without(value: Value, name: str) -> Value:
    """Return weights once a shift, or a name in their factors, has another value."""
    old = {s for s, w in value.weights.items() if s == name or name in names_of(w)}
    if not old:
        return value
    weights = {s: UNKNOWN if s in old else w for s, w in value.weights.items()}
    return Value(weights, value.is_zero, value.is_unset)


@dataclass(frozen=True)
class Passed:
    """What a call gives: the weights of its results, and of its arguments after it has run.

    The shifts in `failed` are none that cancel.
    """

    results: tuple[Value, ...]
    arguments: tuple[Value, ...]
    failed: frozenset[str]


Called = Callable[[Statement, Sequence[Value]], Passed | None]  # None for what is not known

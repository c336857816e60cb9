"""Hold derivatives of functions of objects against the functions themselves."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import srcdiff
from srcdiff.backends.objects import is_float
from srcdiff.structures.layouts import (
    FixedLayout,
    LeafLayout,
    NodeLayout,
    layout_of,
    leaves,
    parts_of,
)
from srcdiff.structures.rebuilt import together

Cases = dict[str, "Case"]


@dataclass
class Case:
    """A function, its arguments, what is differentiated, and how exact it can be."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    wrt: tuple[str, ...] | None
    options: dict[str, Any] = field(default_factory=dict)


CASES: dict[str, Cases] = {}  # by module and name


def add(function: Any, *arguments: Any, wrt: Any = None, **options: Any) -> None:
    """Enter a case."""
    own = CASES.setdefault(function.__module__, {})
    title = getattr(function, "__name__", type(function).__name__)
    while title in own:
        title += "_again"
    own[title] = Case(function, arguments, (wrt,) if isinstance(wrt, str) else wrt, options)


def case(*arguments: Any, wrt: Any = None, **options: Any) -> Callable[[Any], Any]:
    """Return a decorator that enters a function with its arguments."""

    def enter(function: Any) -> Any:
        add(function, *arguments, wrt=wrt, **options)
        return function

    return enter


def outcome(own: Case, target: str) -> str:
    """Return "right", or what is refused; fail for anything else."""
    try:
        want = own.function(*copy.deepcopy(own.arguments))
    except Exception as error:
        want = error
    before = [described(argument) for argument in own.arguments]
    names = list(inspect.signature(own.function).parameters)
    wrt = own.wrt or tuple(
        name for name, value in zip(names, own.arguments, strict=False) if has_floats(value)
    )
    try:
        value, found = srcdiff.value_and_grad(own.function, wrt=wrt, target=target)(*own.arguments)
    except srcdiff.InternalError:
        raise
    except srcdiff.SrcdiffError as error:
        return str(error).splitlines()[0]
    except Exception as error:
        if type(error) is not type(want) and "is written out" not in str(error):
            raise
        return "right" if type(error) is type(want) else "shorter than what it goes together with"
    finally:
        assert [described(argument) for argument in own.arguments] == before
    if isinstance(want, Exception):
        raise AssertionError(f"the function raises {want!r}")
    np.testing.assert_allclose(value, want, rtol=1e-9, atol=1e-9)
    for name, gradient in zip(wrt, found, strict=True):
        if name.isidentifier():
            check_gradient(own, names.index(name), gradient)
    return "right"


def has_floats(value: Any) -> bool:
    """Return True if there are floating-point numbers in a value."""
    return any(map(is_float, leaves(value, layout_of(value))))


def described(value: Any) -> Any:
    """Return what a value consists of, to be compared."""
    layout = layout_of(value)
    return layout, [
        repr(leaf) if isinstance(leaf, list) else np.array(leaf).tobytes()
        for leaf in leaves(value, layout)
    ]


def check_gradient(own: Case, place: int, gradient: Any) -> None:
    """Hold a gradient against differences."""
    argument = own.arguments[place]
    layout = layout_of(argument)
    known = list(leaves(argument, layout))
    got = list(gradient_leaves(layout, gradient))
    assert gradient is None or type(gradient) is type(argument) or isinstance(argument, float)
    for number, leaf in enumerate(known):
        if not is_float(leaf) or (isinstance(leaf, list) and isinstance(leaf[0], list)):
            continue
        is_single = getattr(leaf, "dtype", None) == np.float32
        step = own.options.get("h", 1e-2 if is_single else 1e-6)
        exact = own.options.get("gtol", 5e-2 if is_single else 2e-5)
        wanted = differences(own, place, number, step)
        np.testing.assert_allclose(got[number], wanted, rtol=exact, atol=exact)


def gradient_leaves(layout: Any, gradient: Any) -> Iterator[Any]:
    """Return the parts of a gradient that belong to the leaves of an argument."""
    if isinstance(layout, LeafLayout):
        yield gradient
    elif isinstance(layout, NodeLayout):
        parts = parts_of(gradient) or {}
        for key, part in zip(layout.keys, layout.parts, strict=True):
            yield from gradient_leaves(part, parts.get(key))


def differences(own: Case, place: int, number: int, step: float, indices: Any = None) -> np.ndarray:
    """Return the central differences with respect to a leaf of an argument, or some elements."""
    known = list(leaves(own.arguments[place], layout_of(own.arguments[place])))
    leaf = np.array(known[number], float)
    found = np.zeros(leaf.shape)
    for index in np.ndindex(leaf.shape) if indices is None else indices:
        ends = []
        for sign in (1.0, -1.0):
            moved = leaf.copy()
            moved[index] += sign * step
            arguments = list(copy.deepcopy(own.arguments))
            arguments[place] = with_leaf(arguments[place], number, moved)
            ends.append(float(own.function(*arguments)))
        found[index] = (ends[0] - ends[1]) / (2.0 * step)
    return found


def with_leaf(value: Any, number: int, new: np.ndarray) -> Any:
    """Return a copy of a value with another leaf; objects that are the same stay the same."""
    count = iter(range(10**6))
    made: list[Any] = []

    def build(layout: Any, own: Any) -> Any:
        if isinstance(layout, LeafLayout):
            if next(count) != number:
                return own
            if isinstance(own, np.ndarray):
                return new.astype(own.dtype)
            return new.tolist() if isinstance(own, list) else type(own)(new)
        if isinstance(layout, FixedLayout):
            return own
        if not isinstance(layout, NodeLayout):
            return made[layout.place]
        mutable = not isinstance(own, tuple)
        if mutable:
            made.append(own)
        known = parts_of(own) or {}
        parts = {k: build(p, known[k]) for k, p in zip(layout.keys, layout.parts, strict=True)}
        if not mutable:
            return together(layout.cls, parts)
        for key, part in parts.items():
            if isinstance(own, (dict, list)):
                own[key] = part
            else:
                object.__setattr__(own, key, part)
        return own

    return build(layout_of(value), value)

"""Defaults of functions that are defined inside another: Python evaluates them there."""

from __future__ import annotations

import copy
from typing import Any

import gast

from srcdiff.structures.state.values import Leaf
from srcdiff.syntax import SEPARATOR, Expression, name, number


def defaults_of(tree: gast.FunctionDef | gast.Lambda) -> dict[str, Expression]:
    """Return the defaults of the parameters that have one.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a, b=1, *, c=2, d): return a")
    >>> {title: unparse(default) for title, default in defaults_of(tree).items()}
    {'b': '1', 'c': '2'}
    """
    own = tree.args
    titles = [p.id for p in (*own.posonlyargs, *own.args)]
    found = dict(zip(titles[len(titles) - len(own.defaults) :], own.defaults, strict=True))
    words = zip(own.kwonlyargs, own.kw_defaults, strict=True)
    return found | {p.id: default for p, default in words if default is not None}


def with_settled_defaults(frame: Any, tree: Any) -> Any:
    """Return a function whose defaults keep their values, with what that needs written."""
    found = defaults_of(tree)
    moving = {title: d for title, d in found.items() if not is_settled(frame, d)}
    if not moving:
        return tree
    made = frame.again("defaults", tree, lambda: renamed_defaults(frame, tree, moving))
    for title, default in defaults_of(made).items():
        if title in moving:
            frame.bind(default.id, frame.value(moving[title]), moving[title])
    return made


def is_settled(frame: Any, tree: Expression) -> bool:
    """Return True if a default is the same wherever it is evaluated: a literal, or bound once."""
    if isinstance(tree, gast.Constant) or number(tree) is not None:
        return True
    if isinstance(tree, (gast.List, gast.Dict)):  # empty ones: the function may not change them
        return not getattr(tree, "elts", getattr(tree, "values", ()))
    if not isinstance(tree, gast.Name):
        return False
    if tree.id not in frame.state.names:
        return True
    value = frame.state.names[tree.id]
    return tree.id in frame.bound_once and not (
        isinstance(value, Leaf) and not frame.is_stable(value.tree)
    )


def renamed_defaults(frame: Any, tree: Any, moving: dict[str, Expression]) -> Any:
    """Return a function with names in the place of some defaults."""
    stem = getattr(tree, "name", "lambda")
    titles = {t: frame.new_name(f"{t}{SEPARATOR}{stem}{SEPARATOR}default") for t in moving}
    frame.local |= set(titles.values())
    frame.bound_once |= set() if frame.loops else set(titles.values())
    new, own = copy.copy(tree), copy.copy(tree.args)
    positional = [p.id for p in (*own.posonlyargs, *own.args)]
    first = len(positional) - len(own.defaults)

    def default(title: str, old: Expression) -> Expression:
        return gast.copy_location(name(titles[title]), old) if title in titles else old

    own.defaults = [default(t, d) for t, d in zip(positional[first:], own.defaults, strict=True)]
    own.kw_defaults = [
        d if d is None else default(p.id, d)
        for p, d in zip(own.kwonlyargs, own.kw_defaults, strict=True)
    ]
    new.args = own
    frame.program.alive.append(new)
    return new

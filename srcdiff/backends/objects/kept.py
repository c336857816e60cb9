"""Refuse to change what Python keeps between calls: default values, and global objects."""

from __future__ import annotations

from typing import Any

from srcdiff.analyse.checks.written_defaults import is_kept, written_default
from srcdiff.backends.objects.arguments import Arguments
from srcdiff.backends.objects.leaves import leaf_count
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.parse import source_of
from srcdiff.structures.layouts import is_object
from srcdiff.structures.root import Flat


def check_changes(function: Any, flat: Flat, arguments: Arguments, kept: tuple[bool, ...]) -> None:
    """Refuse a function that changes a default value of its own.

    `kept` says for each argument if it is a default value. Raises UnsupportedSyntax, as Python
    keeps them between calls.
    """
    if flat.changes and any(kept):
        pairs = zip(arguments.parameters, kept, strict=True)
        raise changed(function, [name for name, is_default in pairs if is_default])


def kept_titles(flat: Flat, arguments: Arguments, kept: tuple[bool, ...]) -> tuple[str, ...]:
    """Return the parameters of a function of leaves that Python keeps between calls.

    They are parts of default values and of global objects, and not to be written to.
    """
    defaults: set[int] = set()
    first = 0
    for place, layout in enumerate(arguments.layouts):
        count = leaf_count(layout)
        if kept and kept[place]:
            defaults.update(range(first, first + count))
        first += count
    titles = own_signature(flat.function).parameters
    return tuple(
        title
        for title, source in zip(titles, flat.sources, strict=True)
        if not isinstance(source, int) or source in defaults
    )


def defaults_among(function: Any, values: tuple[Any, ...]) -> tuple[bool, ...]:
    """Return for each argument if it is a default value that Python keeps between calls.

    >>> def f(x, p={"w": 1.0}, q=2.0): ...
    >>> defaults_among(f, (1.0, f.__defaults__[0], 2.0)), defaults_among(f, (1.0, {"w": 1.0}, 2.0))
    ((False, True, False), (False, False, False))
    """
    parameters = own_signature(unwrapped(function)).parameters.values()
    return tuple(
        parameter.default is value and (is_kept(value) or is_object(value))
        for parameter, value in zip(parameters, values, strict=False)
    )


def changed(function: Any, titles: list[str]) -> UnsupportedSyntax:
    """Return the error for one of some default values that is changed."""
    source = source_of(function)
    error = written_default("` or `".join(titles), source.tree)
    error.advice = "make a new one: `None` as the default value, and the object inside"
    error.origin = source.origin
    return error

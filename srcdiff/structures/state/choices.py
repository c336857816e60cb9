"""One of several objects of the program, by an index that is a number."""

from __future__ import annotations

import gast

from srcdiff.structures.state.equality import same_value
from srcdiff.structures.state.values import Choice, Known, Value
from srcdiff.syntax import Expression, clone, constant, tuple_of


def options_of(a: Known | Choice, b: Known | Choice) -> tuple[Value, ...] | None:
    """Return the objects that two values may be, None for others than objects of the program."""
    options: list[Value] = []
    for value in (a, b):
        for option in value.options if isinstance(value, Choice) else (value,):
            if not isinstance(option, Known):
                return None
            if not any(same_value(option, known) for known in options):
                options.append(option)
    return tuple(options)


def index_among(value: Known | Choice, options: tuple[Value, ...]) -> Expression:
    """Return the index of a value among some options."""
    own = value.options if isinstance(value, Choice) else (value,)
    places = [next(k for k, o in enumerate(options) if same_value(o, v)) for v in own]
    if not isinstance(value, Choice):
        return constant(places[0])
    if places == list(range(len(places))):
        return clone(value.index)
    return gast.Subscript(tuple_of(map(constant, places)), clone(value.index), gast.Load())

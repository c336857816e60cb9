"""What the variables of the parts of objects are called."""

from __future__ import annotations

import re
from typing import Any

from srcdiff.structures.state.values import Identity
from srcdiff.syntax import SEPARATOR


def word(key: Any) -> str:
    """Return a key as a part of a name.

    >>> word("rate"), word(2), word("ice thickness")
    ('rate', '_2', 'ice_thickness')
    """
    text = re.sub(r"\W+", "_", str(key))
    return f"_{text}" if isinstance(key, int) or text[:1].isdigit() or not text else text


def part_name(title: str, key: Any) -> str:
    """Return what the variable of a part is called: as a variable of the user.

    >>> part_name("p·layers", 2), part_name("p", "rate")
    ('p_layers_2', 'p_rate')
    """
    return f"{title}{SEPARATOR}{word(key).lstrip('_') or '_'}".replace(SEPARATOR, "_").replace(
        "__", "_"
    )


def title_of(identity: Identity) -> str:
    """Return what the variables of a node are called after that is not known yet.

    >>> title_of(("part", ("slot", "p"), "left"))
    'p·left'
    """
    kind, *rest = identity
    if kind == "join":
        return title_of(tuple(rest))
    if kind == "part":
        return f"{title_of(rest[0])}{SEPARATOR}{word(rest[1])}"
    return str(rest[0]) if kind == "slot" else "part"


def shown(title: str) -> str:
    """Return what a variable is called in errors.

    >>> shown("p·rate")
    'p.rate'
    """
    return title.replace(SEPARATOR, ".")

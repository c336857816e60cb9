"""Break long strings of source between words."""

from __future__ import annotations

import re

WIDTH = 88
SHORTEST_STRING = 20  # characters of a string that is broken


def string(text: str, indent: str, head: str, tail: str) -> list[str]:
    """Return the lines of a string that is too long for one, all of about one length."""
    width = WIDTH - len(indent + head + tail) - 2
    plain = re.fullmatch(r"(['\"])([^\\'\"]*)\1", text)
    if plain is None or width < SHORTEST_STRING:
        return [indent + head + text + tail]
    quote, content = plain.groups()
    parts = words(content, width)
    if len(parts) < 2:
        return [indent + head + text + tail]
    while width > SHORTEST_STRING and len(words(content, width - 1)) == len(parts):
        width -= 1
    lines = [f"{indent}{quote}{part}{quote}" for part in words(content, width)]
    return [indent + head + lines[0].strip(), *lines[1:-1], lines[-1] + tail]


def words(content: str, width: int) -> list[str]:
    """Return a text in parts that are not longer than a width, if its words are not.

    >>> words("one two three four", 9)
    ['one two ', 'three ', 'four']
    """
    return [m.group() for m in re.finditer(rf".{{1,{width - 1}}}(?:\s|$)|\S+\s*", content)]

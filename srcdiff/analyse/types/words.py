"""Say in words what a type of Numba is."""

from __future__ import annotations

import re
from typing import Any

PREFIXES = ("reflected ", "readonly ", "unaligned ")
KNOWN = {
    "unicode_type": "string",
    "none": "None",
    "ndarray": "array",
    "pyobject": "object",
    "...": "`...`",
    "str": "string",
    "int": "int64",
    "NumPyRandomGeneratorType": "random generator",
}
OTHERS = {
    "Record": "record",
    "Module": "module",
    "Function": "function",
    "srcdiff.Callee": "function",
    "type": "function",
}
FORM = re.compile(r"([\w.]+)\((.*)\)(?:<.*>)?", re.DOTALL)


def text(kind: Any) -> str:
    """Return a type of Numba, or the name that Numba gives it, in words.

    >>> text("array(float64, 2d, C)"), text("UniTuple(int64 x 2)"), text("none")
    ('a 2-d array of float64', 'a tuple (int64, int64)', 'None')
    """
    found = noun(str(kind))
    if found.startswith(("None", "`")):
        return found
    return f"a{'n' * found.startswith(('a', 'e', 'i', 'o'))} {found}"


def noun(name: str) -> str:
    """Return what Numba calls a type, in words without an article.

    >>> noun("reflected list(float64)<iv=None>"), noun("Tuple(Literal[int](0), unicode_type)")
    ('list of float64', 'tuple (int64, string)')
    >>> noun("UniTuple(int64, 2)")  # as signatures show it
    'tuple (int64, int64)'
    """
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    literal = re.match(r"Literal\[(\w+)\]", name)
    if literal:
        return KNOWN.get(literal[1], literal[1])
    for start, word in (("DictType", "dictionary"), ("[unichr", "string"), ("slice<", "slice")):
        if name.startswith(start):
            return word
    if name.startswith("ListType["):
        return f"typed list of {noun(name[9:-1])}"
    form = FORM.fullmatch(name)
    return composed(form[1], form[2]) if form else KNOWN.get(name, name)


def composed(head: str, inside: str) -> str:
    """Return a type that consists of others, in words without an article."""
    if head in ("array", "Array"):
        kind, rank, *_ = split(inside)
        plural = "s" if kind.startswith("Record(") else ""
        return f"{rank.removesuffix('d')}-d array of {noun(kind)}{plural}"
    if head == "UniTuple":
        kind, count = inside.rsplit(" x " if " x " in inside else ", ", 1)  # as text, or as code
        return f"tuple ({', '.join([noun(kind)] * int(count))})"
    if head == "Tuple":
        return f"tuple ({', '.join(map(noun, split(inside)))})"
    if head in ("list", "set"):
        return f"{head} of {noun(inside)}"
    if head == "OptionalType":
        return f"{noun(inside)} or None"
    return OTHERS.get(head, head)


def split(inside: str) -> list[str]:
    """Return what stands between the commas that are in no brackets.

    >>> split("array(float64, 1d, C), int64")
    ['array(float64, 1d, C)', 'int64']
    """
    parts = [""]
    depth = 0
    for letter in inside:
        depth += letter in "([<"
        depth -= letter in ")]>"
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]

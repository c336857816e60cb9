"""What stands for records: their fields by name, and the places of elements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import Fields
from srcdiff.normalise.functions.special_cases import Binding
from srcdiff.normalise.functions.specialise import known_fields
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    all_parameters,
    base,
    callee_of,
    dotted,
    each_block,
    is_read,
    is_string,
    members,
    substitute,
    targets,
    walk,
)

READING = ("len", "enumerate", "zip", "reversed")  # functions that records may be passed to
Part = Callable[[str], Expression]  # from a field to what stands for it


@dataclass(frozen=True)
class Value:
    """An expression for records: its fields, and what stands for each of them.

    `ndim` is 0 for a single record. What stands for fields of a record of its own are variables.
    """

    fields: Fields
    part: Part
    is_array: bool
    array: str = ""  # the name of the array, if it has one


def without_copies(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without names of places that are the counter of a loop all the time."""
    uses = Counter(node.id for node in walk(tree) if isinstance(node, gast.Name))

    def change(block: Block) -> Block:
        new = list(block)
        for place in range(len(new) - 1, -1, -1):
            value = getattr(new[place], "value", None)
            bound = targets(new[place])
            if len(bound) != 1 or not isinstance(value, gast.Name) or not is_place(bound[0]):
                continue
            rest = new[place + 1 :]
            own = [n for s in rest for n in walk(s) if isinstance(n, gast.Name)]
            inside = sum(n.id == bound[0] for n in own)
            moves = any(n.id == value.id and not is_read(n) for n in own)
            if uses[bound[0]] == inside + 1 and not moves:
                new[place:] = [substitute(s, {bound[0]: value}) for s in rest]
        return new

    return each_block(tree, change)


def counters(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that only count in loops over ranges."""
    stored = [n.id for n in walk(tree) if isinstance(n, gast.Name) and not is_read(n)]
    loops = [n for n in walk(tree) if isinstance(n, (gast.For, gast.comprehension))]
    counted = [dotted(loop.target) for loop in loops if callee_of(loop.iter) == "range"]
    return {n for n in counted if stored.count(n) == counted.count(n)}


def writes_records(tree: gast.FunctionDef) -> bool:
    """Return True if a function may write to records that it is given, or passes them on.

    >>> from srcdiff.syntax import function
    >>> texts = ("def f(p, r): p[0].x = r.x", "def f(p, r): return p[0].x + r.x")
    >>> [writes_records(function(text)) for text in texts]
    [True, False]
    """
    given = {parameter.id for parameter in all_parameters(tree)}
    for node in walk(tree):
        if isinstance(node, (gast.Attribute, gast.Subscript)) and not is_read(node):
            parts = [part for part in walk(node) if part is not getattr(node, "slice", None)]
            names = {part.id for part in parts if isinstance(part, gast.Name)}
            fields = any(isinstance(part, gast.Attribute) for part in parts)
            if names & given or fields or any(is_string(getattr(p, "slice", p)) for p in parts):
                return True
        passes_on = isinstance(node, gast.Call) and dotted(node.func) not in READING
        if passes_on and given & {dotted(argument) for argument in node.args}:
            return True
    return False


def is_place(title: str) -> bool:
    """Return True if a name is that of the place of an element."""
    return title == place_name(base(title))


def part_name(title: str, field: str) -> str:
    """Return the name of a field of what a name stands for."""
    return f"{title}{SEPARATOR}{field}_"


def place_name(title: str) -> str:
    """Return the name of the place of an element."""
    return f"{title}{SEPARATOR}place"


def binding(found: Value) -> Binding:
    """Return what a parameter is that records are passed for."""
    ndim = found.fields.ndim if found.is_array else 0
    fields = replace(found.fields, ndim=ndim, is_shared=not found.is_array)
    return Binding(known_fields(fields), "", len(fields.names))


def stored(part: Expression) -> Expression:
    """Return an expression that stands for a field as what is assigned to."""
    if isinstance(part, gast.Name):
        return gast.Name(part.id, gast.Store(), None, None)
    return gast.Subscript(part.value, part.slice, gast.Store())


def has_slice(index: Expression) -> bool:
    """Return True if a subscript stands for several elements, by its form."""
    parts = members(index)
    return any(isinstance(p, gast.Slice) or getattr(p, "value", 0) in (None, ...) for p in parts)


def refused(node: gast.AST, reason: str) -> UnsupportedSyntax:
    """Return the error for a use of records that is not followed."""
    return UnsupportedSyntax(
        f"{reason}, which is not differentiated", node, 'use the fields: `records["x"]`'
    )

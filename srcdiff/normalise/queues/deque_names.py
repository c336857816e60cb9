"""Which names stand for deques, what they hold at first, and how long they may get."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.core.fixed_points import settled
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    Expression,
    call,
    constant,
    dotted,
    is_none,
    locate,
    name,
    number,
    parameters,
    times_bound,
    walk,
)

OWN = {"appendleft", "extendleft", "popleft", "rotate"}  # methods that lists lack


@dataclass(frozen=True)
class Made:
    """What makes a deque: a list of its elements, and how many it holds at most, None for all."""

    elements: Expression
    bound: Expression | None


def made_by(value: Any, namespace: Mapping[str, Any]) -> Made | None:
    """Return what a call of `deque` makes, None for anything else.

    >>> from srcdiff.syntax import expression, unparse
    >>> made = made_by(expression("deque((x, y), maxlen=3)"), {"deque": deque})
    >>> unparse(made.elements), unparse(made.bound)
    ('[x, y]', '3')
    """
    if not isinstance(value, gast.Call) or value_of(value.func, namespace) is not deque:
        return None
    words = {word.arg: word.value for word in value.keywords}
    given = [*value.args, *([words["iterable"]] if "iterable" in words else [])]
    bound = given[1] if len(given) > 1 else words.get("maxlen")
    elements: Expression = gast.List([], gast.Load())
    match given[:1]:
        case [gast.List() | gast.ListComp() as elements]:
            pass
        case [gast.Tuple(elts=parts)]:
            elements = gast.List(parts, gast.Load())
        case [gast.GeneratorExp(elt=elt, generators=generators)]:
            elements = gast.ListComp(elt, generators)
        case [other]:
            elements = call("list", other)
    return Made(locate(elements, value), None if bound is None or is_none(bound) else bound)


def deques_of(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> set[str]:
    """Return the names that stand for deques only; a parameter does if it is used as one.

    >>> from srcdiff.syntax import function
    >>> text = "def f(q):\\n  a = deque()\\n  b = deque()\\n  b = 1\\n  q.popleft()\\n  c, d = a, d"
    >>> sorted(deques_of(function(text), {"deque": deque}))
    ['a', 'c', 'q']
    """
    bound, made = times_bound(tree), bindings(tree)
    inside = [n for n in walk(tree) if isinstance(n, gast.FunctionDef) and n is not tree]
    hidden = {title for inner in inside for title in parameters(inner)}
    used = {dotted(n.value) for n in walk(tree) if isinstance(n, gast.Attribute) and n.attr in OWN}
    given = {title for title in used & set(parameters(tree)) if bound[title] == 1}

    def left(found: set[str]) -> set[str]:
        known = (v is None or made_by(v, namespace) or dotted(v) in found for _, v in made)
        times = Counter(title for (title, _), is_known in zip(made, known, strict=True) if is_known)
        return {title for title in found if title in given or times[title] == bound[title]}

    def more(found: set[str]) -> set[str]:
        return found | {title for title, value in made if dotted(value) in found}

    # names that only each other bind are none
    makes = settled({title for title, v in made if v and made_by(v, namespace)} | given, more)
    return settled((makes - set(parameters(tree)) | given) - hidden, left)


def bindings(tree: gast.AST) -> list[tuple[str, Expression | None]]:
    """Return the names that are bound to values, alone or beside each other; None for `+=`."""
    pairs: list[tuple[str, Expression | None]] = []
    for node in walk(tree):
        match node:
            case gast.AugAssign(target=gast.Name(id=title), op=gast.Add()):
                pairs.append((title, None))
            case gast.Assign(targets=[gast.Name(id=title)], value=value):
                pairs.append((title, value))
            case gast.Assign(targets=[gast.Tuple(elts=bound)], value=gast.Tuple(elts=values)):
                both = zip(bound, values, strict=False)
                pairs += [(t.id, v) for t, v in both if isinstance(t, gast.Name)]
    return pairs


def bounds_of(
    tree: gast.FunctionDef, found: set[str], namespace: Mapping[str, Any], naming: Naming
) -> dict[str, Expression | None]:
    """Return how long each deque may get: a constant, a new name, or None.

    Raises UnsupportedSyntax for a deque with an end on one path, and without on another.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x):\\n  a = deque(maxlen=2)\\n  b = deque(maxlen=len(x))")
    >>> found = bounds_of(tree, {"a", "b"}, {"deque": deque}, Naming(tree))
    >>> unparse(found["a"]), unparse(found["b"])
    ('2', 'b·maxlen')
    """
    every: dict[str, list[Expression | None]] = {title: [] for title in found}
    for title, value in bindings(tree):
        made = made_by(value, namespace) if title in found else None
        if made is None:
            continue
        every[title].append(made.bound)
        if len({bound is None for bound in every[title]}) > 1:
            raise UnsupportedSyntax(
                f"`{title}` is a deque with `maxlen` at times, and without at others",
                value,
                "give each of them a name of its own",
            )
    return {title: one_bound(title, values, naming) for title, values in every.items()}


def one_bound(title: str, values: list[Expression | None], naming: Naming) -> Expression | None:
    """Return the one constant that limits the length of a deque, or a name for what does."""
    if not values or values[0] is None:
        return None
    known = [number(value) for value in values if value is not None]
    is_constant = type(known[0]) is int and known[0] >= 0 and len(set(known)) == 1
    return constant(known[0]) if is_constant else name(naming.part(title, "maxlen"))

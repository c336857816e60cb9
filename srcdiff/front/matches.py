"""`match` over constants and tuples of names, as `if` and `elif`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

import gast

MATCHED = "match·"  # before the number of a value that is looked at


def without_matches(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the definition of a function with `if` for each `match`.

    What has other patterns stays, and is refused.

    >>> tree = gast.parse('''
    ... def f(x, kind, n):
    ...     match kind, n + 1:
    ...         case "a" | "b", 2:
    ...             y = x
    ...         case _, k if x > 1.0:
    ...             y = 2.0 * x
    ...         case _:
    ...             y = 0.0
    ...     match n:
    ...         case 0:
    ...             y = 1.0
    ...     return y
    ... ''').body[0]
    >>> print(gast.unparse(without_matches(tree)))
    def f(x, kind, n):
        match·1 = n + 1
        if (kind == 'a' or kind == 'b') and match·1 == 2:
            y = x
        elif x > 1.0:
            k = match·1
            y = 2.0 * x
        else:
            y = 0.0
        if n == 0:
            y = 1.0
        return y
    """
    if not any(isinstance(node, gast.Match) for node in gast.walk(tree)):
        return tree
    found: gast.FunctionDef = Matches().visit(tree)
    return gast.fix_missing_locations(found)


class Matches(gast.NodeTransformer):  # type: ignore[misc]
    """Writes each `match` as `if` and `elif`."""

    def __init__(self) -> None:
        self.numbers = count(1)

    def visit_Match(self, node: gast.Match) -> Any:
        """Return the statements that stand for a `match`."""
        self.generic_visit(node)
        subject = node.subject
        values = subject.elts if isinstance(subject, gast.Tuple) else [subject]
        if any(isinstance(value, gast.Starred) for value in values):
            return node
        before = []
        for place, value in enumerate(values):
            if not isinstance(value, (gast.Name, gast.Constant)):
                title = f"{MATCHED}{next(self.numbers)}"
                before.append(placed(bind(title, value), node))
                values = [*values[:place], loaded(title), *values[place + 1 :]]
        is_tuple = isinstance(subject, gast.Tuple)
        if not all(fits(case.pattern, len(values), is_tuple) for case in node.cases):
            return node
        if any(captured_early(case) for case in node.cases):
            return node
        return [*before, *chain(node.cases, values, is_tuple, node)]


def placed(new: Any, node: Any) -> Any:
    """Return a new node, and all in it that has no place, at the place of another one."""
    for part in gast.walk(new):
        if not hasattr(part, "lineno"):
            gast.copy_location(part, node)
    return new


def bind(title: str, value: Any) -> gast.Assign:
    """Return the assignment of a name."""
    return gast.Assign([gast.Name(title, gast.Store(), None, None)], value, None)


def loaded(title: str) -> gast.Name:
    """Return the read of a name."""
    return gast.Name(title, gast.Load(), None, None)


def fits(pattern: Any, count: int, is_tuple: bool) -> bool:
    """Return True if a pattern says what to do with one value, or with the parts of a tuple."""
    if is_tuple:
        if isinstance(pattern, gast.MatchSequence):
            return len(pattern.patterns) == count and all(map(is_plain, pattern.patterns))
        return isinstance(pattern, gast.MatchAs) and pattern.pattern is None and not pattern.name
    return is_plain(pattern)


def is_plain(pattern: Any) -> bool:
    """Return True if a pattern is a constant, a name, or some of these."""
    if isinstance(pattern, gast.MatchOr):
        return all(is_plain(p) and not names_in([p]) for p in pattern.patterns)
    if isinstance(pattern, gast.MatchAs):
        return pattern.pattern is None or is_plain(pattern.pattern)
    return isinstance(pattern, (gast.MatchValue, gast.MatchSingleton))


def names_in(patterns: Iterable[Any]) -> set[str]:
    """Return the names that patterns bind."""
    nodes = (node for pattern in patterns for node in gast.walk(pattern))
    return {n.name for n in nodes if isinstance(n, gast.MatchAs) and n.name}


def captured_early(case: Any) -> bool:
    """Return True if a guard, or what follows it, may read a name that the pattern has bound."""
    read = {n.id for n in gast.walk(case.guard or gast.Pass()) if isinstance(n, gast.Name)}
    return bool(read & names_in([case.pattern]))


def chain(cases: list[Any], values: list[Any], is_tuple: bool, node: Any) -> list[Any]:
    """Return the branches for some cases, of which the first that fits is taken."""
    if not cases:
        return []
    first, *others = cases
    patterns = [first.pattern]
    if is_tuple:
        whole = isinstance(first.pattern, gast.MatchAs)
        patterns = [gast.MatchAs(None, None)] * len(values) if whole else first.pattern.patterns
    tests, bound = [], []
    for pattern, value in zip(patterns, values, strict=True):
        tests += conditions(pattern, value)
        bound += [bind(title, copied(value)) for title in sorted(names_in([pattern]))]
    tests += [first.guard] if first.guard is not None else []
    body = [placed(b, first.body[0]) for b in bound] + first.body
    if not tests:
        return list(body)
    test = tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)
    made = gast.If(test, body, chain(others, values, is_tuple, node))
    gast.copy_location(made, node if node.cases[0] is first else first.body[0])
    return [placed(made, first.body[0])]


def conditions(pattern: Any, value: Any) -> list[Any]:
    """Return the conditions that a pattern asks for, all of which have to hold."""
    if isinstance(pattern, gast.MatchSingleton):
        constant = gast.Constant(pattern.value, None)
        return [gast.Compare(copied(value), [gast.Is()], [constant])]
    if isinstance(pattern, gast.MatchValue):
        return [gast.Compare(copied(value), [gast.Eq()], [pattern.value])]
    if isinstance(pattern, gast.MatchOr):
        ways = [conditions(p, value) for p in pattern.patterns]
        if not all(ways):
            return []
        return [gast.BoolOp(gast.Or(), [way[0] for way in ways])]
    return conditions(pattern.pattern, value) if pattern.pattern is not None else []


def copied(value: Any) -> Any:
    """Return a name or a constant once more."""
    if isinstance(value, gast.Constant):
        return gast.Constant(value.value, None)
    return loaded(value.id)

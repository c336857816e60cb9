"""Bounds of variables that are one of several values, such as the row of the largest element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gast

from srcdiff.analyse.iterated.inequalities import Conditions
from srcdiff.analyse.iterated.linear import Linear, added
from srcdiff.syntax import Statement, dotted

if TYPE_CHECKING:
    from srcdiff.analyse.iterated.iterations import Iterations


@dataclass(frozen=True)
class Choice:
    """What a variable may be: values with the statements that give them, through `names`."""

    values: tuple[tuple[Linear, Statement], ...]
    names: frozenset[str]


def bounds_of(name: str, facts: Iterations) -> Conditions:
    """Return which counters around what binds a variable it is not less, or not more, than.

    It is bound once, as a copy of what control flow has chosen, in the same iteration.

    >>> from srcdiff.analyse.iterated.iterations import Iterations
    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import statements
    >>> text = "for k in range(n):\\n  p = k\\n  for i in range(k + 1, n):\\n    p = i\\n  q = p"
    >>> bounds_of("q", Iterations(structure(statements(text)), lambda name: types.int64)).natural
    ({'q': 1}, {'q': 1, 'k': -1})
    """
    (made, *others) = facts.layout.definitions.get(name, (None,))
    found = chosen(name, facts) if made is not None and not others else None
    if made is None or found is None:
        return Conditions()
    limits: list[Linear] = [{}]
    for loop in facts.layout.loops(made):
        if isinstance(loop, gast.For) and is_of_one_iteration(found, loop, facts):
            limits.append({facts.counter(loop): 1})
    return Conditions(natural=tuple(kept_by(name, limits, found, facts)))


def kept_by(
    name: str, limits: Iterable[Linear], found: Choice, facts: Iterations
) -> Iterator[Linear]:
    """Yield by how much a variable is more, or less, than some limits, where that is natural."""
    for limit in limits:
        for sign in (1, -1):
            if all(
                is_natural(added(value, limit, -1), sign, s, facts) for value, s in found.values
            ):
                yield added({}, added({name: 1}, limit, -1), sign)


def is_natural(tree: Linear, sign: int, place: Statement, facts: Iterations) -> bool:
    """Return True if a sum, with a sign, is certainly not negative where a statement runs."""
    negative = Conditions(natural=(added({"": -1}, tree, -sign),))
    return all((case + negative).is_impossible for case in facts.cases(place))


def is_of_one_iteration(found: Choice, loop: Statement, facts: Iterations) -> bool:
    """Return True if a loop hands none of some variables to its next iteration."""
    inside = all(
        facts.layout.inside(s, loop) for n in found.names for s in facts.layout.definitions[n]
    )
    return inside and found.names.isdisjoint(facts.layout.carried(loop))


def chosen(name: str, facts: Iterations) -> Choice | None:
    """Return what a variable may be, None where something else than copies gives it a value."""
    names, pending = {name}, [name]
    values: list[tuple[Linear, Statement]] = []
    while pending:
        for statement in facts.layout.definitions[pending.pop()]:
            if not isinstance(statement, gast.Assign):
                return None
            value = facts.value(statement.value, statement)
            source = dotted(statement.value)
            if value is not None and source not in value.keys() & facts.values.keys():
                values.append((value, statement))
            elif not facts.layout.definitions.get(source):
                return None
            elif source not in names:
                names.add(source)
                pending.append(source)
    return Choice(tuple(values), frozenset(names))
